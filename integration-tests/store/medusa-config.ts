import { defineConfig } from "@medusajs/framework/utils"

/**
 * A store as a merchant writes it. The environment decides what a run needs: WEBCHECKOUT_OPTIONS holds further plugin
 * options as JSON, and WEBCHECKOUT_DEPENDENCIES what the payment module is handed (to test the store that forgot it).
 */
const furtherOptions = JSON.parse(process.env.WEBCHECKOUT_OPTIONS ?? "{}")
const redisUrl = process.env.REDIS_URL
const withoutPlugin = process.env.WITHOUT_PLUGIN === "true"
const dependencies = (process.env.WEBCHECKOUT_DEPENDENCIES ?? "webCheckout,query").split(",").filter(Boolean)

/** What several Medusa processes on one database need: locks, events and workflows that they share. */
function sharedModules(redisUrl: string) {
  return [
    {
      resolve: "@medusajs/medusa/locking",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/locking-redis", id: "locking-redis", is_default: true, options: { redisUrl } },
        ],
      },
    },
    { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
    { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
  ]
}

/** E-mail beside the admin's feed, which a store that names its own providers has to name too. */
function notificationModule(url: string) {
  return {
    resolve: "@medusajs/medusa/notification",
    options: {
      providers: [
        { resolve: "@medusajs/medusa/notification-local", id: "local", options: { channels: ["feed"] } },
        { resolve: "./src/modules/smtp", id: "smtp", options: { channels: ["email"], url } },
      ],
    },
  }
}

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    redisUrl,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: process.env.STORE_CORS ?? "http://localhost:8000",
      adminCors: process.env.ADMIN_CORS ?? "http://localhost:9000",
      authCors: process.env.ADMIN_CORS ?? "http://localhost:9000",
      jwtSecret: process.env.JWT_SECRET ?? "only-for-this-machine",
      cookieSecret: process.env.COOKIE_SECRET ?? "only-for-this-machine",
    },
  },
  admin: {
    disable: process.env.WITHOUT_ADMIN === "true",
    // Where Medusa's own "Copy payment link" leads: the demo's server.
    storefrontUrl: "http://localhost:9000/webcheckout",
  },
  // Without it the bench sees what it adds.
  plugins: withoutPlugin
    ? []
    : [
        {
          resolve: "medusa-payment-webcheckout",
          options: {
            environment: "test",
            baseUrl: process.env.WEBCHECKOUT_BASE_URL,
            apiKey: process.env.WEBCHECKOUT_API_KEY,
            apiSecret: process.env.WEBCHECKOUT_API_SECRET,
            backendUrl: process.env.BACKEND_URL,
            storefront: { url: process.env.STOREFRONT_URL },
            ...furtherOptions,
            ...(process.env.WEBCHECKOUT_BUILD_CHECKOUT
              ? {
                  // By currency: the fields of the request that a test's buildCheckout replaces.
                  buildCheckout: (request: { currency: string }) => ({
                    ...request,
                    ...JSON.parse(process.env.WEBCHECKOUT_BUILD_CHECKOUT ?? "{}")[request.currency],
                  }),
                }
              : {}),
          },
        },
      ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: withoutPlugin ? [] : dependencies,
      options: {
        providers: [
          ...(withoutPlugin ? [] : [{ resolve: "medusa-payment-webcheckout/providers/webcheckout", id: "default" }]),
          ...(process.env.WEBCHECKOUT_ACCOUNT
            ? [
                {
                  resolve: "medusa-payment-webcheckout/providers/webcheckout",
                  id: process.env.WEBCHECKOUT_ACCOUNT,
                  options: { account: process.env.WEBCHECKOUT_ACCOUNT },
                },
              ]
            : []),
          // The bench's peer, which calls a stand-in.
          ...(process.env.STRIPE_STAND_IN
            ? [
                {
                  resolve: "@medusajs/payment-stripe",
                  id: "stripe",
                  options: { apiKey: "sk_test_bench", webhookSecret: "whsec_bench" },
                },
              ]
            : []),
          ...(process.env.WEBCHECKOUT_PAY_LATER
            ? [
                {
                  resolve: "medusa-payment-webcheckout/providers/webcheckout",
                  id: "later",
                  options: { mode: "pay-later", ...JSON.parse(process.env.WEBCHECKOUT_PAY_LATER) },
                },
              ]
            : []),
        ],
      },
    },
    ...(redisUrl ? sharedModules(redisUrl) : []),
    ...(process.env.SMTP_URL ? [notificationModule(process.env.SMTP_URL)] : []),
    // Medusa's roles; the flag itself is read from the environment.
    ...(process.env.MEDUSA_FF_RBAC === "true" ? [{ resolve: "@medusajs/medusa/rbac" }] : []),
  ],
})
