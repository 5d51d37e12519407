import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261125081500 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "webcheckout_pay_link" add column if not exists "customer_id" text null, add column if not exists "expiry" text check ("expiry" in ('told', 'over')) null;`);
    // Links used to last for ever: none ends today because of that. Whose orders they are for is not known: they count as ended, and the
    // order's card makes a new one.
    this.addSql(`update "webcheckout_pay_link" set "expires_at" = now() + interval '90 days' where "expires_at" is null;`);
    this.addSql(`alter table if exists "webcheckout_pay_link" alter column "expires_at" set not null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_link_environment_expires_at" ON "webcheckout_pay_link" ("environment", "expires_at") WHERE expiry IS DISTINCT FROM 'over' AND paid_at IS NULL AND ended_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`alter table if exists "webcheckout_pay_token" add column if not exists "ledger_id" text null;`);
    // Two versions of the plugin that run side by side keep their sums apart.
    this.addSql(`delete from "webcheckout_total";`);
    this.addSql(`alter table "webcheckout_total" drop constraint "webcheckout_total_pkey", add constraint "webcheckout_total_pkey" primary key ("environment", "made_by", "started_at", "account", "currency_code");`);
    this.addSql(`drop index if exists "IDX_webcheckout_total_made_at";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_total_made_at" ON "webcheckout_total" ("environment", "made_by", "made_at");`);
  }

  override async down(): Promise<void> {
    this.addSql(`delete from "webcheckout_total";`);
    this.addSql(`drop index if exists "IDX_webcheckout_total_made_at";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_total_made_at" ON "webcheckout_total" ("environment", "made_at");`);
    this.addSql(`alter table "webcheckout_total" drop constraint "webcheckout_total_pkey", add constraint "webcheckout_total_pkey" primary key ("environment", "started_at", "account", "currency_code");`);
    this.addSql(`alter table if exists "webcheckout_pay_token" drop column if exists "ledger_id";`);
    this.addSql(`drop index if exists "IDX_webcheckout_pay_link_environment_expires_at";`);
    this.addSql(`alter table if exists "webcheckout_pay_link" alter column "expires_at" drop not null;`);
    this.addSql(`alter table if exists "webcheckout_pay_link" drop column if exists "customer_id", drop column if exists "expiry";`);
  }

}
