import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121182430 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "webcheckout_action" drop constraint if exists "webcheckout_action_action_check";`);

    this.addSql(`alter table if exists "webcheckout_checkout" drop constraint if exists "webcheckout_checkout_attention_check";`);

    this.addSql(`alter table if exists "webcheckout_subscription_action" drop constraint if exists "webcheckout_subscription_action_action_check";`);

    this.addSql(`alter table if exists "webcheckout_action" add constraint "webcheckout_action_action_check" check("action" in ('sync', 'place_order', 'resolve', 'record_refund', 'refund'));`);

    this.addSql(`alter table if exists "webcheckout_checkout" add column if not exists "total_refunded" numeric null, add column if not exists "follow_after" timestamptz null, add column if not exists "resolved_as" text null, add column if not exists "agreed_at" timestamptz null, add column if not exists "watch_at" timestamptz null, add column if not exists "raw_total_refunded" jsonb null;`);
    this.addSql(`alter table if exists "webcheckout_checkout" add constraint "webcheckout_checkout_attention_check" check("attention" in ('paid_without_order', 'paid_after_superseded', 'paid_twice', 'amount_mismatch', 'partially_refunded', 'refunded_outside', 'refund_missing', 'canceled_not_refunded', 'unanswered', 'authorization_lost'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_order_reference_created_at" ON "webcheckout_checkout" ("order_reference", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_watch_at" ON "webcheckout_checkout" ("environment", "watch_at") WHERE watch_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "webcheckout_refund" add column if not exists "check_count" integer not null default 0, add column if not exists "next_check_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_refund_ledger_id_created_at" ON "webcheckout_refund" ("ledger_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "webcheckout_subscription" add column if not exists "next_check_at" timestamptz null, add column if not exists "check_count" integer not null default 0, add column if not exists "attention" text check ("attention" in ('customer_deleted')) null, add column if not exists "erased_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_environment_next_check_at" ON "webcheckout_subscription" ("environment", "next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "webcheckout_subscription_action" add constraint "webcheckout_subscription_action_action_check" check("action" in ('create', 'send_again', 'confirm', 'sync', 'pause', 'resume', 'erase', 'resolve'));`);

    // What was settled before is looked at too, spread over a week: its books may have come to differ unseen.
    this.addSql(`update "webcheckout_checkout" set "watch_at" = now() + random() * interval '7 days' where "status" = 'settled' and "settled_at" > now() - interval '183 days' and "deleted_at" is null;`);
    // Rows that the first version lost are found again; what a person has closed stays closed as it stands.
    this.addSql(`update "webcheckout_checkout" set "next_check_at" = now() + random() * interval '1 hour' where "status" in ('open', 'superseded') and "checkout_id" is not null and "next_check_at" is null and "attention" is null and "resolved_at" is null and "deleted_at" is null;`);
    this.addSql(`update "webcheckout_checkout" set "resolved_as" = 'any:' || coalesce("gateway_status", '') || ':' where "resolved_at" is not null and "deleted_at" is null;`);
    this.addSql(`update "webcheckout_subscription" set "next_check_at" = now() where "status" = 'creating' and "deleted_at" is null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "webcheckout_action" drop constraint if exists "webcheckout_action_action_check";`);

    this.addSql(`alter table if exists "webcheckout_checkout" drop constraint if exists "webcheckout_checkout_attention_check";`);

    this.addSql(`alter table if exists "webcheckout_subscription_action" drop constraint if exists "webcheckout_subscription_action_action_check";`);

    this.addSql(`alter table if exists "webcheckout_action" add constraint "webcheckout_action_action_check" check("action" in ('sync', 'place_order', 'resolve'));`);

    this.addSql(`drop index if exists "IDX_webcheckout_checkout_order_reference_created_at";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_environment_watch_at";`);
    this.addSql(`alter table if exists "webcheckout_checkout" drop column if exists "total_refunded", drop column if exists "follow_after", drop column if exists "resolved_as", drop column if exists "agreed_at", drop column if exists "watch_at", drop column if exists "raw_total_refunded";`);

    this.addSql(`alter table if exists "webcheckout_checkout" add constraint "webcheckout_checkout_attention_check" check("attention" in ('paid_without_order', 'paid_after_superseded', 'paid_twice', 'amount_mismatch', 'partially_refunded', 'refunded_outside', 'refund_missing', 'authorization_lost'));`);

    this.addSql(`drop index if exists "IDX_webcheckout_refund_ledger_id_created_at";`);
    this.addSql(`alter table if exists "webcheckout_refund" drop column if exists "check_count", drop column if exists "next_check_at";`);

    this.addSql(`drop index if exists "IDX_webcheckout_subscription_environment_next_check_at";`);
    this.addSql(`alter table if exists "webcheckout_subscription" drop column if exists "next_check_at", drop column if exists "check_count", drop column if exists "attention", drop column if exists "erased_at";`);

    this.addSql(`alter table if exists "webcheckout_subscription_action" add constraint "webcheckout_subscription_action_action_check" check("action" in ('create', 'send_again', 'confirm', 'sync', 'pause', 'resume'));`);
  }

}
