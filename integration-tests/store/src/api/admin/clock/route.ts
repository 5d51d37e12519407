import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"

/** Stops the store's clock: from now on no job runs by itself, only those that a test runs. */
export async function DELETE(_req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await new WorkflowScheduler().clear()
  res.json({ stopped: true })
}
