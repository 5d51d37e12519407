import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122152842 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "webcheckout_pay_link" ("id" text not null, "order_id" text not null, "order_reference" text not null, "environment" text not null, "currency_code" text not null, "amount" numeric null, "note" text null, "expires_at" timestamptz null, "ended_at" timestamptz null, "ended_by" text null, "created_by" text null, "paid_at" timestamptz null, "raw_amount" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_pay_link_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_link_deleted_at" ON "webcheckout_pay_link" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_link_order_id_created_at" ON "webcheckout_pay_link" ("order_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_pay_token" ("id" text not null, "token_hash" text not null, "pay_link_id" text not null, "purpose" text check ("purpose" in ('copy', 'qr', 'mail', 'return')) not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_pay_token_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_token_deleted_at" ON "webcheckout_pay_token" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_pay_token_token_hash_unique" ON "webcheckout_pay_token" ("token_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_token_pay_link_id" ON "webcheckout_pay_token" ("pay_link_id") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "webcheckout_checkout" add column if not exists "pay_link_id" text null;`);
    // By hand: the checkouts whose books differ, by the rule of services/statement-sql (DIFFERS). A test sees that it is used.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_differs" ON "webcheckout_checkout" ("environment", "created_at", "id") WHERE deleted_at IS NULL AND (attention IS NOT NULL OR CASE WHEN COALESCE(gateway_status IN ('PAID', 'REFUNDED', 'PARTIALLY_REFUNDED'), false) AND NOT (COALESCE(gateway_status IN ('REFUNDED'), false) AND NOT status = 'settled' AND COALESCE(medusa_captured, 0) = 0) THEN COALESCE(gateway_amount, amount) ELSE 0 END <> CASE WHEN status = 'settled' AND paid_at IS NOT NULL THEN amount ELSE 0 END OR CASE WHEN COALESCE(gateway_status IN ('PAID', 'REFUNDED', 'PARTIALLY_REFUNDED'), false) AND NOT (COALESCE(gateway_status IN ('REFUNDED'), false) AND NOT status = 'settled' AND COALESCE(medusa_captured, 0) = 0) THEN COALESCE(gateway_amount, amount) ELSE 0 END <> COALESCE(medusa_captured, 0) OR CASE WHEN (COALESCE(gateway_status IN ('REFUNDED'), false) AND NOT status = 'settled' AND COALESCE(medusa_captured, 0) = 0) THEN 0 WHEN COALESCE(gateway_status IN ('REFUNDED'), false) THEN COALESCE(total_refunded, COALESCE(gateway_amount, amount)) WHEN COALESCE(gateway_status IN ('PARTIALLY_REFUNDED'), false) THEN COALESCE(total_refunded, medusa_refunded, 0) ELSE COALESCE(total_refunded, 0) END <> COALESCE(medusa_refunded, 0) OR ((COALESCE(gateway_status IN ('PARTIALLY_REFUNDED'), false) AND total_refunded IS NULL) AND COALESCE(medusa_refunded, 0) = 0));`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "webcheckout_pay_link" cascade;`);

    this.addSql(`drop table if exists "webcheckout_pay_token" cascade;`);

    this.addSql(`drop index if exists "IDX_webcheckout_checkout_differs";`);
    this.addSql(`alter table if exists "webcheckout_checkout" drop column if exists "pay_link_id";`);
  }

}
