import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121114758 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "webcheckout_subscription" drop constraint if exists "webcheckout_subscription_environment_account_subscription_id_unique";`);
    this.addSql(`alter table if exists "webcheckout_subscription" drop constraint if exists "webcheckout_subscription_idempotency_key_unique";`);
    this.addSql(`alter table if exists "webcheckout_return_token" drop constraint if exists "webcheckout_return_token_token_hash_unique";`);
    this.addSql(`alter table if exists "webcheckout_refund" drop constraint if exists "webcheckout_refund_ledger_id_unique";`);
    this.addSql(`alter table if exists "webcheckout_checkout" drop constraint if exists "webcheckout_checkout_environment_account_checkout_id_unique";`);
    this.addSql(`alter table if exists "webcheckout_checkout" drop constraint if exists "webcheckout_checkout_payment_session_id_unique";`);
    this.addSql(`alter table if exists "webcheckout_checkout" drop constraint if exists "webcheckout_checkout_request_id_unique";`);
    this.addSql(`create table if not exists "webcheckout_action" ("id" text not null, "ledger_id" text not null, "action" text check ("action" in ('sync', 'place_order', 'resolve')) not null, "actor_id" text not null, "note" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_action_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_action_deleted_at" ON "webcheckout_action" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_action_ledger_id_created_at" ON "webcheckout_action" ("ledger_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_checkout" ("id" text not null, "request_id" text not null, "payment_session_id" text null, "payment_collection_id" text not null, "provider_id" text not null, "cart_id" text null, "order_id" text null, "order_reference" text not null, "environment" text not null, "account" text not null, "checkout_id" text null, "display_id" text null, "redirect_url" text null, "amount" numeric not null, "currency_code" text not null, "status" text check ("status" in ('creating', 'rejected', 'unknown', 'open', 'superseded', 'settled', 'closed')) not null default 'creating', "gateway_status" text null, "failure" text null, "attention" text check ("attention" in ('paid_without_order', 'paid_after_superseded', 'paid_twice', 'amount_mismatch', 'partially_refunded', 'refunded_outside', 'refund_missing', 'authorization_lost')) null, "last_checked_at" timestamptz null, "next_check_at" timestamptz null, "check_count" integer not null default 0, "settle_failures" integer not null default 0, "closing_at" timestamptz null, "resolved_at" timestamptz null, "superseded_at" timestamptz null, "settled_at" timestamptz null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_checkout_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_deleted_at" ON "webcheckout_checkout" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_request_id_unique" ON "webcheckout_checkout" ("request_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_payment_session_id_unique" ON "webcheckout_checkout" ("payment_session_id") WHERE payment_session_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_account_checkout_id_unique" ON "webcheckout_checkout" ("environment", "account", "checkout_id") WHERE checkout_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_cart_id_created_at" ON "webcheckout_checkout" ("cart_id", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_payment_collection_id" ON "webcheckout_checkout" ("payment_collection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_order_id" ON "webcheckout_checkout" ("order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_next_check_at" ON "webcheckout_checkout" ("environment", "next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_lease" ("id" text not null, "holder" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_lease_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_lease_deleted_at" ON "webcheckout_lease" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_refund" ("id" text not null, "ledger_id" text not null, "refund_id" text not null, "amount" numeric not null, "refunded_before" numeric not null, "status" text check ("status" in ('open', 'done', 'rejected', 'void', 'reported', 'unclaimed')) not null, "raw_amount" jsonb not null, "raw_refunded_before" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_refund_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_refund_deleted_at" ON "webcheckout_refund" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_refund_ledger_id_unique" ON "webcheckout_refund" ("ledger_id") WHERE status = 'open' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_refund_refund_id" ON "webcheckout_refund" ("refund_id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_return_token" ("id" text not null, "token_hash" text not null, "ledger_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_return_token_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_return_token_deleted_at" ON "webcheckout_return_token" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_return_token_token_hash_unique" ON "webcheckout_return_token" ("token_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_return_token_ledger_id" ON "webcheckout_return_token" ("ledger_id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_subscription" ("id" text not null, "idempotency_key" text not null, "environment" text not null, "account" text not null, "status" text check ("status" in ('creating', 'rejected', 'unconfirmed', 'created', 'active', 'inactive', 'archived', 'expired')) not null default 'creating', "description" text not null, "currency_code" text not null, "amount" numeric not null, "start_date" text not null, "end_date" text null, "send_on_hour" integer not null, "send_every" text check ("send_every" in ('DAY', 'WEEK', 'TWO_WEEKS', 'MONTH', 'TWO_MONTHS', 'THREE_MONTHS', 'SIX_MONTHS', 'YEAR')) not null, "customer_id" text null, "gateway_customer_id" text null, "first_name" text null, "last_name" text null, "email" text null, "phone" text null, "subscription_id" text null, "display_id" text null, "failure" text null, "sent_at" timestamptz null, "last_checked_at" timestamptz null, "search_text" text not null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_subscription_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_deleted_at" ON "webcheckout_subscription" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_idempotency_key_unique" ON "webcheckout_subscription" ("idempotency_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_environment_account_subscription_id_unique" ON "webcheckout_subscription" ("environment", "account", "subscription_id") WHERE subscription_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_created_at_id" ON "webcheckout_subscription" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_amount_id" ON "webcheckout_subscription" ("amount", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_description_id" ON "webcheckout_subscription" ("description", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_email_id" ON "webcheckout_subscription" ("email", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_start_date_id" ON "webcheckout_subscription" ("start_date", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_customer_id_created_at_id" ON "webcheckout_subscription" ("customer_id", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_status_created_at_id" ON "webcheckout_subscription" ("status", "created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_send_every_created_at_id" ON "webcheckout_subscription" ("send_every", "created_at", "id") WHERE deleted_at IS NULL;`);

    // The list's search is an ILIKE within the text; pg_trgm, where the database has it or lets us have it, makes it quick.
    this.addSql(`DO $$ BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_search_text" ON "webcheckout_subscription" USING gin ("search_text" gin_trgm_ops);
    EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
      RAISE NOTICE 'medusa-payment-webcheckout: without pg_trgm the search in subscriptions reads the whole table';
    END $$;`);

    this.addSql(`create table if not exists "webcheckout_subscription_action" ("id" text not null, "webcheckout_subscription_id" text not null, "action" text check ("action" in ('create', 'send_again', 'confirm', 'sync', 'pause', 'resume')) not null, "actor_id" text null, "note" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_subscription_action_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_action_deleted_at" ON "webcheckout_subscription_action" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_action_webcheckout_subscription_id_created_at" ON "webcheckout_subscription_action" ("webcheckout_subscription_id", "created_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "webcheckout_action" cascade;`);

    this.addSql(`drop table if exists "webcheckout_checkout" cascade;`);

    this.addSql(`drop table if exists "webcheckout_lease" cascade;`);

    this.addSql(`drop table if exists "webcheckout_refund" cascade;`);

    this.addSql(`drop table if exists "webcheckout_return_token" cascade;`);

    this.addSql(`drop table if exists "webcheckout_subscription" cascade;`);

    this.addSql(`drop table if exists "webcheckout_subscription_action" cascade;`);
  }

}
