import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** What the Payments page filters by and many rows share. */
const FILTERS = ["account", "currency_code", "status", "gateway_status"];

export class Migration20261123023000 extends Migration {

  override async up(): Promise<void> {
    // Two filters together: the rows of one are looked through for the other within its index, not one by one in the table. The model
    // has the same indexes by name, and cannot say INCLUDE.
    for (const column of FILTERS) {
      const others = ["id", "environment", ...FILTERS.filter((other) => other !== column)];
      this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_${column}_with_others" ON "webcheckout_checkout" ("${column}", "created_at") INCLUDE (${others.map((other) => `"${other}"`).join(", ")}) WHERE deleted_at IS NULL;`);
    }
    // Only now, and for no longer than this takes, nobody can read the ledger.
    for (const column of FILTERS) {
      this.addSql(`drop index if exists "IDX_webcheckout_checkout_${column}_created_at";`);
      this.addSql(`alter index "IDX_webcheckout_checkout_${column}_with_others" rename to "IDX_webcheckout_checkout_${column}_created_at";`);
    }
  }

  override async down(): Promise<void> {
    for (const column of FILTERS) {
      this.addSql(`drop index if exists "IDX_webcheckout_checkout_${column}_created_at";`);
      this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_webcheckout_checkout_${column}_created_at" ON "webcheckout_checkout" ("${column}", "created_at") WHERE deleted_at IS NULL;`);
    }
  }

}
