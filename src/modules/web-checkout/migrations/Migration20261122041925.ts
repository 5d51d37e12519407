import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122041925 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "webcheckout_checkout" add column if not exists "gateway_amount" numeric null, add column if not exists "paid_at" timestamptz null, add column if not exists "medusa_captured" numeric null, add column if not exists "medusa_refunded" numeric null, add column if not exists "raw_gateway_amount" jsonb null, add column if not exists "raw_medusa_captured" jsonb null, add column if not exists "raw_medusa_refunded" jsonb null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_updated_at" ON "webcheckout_checkout" ("environment", "updated_at") WHERE deleted_at IS NULL;`);
    this.addSql(`alter table if exists "webcheckout_subscription" add column if not exists "attention_at" timestamptz null, add column if not exists "told_at" timestamptz null;`);
    this.addSql(`update "webcheckout_subscription" set "attention_at" = "updated_at" where "attention" is not null and "deleted_at" is null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_attention_at" ON "webcheckout_subscription" ("attention_at") WHERE attention IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_created_at" ON "webcheckout_checkout" ("environment", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_account_created_at" ON "webcheckout_checkout" ("account", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_currency_code_created_at" ON "webcheckout_checkout" ("currency_code", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_amount_id" ON "webcheckout_checkout" ("amount", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_last_checked_at_id" ON "webcheckout_checkout" ("last_checked_at", "id") WHERE deleted_at IS NULL;`);
    // What earlier versions have found to agree: Medusa's books showed what the gateway said.
    this.addSql(`update "webcheckout_checkout" set "gateway_amount" = "amount", "raw_gateway_amount" = "raw_amount" where "gateway_status" is not null;`);
    this.addSql(`update "webcheckout_checkout" set "paid_at" = coalesce("settled_at", "last_checked_at", "updated_at") where "gateway_status" in ('PAID', 'REFUNDED', 'PARTIALLY_REFUNDED');`);
    this.addSql(`update "webcheckout_checkout" set "medusa_captured" = "amount", "raw_medusa_captured" = "raw_amount", "medusa_refunded" = coalesce("total_refunded", case when "gateway_status" = 'REFUNDED' then "amount" else 0 end) where "status" = 'settled' and "agreed_at" is not null and "gateway_status" in ('PAID', 'REFUNDED', 'PARTIALLY_REFUNDED') and ("gateway_status" <> 'PARTIALLY_REFUNDED' or "total_refunded" is not null);`);
    this.addSql(`update "webcheckout_checkout" set "raw_medusa_refunded" = jsonb_build_object('value', "medusa_refunded"::text, 'precision', 20) where "medusa_refunded" is not null;`);
    // By hand, and without a model: sums of the ledger's rows by the hour or a quarter of it, which can be made anew at any time.
    this.addSql(`create table if not exists "webcheckout_total" ("environment" text not null, "started_at" timestamptz not null, "account" text not null, "currency_code" text not null, "paid" integer not null, "failed" integer not null, "abandoned" integer not null, "open" integer not null, "with_money" integer not null, "differing" integer not null, "closed" integer not null, "untold" integer not null, "gateway_paid" numeric not null, "gateway_refunded" numeric not null, "ledger_paid" numeric not null, "medusa_captured" numeric not null, "medusa_refunded" numeric not null, "passed_through" numeric not null, "asked_at" timestamptz null, "made_at" timestamptz not null, "made_by" text not null, constraint "webcheckout_total_pkey" primary key ("environment", "started_at", "account", "currency_code"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_total_made_at" ON "webcheckout_total" ("environment", "made_at");`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "webcheckout_total";`);
    this.addSql(`drop index if exists "IDX_webcheckout_subscription_attention_at";`);
    this.addSql(`alter table if exists "webcheckout_subscription" drop column if exists "attention_at", drop column if exists "told_at";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_environment_updated_at";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_environment_created_at";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_account_created_at";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_currency_code_created_at";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_amount_id";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_last_checked_at_id";`);
    this.addSql(`alter table if exists "webcheckout_checkout" drop column if exists "gateway_amount", drop column if exists "paid_at", drop column if exists "medusa_captured", drop column if exists "medusa_refunded", drop column if exists "raw_gateway_amount", drop column if exists "raw_medusa_captured", drop column if exists "raw_medusa_refunded";`);
  }

}
