#!/usr/bin/env node
import { parseArgs } from "node:util"
import { Emulator } from "./server"

const USAGE = `Usage: webcheckout-emulator [options]

A payment gateway on loopback, for development and tests. It takes any card and moves no money.

  --port N          port to listen on (4010)
  --extended        also answer the extended operations (refund, cancel, search, …)
  --require-details refuse a checkout without customer, billingAddress and items
  --api-key KEY     key that calls must carry (test-key)
  --api-secret S    secret that calls must carry (test-secret)
  --merchant NAME   name on the payment page (Demo Shop)
  --public-url URL  where browsers reach it behind a proxy, e.g. https://pay.example
  --data FILE       keep the books in this JSON file over a restart
  --help            this text`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "4010" },
      extended: { type: "boolean", default: false },
      "require-details": { type: "boolean", default: false },
      "api-key": { type: "string", default: "test-key" },
      "api-secret": { type: "string", default: "test-secret" },
      merchant: { type: "string", default: "Demo Shop" },
      "public-url": { type: "string" },
      data: { type: "string" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error("--port: must be a whole number from 0 to 65535")
  }
  const publicUrl = values["public-url"]
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#]+$/.test(publicUrl)) {
    throw new Error("--public-url: must be an http(s) address without a path")
  }
  const emulator = await Emulator.start({
    port,
    extendedApi: values.extended,
    requireDetails: values["require-details"],
    apiKey: values["api-key"],
    apiSecret: values["api-secret"],
    merchant: values.merchant,
    publicUrl,
    dataFile: values.data,
  })
  console.log(
    `Gateway emulator\n  baseUrl  ${emulator.baseUrl}\n  books    ${emulator.url}/emulator\nStop it with Ctrl-C.`
  )
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void emulator.stop().then(() => process.exit(0)))
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
