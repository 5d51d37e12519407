import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { notedEvents } from "../../../noted-events"

export async function GET(_req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ events: notedEvents })
}
