import type { MedusaContainer } from "@medusajs/framework/types"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { ringBell } from "../medusa/notifications"

/** Rings the bell for a task that keeps failing, once a day for as long as it does. */
export async function notifyOfFailing(
  container: MedusaContainer,
  { id, kind, subject_id, attempts }: Task
): Promise<void> {
  const what = [kind, subject_id].join(" ").trim()
  await ringBell(container, {
    key: `webcheckout:task:${id}:${new Date().toISOString().slice(0, 10)}`,
    title: "A task of the plugin keeps failing",
    description: `"${what}" has failed ${attempts} times in a row. The server's log gives the reason. It is tried again once a day.`,
    resource_id: subject_id || id,
    resource_type: "webcheckout_task",
    trigger_type: "webcheckout.task.failing",
  })
}
