// Loaded into a store that is measured: the Stripe provider takes no address, so its client is given the one of the stand-in.
const { createRequire } = require("node:module")

const { hostname: host, port } = new URL(process.env.STRIPE_STAND_IN)
const path = createRequire(require.resolve("@medusajs/payment-stripe")).resolve("stripe")
const Stripe = require(path)

function AtStandIn(key, config) {
  return new Stripe(key, { ...config, host, port, protocol: "http", telemetry: false })
}
Object.assign(AtStandIn, Stripe, { default: AtStandIn })
require.cache[path].exports = AtStandIn
