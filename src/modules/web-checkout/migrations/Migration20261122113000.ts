import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122113000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "webcheckout_moment" ("id" text not null, "ledger_id" text not null, "what" text check ("what" in ('handed_out', 'answered', 'case_opened', 'case_ended')) not null, "detail" text null, "refunded" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_moment_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_moment_deleted_at" ON "webcheckout_moment" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_moment_ledger_id_created_at" ON "webcheckout_moment" ("ledger_id", "created_at") WHERE deleted_at IS NULL;`);
    // By hand: what happens to a row is written down with the change itself, so that no process can die in between.
    this.addSql(`create or replace function webcheckout_write_moment(ledger_id text, what text, detail text, refunded numeric default null) returns void language sql set search_path from current as $$ insert into "webcheckout_moment" ("id", "ledger_id", "what", "detail", "refunded", "created_at", "updated_at") values ('wmom_' || replace(gen_random_uuid()::text, '-', ''), ledger_id, what, detail, refunded::text, clock_timestamp(), clock_timestamp()) $$;`);
    this.addSql(`create or replace function webcheckout_write_moments() returns trigger language plpgsql set search_path from current as $$
begin
  if new.redirect_url is not null and new.payment_session_id is not null
    and (old.redirect_url is null or (new.status = 'open' and new.payment_session_id is distinct from old.payment_session_id)) then
    perform webcheckout_write_moment(new.id, 'handed_out', new.gateway_status);
  end if;
  if new.gateway_status is distinct from old.gateway_status or coalesce(new.total_refunded, 0) is distinct from coalesce(old.total_refunded, 0)
    or (old.gateway_amount is not null and new.gateway_amount is distinct from old.gateway_amount) then
    perform webcheckout_write_moment(new.id, 'answered', new.gateway_status, new.total_refunded::numeric);
  end if;
  if old.attention is not null and new.attention is distinct from old.attention then
    perform webcheckout_write_moment(new.id, 'case_ended', old.attention);
  end if;
  if new.attention is not null and new.attention_at is distinct from old.attention_at then
    perform webcheckout_write_moment(new.id, 'case_opened', new.attention);
  end if;
  return null;
exception when others then
  -- A line that is missing in the time line is nothing beside a payment that could not be written down.
  raise warning 'webcheckout: what happened to % could not be written down: %', new.id, sqlerrm;
  return null;
end $$;`);
    this.addSql(`drop trigger if exists "webcheckout_checkout_moments" on "webcheckout_checkout";`);
    this.addSql(`create trigger "webcheckout_checkout_moments" after update of "redirect_url", "payment_session_id", "gateway_status", "total_refunded", "gateway_amount", "attention", "attention_at" on "webcheckout_checkout" for each row when (new.gateway_status is distinct from old.gateway_status or new.total_refunded is distinct from old.total_refunded or new.gateway_amount is distinct from old.gateway_amount or new.payment_session_id is distinct from old.payment_session_id or new.redirect_url is distinct from old.redirect_url or new.attention is distinct from old.attention or new.attention_at is distinct from old.attention_at) execute function webcheckout_write_moments();`);
    // An amount of nothing is stored as none.
    this.addSql(`alter table "webcheckout_total" alter column "gateway_paid" drop not null, alter column "gateway_refunded" drop not null, alter column "ledger_paid" drop not null, alter column "medusa_captured" drop not null, alter column "medusa_refunded" drop not null, alter column "passed_through" drop not null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`delete from "webcheckout_total";`);
    this.addSql(`alter table "webcheckout_total" alter column "gateway_paid" set not null, alter column "gateway_refunded" set not null, alter column "ledger_paid" set not null, alter column "medusa_captured" set not null, alter column "medusa_refunded" set not null, alter column "passed_through" set not null;`);
    this.addSql(`drop trigger if exists "webcheckout_checkout_moments" on "webcheckout_checkout";`);
    this.addSql(`drop function if exists webcheckout_write_moments();`);
    this.addSql(`drop function if exists webcheckout_write_moment(text, text, text, numeric);`);
    this.addSql(`drop table if exists "webcheckout_moment" cascade;`);
  }

}
