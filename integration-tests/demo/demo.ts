import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { formatAmount } from "../../src/gateway/money"
import { Emulator } from "../../src/emulator/server"
import { TEMPLATE, type Postgres } from "../harness/postgres"
import { prepareShop, restoreShop } from "../harness/prepared-shop"
import { publishableKey, Shopper, signInAdmin, until, visit } from "../harness/shop"
import {
  buildAdmin,
  ADMIN,
  linkPlugin,
  migrate,
  ROOT,
  seed,
  startStore,
  type Store,
  type StoreSettings,
} from "../harness/store"
import { startPostgres } from "../harness/start-postgres"
import { seedCases } from "../harness/seed-cases"
import { seedSubscriptions } from "../harness/seed-subscriptions"
import { say, step } from "../harness/steps"
import { Mailbox } from "../harness/mailbox"
import { Wholesale, WHOLESALE } from "../harness/wholesale"
import { World } from "../harness/world"
import { MailPage } from "./mail-page"
import { Storefront } from "./storefront/server"

const DATA = join(ROOT, ".demo")
const DATABASE = "webcheckout_demo"
const PORTS = { store: 9000, storefront: 8000, emulator: 4010, mails: 8025 }

/** Things to stop again, last started first. */
const running: { stop(): Promise<void> }[] = []

interface Demo {
  store: Store
  key: string
  emulator: Emulator
  settings: StoreSettings
  storefront: { url: string } | undefined
  mails: { url: string } | undefined
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      /** Buy something over HTTP and end. */
      smoke: { type: "boolean", default: false },
      /** Fill the shop with a case of every kind that needs a person, with subscriptions and some orders. */
      "seed-cases": { type: "boolean", default: false },
      /** Leave the storefront's port free for one of your own. */
      "without-storefront": { type: "boolean", default: false },
    },
  })
  const isStopping = stopOnSignals()
  try {
    const demo = await start({
      isSmoke: values.smoke,
      hasStorefront: !values["without-storefront"],
      isFilled: values["seed-cases"],
    })
    if (values.smoke) {
      await buySomething(demo)
      await stopAll()
      process.exit(0)
    }
    if (values["seed-cases"]) {
      await fill(demo)
    }
    const { store, key, storefront, emulator, mails } = demo
    console.log(
      [
        "",
        storefront
          ? `  Shop       ${storefront.url}`
          : `  Shop       yours, at http://localhost:${PORTS.storefront}, with the publishable key ${key}`,
        `  Admin      ${store.url}/app    ${ADMIN.email} / ${ADMIN.password}`,
        `  Gateway    ${emulator.url}/emulator`,
        ...(mails ? [`  Mails      ${mails.url}    with a button that lets a day pass`] : []),
        ...(storefront
          ? [`  Wholesale  ${storefront.url}/ae/sign-in    ${WHOLESALE.email} orders now and pays later`]
          : []),
        "",
        "  Ctrl-C stops everything; the data stays in .demo for the next start.",
        "",
      ].join("\n")
    )
  } catch (error) {
    if (isStopping()) {
      return
    }
    await stopAll()
    throw error
  }
}

interface DemoWishes {
  isSmoke: boolean
  hasStorefront: boolean
  isFilled: boolean
}

async function start({ isSmoke, hasStorefront, isFilled }: DemoWishes): Promise<Demo> {
  linkPlugin()
  mkdirSync(DATA, { recursive: true })
  const isRestored = restoreShop(DATA)
  const postgres = await step("Starting PostgreSQL", () => startPostgres(DATA))
  running.push(postgres)
  const ports = isSmoke ? { store: undefined, storefront: 0, emulator: 0 } : PORTS
  const emulator = await step("Starting the gateway emulator", () =>
    Emulator.start({
      port: ports.emulator,
      extendedApi: true,
      merchant: "Majlis Coffee",
      dataFile: isSmoke ? undefined : join(DATA, "emulator.json"),
    })
  )
  running.push(emulator)
  const mailbox = isSmoke ? undefined : await Mailbox.start()
  const settings = {
    ...settingsOf({ isFilled, smtpUrl: mailbox?.url ?? "" }),
    databaseUrl: postgres.url(DATABASE),
    gateway: emulator,
    port: ports.store,
  }
  await step("Preparing the shop and building its admin (the first time: a minute)", () =>
    Promise.all([prepareDatabase(postgres, settings, isRestored), buildAdmin(settings)])
  )
  const store = await step("Starting Medusa", () => startStore(settings))
  running.push(store)
  const key = await publishableKey(await signInAdmin(store.url))
  const mails = mailbox && (await openWholesale({ emulator, store, settings, mailbox }))
  if (!hasStorefront) {
    return { store, key, emulator, settings, storefront: undefined, mails }
  }
  const storefront = await step("Starting the storefront", () =>
    Storefront.start({ medusaUrl: store.url, publishableKey: key, port: ports.storefront })
  )
  running.push(storefront)
  return { store, key, emulator, settings, storefront, mails }
}

/** The customer who orders now and pays later, and the mails that make them. */
async function openWholesale({
  emulator,
  store,
  settings,
  mailbox,
}: Pick<Demo, "emulator" | "store" | "settings"> & { mailbox: Mailbox }): Promise<MailPage> {
  running.push(mailbox)
  const world = await World.around(emulator, store, settings)
  await step("Signing the wholesale customer up", () => Wholesale.signUp(world))
  const mails = await MailPage.start(mailbox, {
    port: PORTS.mails,
    passDay: async () => {
      await world.passDays(1)
      await world.runJob("run-tasks")
    },
  })
  running.push(mails)
  return mails
}

/** How the demo's store is set up: everything that the plugin can do is on. */
function settingsOf({ isFilled, smtpUrl }: { isFilled: boolean; smtpUrl: string }) {
  return {
    storefrontUrl: `http://localhost:${PORTS.storefront}`,
    options: {
      extendedApi: true,
      payLinks: { remindAfterDays: [2], cancelUnpaidAfterDays: 5, copiedFromMedusa: true },
      // A refund counts as lost after six timeouts: nobody wants to wait for that while cases are made.
      ...(isFilled ? { timeoutMs: 1000 } : {}),
    },
    env: { WEBCHECKOUT_PAY_LATER: JSON.stringify({ customerGroups: ["Wholesale"] }), SMTP_URL: smtpUrl },
    // In a smoke run too: the tests use the same build.
    admin: true,
  }
}

/** @param isRestored whether `restoreShop` has put TEMPLATE on this server */
async function prepareDatabase(postgres: Postgres, settings: StoreSettings, isRestored: boolean): Promise<void> {
  const isThere = await postgres.hasDatabase(DATABASE)
  // On the server of DATABASE_URL, the demo touches its own database only.
  if (!isThere && !process.env.DATABASE_URL) {
    if (!isRestored) {
      await prepareShop(postgres, DATA)
    }
    await postgres.createDatabase(DATABASE, TEMPLATE)
    return
  }
  if (!isThere) {
    await postgres.createDatabase(DATABASE)
  }
  // An earlier version may have created it.
  await migrate(settings)
  await seed(settings)
}

/** What a merchant's admin looks like after some days: orders, subscriptions, and payments that need a person. */
async function fill({ emulator, store, settings }: Demo): Promise<void> {
  const world = await World.around(emulator, store, settings)
  await step("Selling something", async () => {
    for (const quantity of [1, 2, 1]) {
      await world.paidOrder({ quantity })
    }
  })
  await step("Creating subscriptions", () => seedSubscriptions(world))
  await step("Making a case of every kind", async () => {
    const cases = await seedCases(world)
    say(`${cases.size} payments need a person: see the bell, and Payments → Needs attention`)
  })
}

/** One whole purchase over HTTP: what the browser would do, step by step. */
async function buySomething({ store, key, emulator }: Demo): Promise<void> {
  const admin = await signInAdmin(store.url)
  const shopper = new Shopper(store.url, key)
  const cart = await step("Filling a cart", () => shopper.fillCart({ quantity: 2 }))
  say(`cart ${cart.id}, ${formatAmount(cart.total, cart.currency_code)}`)
  const session = await step("Starting the payment", () => shopper.startPayment(cart))
  const redirectUrl = String(session.data.redirect_url)
  say(`hosted page ${redirectUrl}`)
  const paid = await step("Paying on the hosted page", () =>
    fetch(redirectUrl, { method: "POST", body: new URLSearchParams({ action: "pay" }), redirect: "manual" })
  )
  const returnUrl = paid.headers.get("location")
  if (!returnUrl) {
    throw new Error(
      `The hosted page answered ${paid.status} and did not send the shopper back. See ${emulator.url}/emulator`
    )
  }
  const landing = await step("Returning to the shop", () => visit(returnUrl))
  say(`sent on to ${landing.location}`)
  const { order_id } = await shopper.outcome(cart.id)
  const order = await step("Looking at the order", () =>
    until("a captured order", async () => {
      const { order } = await admin.admin.order.retrieve(String(order_id), {
        fields: "id,payment_status,total,currency_code",
      })
      return order.payment_status === "captured" && order
    })
  )
  console.log(`\nOrder ${order.id}, payment ${order.payment_status}, ${formatAmount(order.total, order.currency_code)}`)
}

async function stopAll(): Promise<void> {
  for (const part of running.reverse()) {
    await part.stop().catch((error: unknown) => console.error(error))
  }
  running.length = 0
}

/** @returns whether a signal has come */
function stopOnSignals(): () => boolean {
  let isStopping = false
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isStopping) {
        return
      }
      isStopping = true
      console.log("\nStopping …")
      void stopAll().then(() => process.exit(0))
    })
  }
  return () => isStopping
}

main().then(
  () => undefined,
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    // The embedded PostgreSQL has an exit hook of its own: the code is given explicitly, so that it stands.
    process.exit(1)
  }
)
