import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** What the Payments page filters by and many rows share. */
const FILTERS = ["account", "currency_code", "status", "gateway_status"];

const TABLES = ["case", "checkout", "history", "lease", "pay_link", "mail", "refund", "subscription", "task", "token"];

/** The tables as the models describe them, then what a model cannot say: see "By hand". */
export class Migration20261126050000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "webcheckout_case" ("id" text not null, "ledger_id" text not null, "reason" text not null, "said" jsonb not null, "opened_at" timestamptz not null, "told_at" timestamptz null, "closed_at" timestamptz null, "closed_by" text null, "note" text null, "closed_as" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_case_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_case_ledger_id_reason_unique" ON "webcheckout_case" ("ledger_id", "reason") WHERE closed_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_case_ledger_id_opened_at" ON "webcheckout_case" ("ledger_id", "opened_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_case_opened_at" ON "webcheckout_case" ("opened_at") WHERE closed_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_checkout" ("id" text not null, "request_id" text not null, "payment_session_id" text null, "payment_collection_id" text not null, "provider_id" text not null, "cart_id" text null, "order_id" text null, "pay_link_id" text null, "order_reference" text not null, "gateway_order_id" text not null, "environment" text not null, "account" text not null, "checkout_id" text null, "display_id" text null, "redirect_url" text null, "amount" numeric not null, "currency_code" text not null, "status" text check ("status" in ('creating', 'rejected', 'unknown', 'open', 'superseded', 'settled', 'closed')) not null default 'creating', "gateway_status" text null, "gateway_amount" numeric null, "total_refunded" numeric null, "is_refund_told" boolean not null default false, "mismatch" text check ("mismatch" in ('request', 'amount', 'currency')) null, "failure" text null, "attention" text check ("attention" in ('paid_without_order', 'paid_after_superseded', 'paid_twice', 'amount_mismatch', 'partially_refunded', 'refunded_outside', 'refund_missing', 'canceled_not_refunded', 'unanswered', 'authorization_lost', 'inconsistent')) null, "attention_at" timestamptz null, "payment_method" text null, "last_checked_at" timestamptz null, "next_check_at" timestamptz null, "check_count" integer not null default 0, "settle_failures" integer not null default 0, "follow_after" timestamptz null, "closing_at" timestamptz null, "resolved_at" timestamptz null, "resolved_as" text null, "superseded_at" timestamptz null, "settled_at" timestamptz null, "paid_at" timestamptz null, "medusa_captured" numeric null, "medusa_refunded" numeric null, "agreed_at" timestamptz null, "reserved_at" timestamptz null, "ended_at" timestamptz null, "doubted_answer" text null, "doubted_at" timestamptz null, "has_unreported_reversal" boolean not null default false, "watch_at" timestamptz null, "raw_amount" jsonb not null, "raw_gateway_amount" jsonb null, "raw_total_refunded" jsonb null, "raw_medusa_captured" jsonb null, "raw_medusa_refunded" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_checkout_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_request_id_unique" ON "webcheckout_checkout" ("request_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_payment_session_id_unique" ON "webcheckout_checkout" ("payment_session_id") WHERE payment_session_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_account_checkout_id_unique" ON "webcheckout_checkout" ("environment", "account", "checkout_id") WHERE checkout_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_cart_id_created_at" ON "webcheckout_checkout" ("cart_id", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_payment_collection_id" ON "webcheckout_checkout" ("payment_collection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_checkout_id" ON "webcheckout_checkout" ("checkout_id") WHERE checkout_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_display_id" ON "webcheckout_checkout" ("display_id") WHERE display_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_attention_at" ON "webcheckout_checkout" ("attention_at") WHERE attention IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_created_at_id" ON "webcheckout_checkout" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_updated_at" ON "webcheckout_checkout" ("environment", "updated_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_created_at" ON "webcheckout_checkout" ("environment", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_amount_id" ON "webcheckout_checkout" ("amount", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_last_checked_at_id" ON "webcheckout_checkout" ("last_checked_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_order_id" ON "webcheckout_checkout" ("order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_order_reference_created_at" ON "webcheckout_checkout" ("order_reference", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_next_check_at" ON "webcheckout_checkout" ("environment", "next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_reserved_at" ON "webcheckout_checkout" ("environment", "reserved_at") WHERE reserved_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_environment_watch_at" ON "webcheckout_checkout" ("environment", "watch_at") WHERE watch_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_history" ("id" text not null, "subject_id" text not null, "what" text check ("what" in ('handed_out', 'answered', 'case_opened', 'case_ended', 'sync', 'place_order', 'resolve', 'record_refund', 'refund', 'create', 'send_again', 'confirm', 'pause', 'resume', 'erase')) not null, "detail" text null, "refunded" text null, "actor_id" text null, "note" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_history_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_history_subject_id_created_at" ON "webcheckout_history" ("subject_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_lease" ("id" text not null, "holder" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_lease_pkey" primary key ("id"));`);

    this.addSql(`create table if not exists "webcheckout_pay_link" ("id" text not null, "order_id" text not null, "order_reference" text not null, "customer_id" text null, "environment" text not null, "currency_code" text not null, "amount" numeric null, "note" text null, "expires_at" timestamptz not null, "expiry" text check ("expiry" in ('told', 'over')) null, "ended_at" timestamptz null, "ended_by" text null, "created_by" text null, "paid_at" timestamptz null, "raw_amount" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_pay_link_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_link_order_id_created_at" ON "webcheckout_pay_link" ("order_id", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_link_environment_expires_at" ON "webcheckout_pay_link" ("environment", "expires_at") WHERE expiry IS DISTINCT FROM 'over' AND paid_at IS NULL AND ended_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_mail" ("id" text not null, "environment" text not null, "kind" text check ("kind" in ('sent', 'reminder', 'case', 'subscription', 'digest')) not null, "key" text not null, "subject_id" text not null, "to" text null, "send_at" timestamptz not null, "attempts" integer not null default 0, "trying_since" timestamptz null, "outcome" text check ("outcome" in ('sent', 'failed', 'unknown', 'dropped')) null, "sent_at" timestamptz null, "created_by" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_mail_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_mail_key_unique" ON "webcheckout_mail" ("key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_mail_subject_id_send_at" ON "webcheckout_mail" ("subject_id", "send_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_refund" ("id" text not null, "ledger_id" text not null, "kind" text check ("kind" in ('medusa', 'case', 'out_of_stock', 'outside')) not null, "refund_id" text null, "amount" numeric not null, "refunded_before" numeric not null, "status" text check ("status" in ('open', 'done', 'rejected', 'void', 'reported', 'unclaimed')) not null, "raw_amount" jsonb not null, "raw_refunded_before" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_refund_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_refund_ledger_id_unique" ON "webcheckout_refund" ("ledger_id") WHERE status = 'open' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_refund_ledger_id_created_at" ON "webcheckout_refund" ("ledger_id", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_refund_refund_id" ON "webcheckout_refund" ("refund_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_refund_refund_id_unique" ON "webcheckout_refund" ("refund_id") WHERE status IN ('open', 'done', 'reported') AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_subscription" ("id" text not null, "idempotency_key" text not null, "environment" text not null, "account" text not null, "status" text check ("status" in ('creating', 'rejected', 'unconfirmed', 'created', 'active', 'inactive', 'archived', 'expired')) not null default 'creating', "description" text not null, "currency_code" text not null, "amount" numeric not null, "start_date" text not null, "end_date" text null, "send_on_hour" integer not null, "send_every" text check ("send_every" in ('DAY', 'WEEK', 'TWO_WEEKS', 'MONTH', 'TWO_MONTHS', 'THREE_MONTHS', 'SIX_MONTHS', 'YEAR')) not null, "customer_id" text null, "gateway_customer_id" text null, "first_name" text null, "last_name" text null, "email" text null, "phone" text null, "subscription_id" text null, "display_id" text null, "failure" text null, "sent_at" timestamptz null, "last_checked_at" timestamptz null, "attention" text check ("attention" in ('customer_deleted', 'unconfirmed')) null, "attention_at" timestamptz null, "told_at" timestamptz null, "erased_at" timestamptz null, "search_text" text not null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_subscription_pkey" primary key ("id"));`);
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
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_attention_at" ON "webcheckout_subscription" ("attention_at") WHERE attention IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_task" ("id" text not null, "kind" text not null, "subject_id" text not null, "environment" text not null, "data" jsonb null, "due_at" timestamptz not null, "attempts" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_task_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_task_environment_kind_subject_id_unique" ON "webcheckout_task" ("environment", "kind", "subject_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_task_environment_kind_due_at" ON "webcheckout_task" ("environment", "kind", "due_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_token" ("id" text not null, "token_hash" text not null, "purpose" text check ("purpose" in ('return', 'after_return', 'copy', 'qr', 'mail')) not null, "ledger_id" text null, "pay_link_id" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_token_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_token_token_hash_unique" ON "webcheckout_token" ("token_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_token_ledger_id" ON "webcheckout_token" ("ledger_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_token_pay_link_id" ON "webcheckout_token" ("pay_link_id") WHERE deleted_at IS NULL;`);

    for (const name of TABLES) {
      this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_${name}_deleted_at" ON "webcheckout_${name}" ("deleted_at") WHERE deleted_at IS NULL;`);
    }

    // By hand. Two filters together: the rows of one are searched for the other within its index, not one by one in the table. The
    // model has the same indexes by name.
    for (const column of FILTERS) {
      const others = ["id", "environment", ...FILTERS.filter((other) => other !== column)];
      this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_${column}_created_at" ON "webcheckout_checkout" ("${column}", "created_at") INCLUDE (${others.map((other) => `"${other}"`).join(", ")}) WHERE deleted_at IS NULL;`);
    }

    // By hand: the beginning of a reference or a short id is found by these, whatever the database's collation.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_order_reference_prefix" ON "webcheckout_checkout" ("order_reference" text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_display_id_prefix" ON "webcheckout_checkout" ("display_id" text_pattern_ops) WHERE display_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_gateway_order_id_prefix" ON "webcheckout_checkout" ("gateway_order_id" text_pattern_ops) WHERE deleted_at IS NULL;`);

    // By hand: the search in subscriptions is an ILIKE within the text; pg_trgm makes it fast where the database has it.
    this.addSql(`DO $$ BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE INDEX IF NOT EXISTS "IDX_webcheckout_subscription_search_text" ON "webcheckout_subscription" USING gin ("search_text" gin_trgm_ops);
    EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
      RAISE NOTICE 'medusa-payment-webcheckout: without pg_trgm the search in subscriptions reads the whole table';
    END $$;`);

    // By hand: the checkouts whose amounts differ, by the rule of services/statement-amounts (DIFFERS). A test sees that it is used.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_differs" ON "webcheckout_checkout" ("environment", "created_at", "id") WHERE deleted_at IS NULL AND (attention IS NOT NULL OR CASE WHEN COALESCE(gateway_status IN ('PAID', 'REFUNDED', 'PARTIALLY_REFUNDED'), false) AND NOT (COALESCE(gateway_status IN ('REFUNDED'), false) AND NOT status = 'settled' AND COALESCE(medusa_captured, 0) = 0) THEN COALESCE(gateway_amount, amount) ELSE 0 END <> CASE WHEN status = 'settled' AND paid_at IS NOT NULL THEN amount ELSE 0 END OR CASE WHEN COALESCE(gateway_status IN ('PAID', 'REFUNDED', 'PARTIALLY_REFUNDED'), false) AND NOT (COALESCE(gateway_status IN ('REFUNDED'), false) AND NOT status = 'settled' AND COALESCE(medusa_captured, 0) = 0) THEN COALESCE(gateway_amount, amount) ELSE 0 END <> COALESCE(medusa_captured, 0) OR CASE WHEN (COALESCE(gateway_status IN ('REFUNDED'), false) AND NOT status = 'settled' AND COALESCE(medusa_captured, 0) = 0) THEN 0 WHEN COALESCE(gateway_status IN ('REFUNDED'), false) THEN COALESCE(total_refunded, COALESCE(gateway_amount, amount)) WHEN COALESCE(gateway_status IN ('PARTIALLY_REFUNDED'), false) THEN COALESCE(total_refunded, medusa_refunded, 0) ELSE COALESCE(total_refunded, 0) END <> COALESCE(medusa_refunded, 0) OR ((COALESCE(gateway_status IN ('PARTIALLY_REFUNDED'), false) AND total_refunded IS NULL) AND COALESCE(medusa_refunded, 0) = 0));`);

    // By hand, and without a model: sums of the ledger's rows by the hour or a quarter of it, which can be made anew at any time. Two
    // versions of the plugin that run side by side keep their sums apart.
    this.addSql(`create table if not exists "webcheckout_total" ("environment" text not null, "made_by" text not null, "started_at" timestamptz not null, "account" text not null, "currency_code" text not null, "paid" integer not null, "failed" integer not null, "abandoned" integer not null, "open" integer not null, "with_money" integer not null, "differing" integer not null, "closed" integer not null, "untold" integer not null, "gateway_paid" numeric null, "gateway_refunded" numeric null, "ledger_paid" numeric null, "medusa_captured" numeric null, "medusa_refunded" numeric null, "passed_through" numeric null, "reserved" numeric null, "asked_at" timestamptz null, "made_at" timestamptz not null, constraint "webcheckout_total_pkey" primary key ("environment", "made_by", "started_at", "account", "currency_code"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_total_made_at" ON "webcheckout_total" ("environment", "made_by", "made_at");`);

    // By hand: what happens to a row is written down with the change itself, so that no process can die in between.
    this.addSql(`create or replace function webcheckout_write_history(ledger_id text, what text, detail text, refunded numeric default null) returns void language sql set search_path from current as $$ insert into "webcheckout_history" ("id", "subject_id", "what", "detail", "refunded", "created_at", "updated_at") values ('whis_' || replace(gen_random_uuid()::text, '-', ''), ledger_id, what, detail, refunded::text, clock_timestamp(), clock_timestamp()) $$;`);
    this.addSql(`create or replace function webcheckout_write_changes() returns trigger language plpgsql set search_path from current as $$
begin
  if new.redirect_url is not null and new.payment_session_id is not null
    and (old.redirect_url is null or (new.status = 'open' and new.payment_session_id is distinct from old.payment_session_id)) then
    perform webcheckout_write_history(new.id, 'handed_out', new.gateway_status);
  end if;
  if new.gateway_status is distinct from old.gateway_status or coalesce(new.total_refunded, 0) is distinct from coalesce(old.total_refunded, 0)
    or (old.gateway_amount is not null and new.gateway_amount is distinct from old.gateway_amount) then
    perform webcheckout_write_history(new.id, 'answered', new.gateway_status, new.total_refunded::numeric);
  end if;
  return null;
exception when others then
  -- A line that is missing in the time line is nothing beside a payment that could not be written down.
  raise warning 'webcheckout: what happened to % could not be written down: %', new.id, sqlerrm;
  return null;
end $$;`);
    this.addSql(`drop trigger if exists "webcheckout_checkout_changes" on "webcheckout_checkout";`);
    this.addSql(`create trigger "webcheckout_checkout_changes" after update of "redirect_url", "payment_session_id", "gateway_status", "total_refunded", "gateway_amount" on "webcheckout_checkout" for each row when (new.gateway_status is distinct from old.gateway_status or new.total_refunded is distinct from old.total_refunded or new.gateway_amount is distinct from old.gateway_amount or new.payment_session_id is distinct from old.payment_session_id or new.redirect_url is distinct from old.redirect_url) execute function webcheckout_write_changes();`);

    // By hand: a payment's row shows its first open case, or how a person has closed the last one. The row is locked first, so that of
    // two cases that change at once the second sees the first.
    this.addSql(`create or replace function webcheckout_show_case() returns trigger language plpgsql set search_path from current as $$
declare
  shown record;
  closed record;
begin
  perform 1 from "webcheckout_checkout" where id = new.ledger_id for update;
  select reason, opened_at into shown from "webcheckout_case"
    where ledger_id = new.ledger_id and closed_at is null and deleted_at is null order by opened_at, id limit 1;
  select closed_at, closed_as into closed from "webcheckout_case"
    where ledger_id = new.ledger_id and closed_as is not null and deleted_at is null order by closed_at desc limit 1;
  update "webcheckout_checkout" set
    attention = shown.reason,
    attention_at = coalesce(shown.opened_at, attention_at),
    resolved_at = case when shown.reason is null then closed.closed_at end,
    resolved_as = closed.closed_as,
    updated_at = date_trunc('milliseconds', clock_timestamp())
  where id = new.ledger_id;
  begin
    if new.closed_at is null and (tg_op = 'INSERT' or new.opened_at is distinct from old.opened_at) then
      perform webcheckout_write_history(new.ledger_id, 'case_opened', new.reason);
    elsif tg_op = 'UPDATE' and old.closed_at is null and new.closed_at is not null then
      perform webcheckout_write_history(new.ledger_id, 'case_ended', new.reason);
    end if;
  exception when others then
    -- A line that is missing in the time line is nothing beside a case that could not be opened.
    raise warning 'webcheckout: what happened to % could not be written down: %', new.ledger_id, sqlerrm;
  end;
  return null;
end $$;`);
    this.addSql(`drop trigger if exists "webcheckout_case_changes" on "webcheckout_case";`);
    this.addSql(`create trigger "webcheckout_case_changes" after insert or update of "opened_at", "closed_at", "closed_as" on "webcheckout_case" for each row execute function webcheckout_show_case();`);
  }

  override async down(): Promise<void> {
    for (const name of ["total", ...TABLES]) {
      this.addSql(`drop table if exists "webcheckout_${name}" cascade;`);
    }
    this.addSql(`drop function if exists webcheckout_show_case();`);
    this.addSql(`drop function if exists webcheckout_write_changes();`);
    this.addSql(`drop function if exists webcheckout_write_history(text, text, text, numeric);`);
  }

}
