import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

interface Measured {
  /** e.g. `purchases.listLive` */
  method: string
  args: unknown[]
}

/** Calls one method of the plugin's module. @returns the milliseconds it took, without those of the route */
export async function POST(req: MedusaRequest<Measured>, res: MedusaResponse): Promise<void> {
  const [service, name] = req.body.method.split(".")
  const services =
    req.scope.resolve<Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>>("webCheckout")
  const started = performance.now()
  await services[service][name](...req.body.args)
  res.json({ ms: performance.now() - started })
}
