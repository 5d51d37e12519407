import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122193233 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "webcheckout_pay_later" ("id" text not null, "payment_session_id" text not null, "payment_collection_id" text not null, "environment" text not null, "order_id" text null, "is_seen_to" boolean not null default false, "due_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_pay_later_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_pay_later_payment_session_id_unique" ON "webcheckout_pay_later" ("payment_session_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_later_deleted_at" ON "webcheckout_pay_later" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_later_payment_collection_id" ON "webcheckout_pay_later" ("payment_collection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_later_environment_due_at" ON "webcheckout_pay_later" ("environment", "due_at") WHERE due_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "webcheckout_pay_mail" ("id" text not null, "pay_link_id" text not null, "environment" text not null, "number" integer not null, "kind" text check ("kind" in ('sent', 'reminder')) not null, "attempts" integer not null default 0, "trying_since" timestamptz null, "due_at" timestamptz null, "outcome" text check ("outcome" in ('sent', 'failed', 'unknown', 'dropped')) null, "sent_at" timestamptz null, "created_by" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "webcheckout_pay_mail_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_mail_deleted_at" ON "webcheckout_pay_mail" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_webcheckout_pay_mail_pay_link_id_number_unique" ON "webcheckout_pay_mail" ("pay_link_id", "number") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_mail_environment_due_at" ON "webcheckout_pay_mail" ("environment", "due_at") WHERE due_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "webcheckout_pay_link" add column if not exists "reminders" integer not null default 0, add column if not exists "remind_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_pay_link_environment_remind_at" ON "webcheckout_pay_link" ("environment", "remind_at") WHERE remind_at IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "webcheckout_pay_later" cascade;`);

    this.addSql(`drop table if exists "webcheckout_pay_mail" cascade;`);

    this.addSql(`drop index if exists "IDX_webcheckout_pay_link_environment_remind_at";`);
    this.addSql(`alter table if exists "webcheckout_pay_link" drop column if exists "reminders", drop column if exists "remind_at";`);
  }

}
