import { model } from "@medusajs/framework/utils"

/** A short lease on a purchase, so that two processes never act on it at once even without a shared locking module. */
export const WebcheckoutLease = model.define("webcheckout_lease", {
  id: model.text().primaryKey(),
  holder: model.text(),
  expires_at: model.dateTime(),
})
