import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261123023000 extends Migration {

  override async up(): Promise<void> {
    // Two filters of the Payments page together: PostgreSQL takes them for independent, and looks through all the rows of one of them in
    // the list's order where next to none is of both. By these it knows which go together.
    this.addSql(`create statistics if not exists "webcheckout_checkout_filters" (mcv) on "environment", "account", "currency_code", "status", "gateway_status" from "webcheckout_checkout";`);
    this.addSql(`analyze "webcheckout_checkout";`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop statistics if exists "webcheckout_checkout_filters";`);
  }

}
