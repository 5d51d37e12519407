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
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "webcheckout_pay_link" cascade;`);

    this.addSql(`drop table if exists "webcheckout_pay_token" cascade;`);

    this.addSql(`alter table if exists "webcheckout_checkout" drop column if exists "pay_link_id";`);
  }

}
