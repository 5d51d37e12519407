import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261125002000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "webcheckout_checkout" add column if not exists "gateway_order_id" text null, add column if not exists "reserved_at" timestamptz null, add column if not exists "ended_at" timestamptz null, add column if not exists "doubted_answer" text null, add column if not exists "doubted_at" timestamptz null;`);
    this.addSql(`alter table if exists "webcheckout_subscription" drop constraint if exists "webcheckout_subscription_attention_check";`);
    this.addSql(`alter table if exists "webcheckout_subscription" add constraint "webcheckout_subscription_attention_check" check("attention" in ('customer_deleted', 'unconfirmed'));`);
    // What an earlier version has told nobody of, or did not look at any more.
    this.addSql(`update "webcheckout_subscription" set "attention" = 'unconfirmed', "attention_at" = now() where "status" = 'unconfirmed' and "next_check_at" is null and "attention" is null and "deleted_at" is null;`);
    this.addSql(`update "webcheckout_checkout" set "next_check_at" = now() + random() * interval '1 day' where "status" in ('open', 'superseded') and "checkout_id" is not null and "next_check_at" is null and ("attention" is not null or "gateway_status" in ('PAID', 'AUTHORIZED', 'PARTIALLY_REFUNDED')) and "deleted_at" is null;`);
    this.addSql(`update "webcheckout_checkout" set "watch_at" = now() + random() * interval '1 day' where "status" = 'settled' and "attention" is not null and "watch_at" is null and "deleted_at" is null;`);
    this.addSql(`update "webcheckout_checkout" set "ended_at" = "last_checked_at", "watch_at" = now() + random() * interval '1 day' where "status" = 'closed' and "gateway_status" in ('FAILED', 'CANCELLED', 'EXPIRED') and "last_checked_at" > now() - interval '30 days' and "deleted_at" is null;`);
    this.addSql(`update "webcheckout_checkout" set "reserved_at" = COALESCE("settled_at", "created_at") where "gateway_status" = 'AUTHORIZED' and "deleted_at" is null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_reserved_at" ON "webcheckout_checkout" ("environment", "reserved_at") WHERE reserved_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`alter table if exists "webcheckout_total" add column if not exists "reserved" numeric null;`);
    // By hand: the Payments page is searched by its beginning.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_gateway_order_id_prefix" ON "webcheckout_checkout" ("gateway_order_id" text_pattern_ops) WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "webcheckout_total" drop column if exists "reserved";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_environment_reserved_at";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_gateway_order_id_prefix";`);
    this.addSql(`alter table if exists "webcheckout_checkout" drop column if exists "gateway_order_id", drop column if exists "reserved_at", drop column if exists "ended_at", drop column if exists "doubted_answer", drop column if exists "doubted_at";`);
  }

}
