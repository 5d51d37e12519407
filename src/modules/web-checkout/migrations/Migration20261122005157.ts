import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122005157 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "webcheckout_checkout" add column if not exists "attention_at" timestamptz null, add column if not exists "told_at" timestamptz null, add column if not exists "payment_method" text null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_checkout_id" ON "webcheckout_checkout" ("checkout_id") WHERE checkout_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_display_id" ON "webcheckout_checkout" ("display_id") WHERE display_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_attention_at" ON "webcheckout_checkout" ("attention_at") WHERE attention IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_created_at_id" ON "webcheckout_checkout" ("created_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_status_created_at" ON "webcheckout_checkout" ("status", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_gateway_status_created_at" ON "webcheckout_checkout" ("gateway_status", "created_at") WHERE deleted_at IS NULL;`);
    // By hand: the beginning of a reference or a short id is found by these, whatever the database's collation.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_order_reference_prefix" ON "webcheckout_checkout" ("order_reference" text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_display_id_prefix" ON "webcheckout_checkout" ("display_id" text_pattern_ops) WHERE display_id IS NOT NULL AND deleted_at IS NULL;`);
    // Nobody was told of the cases of earlier versions: now somebody is.
    this.addSql(`update "webcheckout_checkout" set "attention_at" = "updated_at" where "attention" is not null and "deleted_at" is null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_order_reference_prefix";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_display_id_prefix";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_checkout_id";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_display_id";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_attention_at";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_created_at_id";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_status_created_at";`);
    this.addSql(`drop index if exists "IDX_webcheckout_checkout_gateway_status_created_at";`);
    this.addSql(`alter table if exists "webcheckout_checkout" drop column if exists "attention_at", drop column if exists "told_at", drop column if exists "payment_method";`);
  }

}
