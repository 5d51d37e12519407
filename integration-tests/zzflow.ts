import { readFileSync, writeFileSync } from "node:fs"
import globalSetup from "./harness/global-setup"
import { World } from "./harness/world"
const F = "/tmp/statements.log"
const main = async () => {
  await globalSetup()
  writeFileSync(F, "")
  const world = await World.start({ env: { STATEMENTS_FILE: F, NODE_OPTIONS: `--require ${__dirname}/harness/exit-with-parent.cjs --require ${__dirname}/harness/note-statements.cjs` } })
  const { regions } = await world.admin.admin.region.list({ fields: "id,*payment_providers" })
  for (const region of regions) await world.admin.admin.region.update(region.id, { payment_providers: [...(region.payment_providers ?? []).map((x) => x.id), "pp_system_default"] })
  const lines = () => readFileSync(F, "utf8").split("\n").filter(Boolean)
  const flow = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    await new Promise((r) => setTimeout(r, 1500))
    const before = lines().length, calls = world.emulator.calls.length
    const result = await run()
    const at = lines().length
    await new Promise((r) => setTimeout(r, 1500))
    const all = lines().slice(before)
    const own = all.filter((l) => /webcheckout_/.test(l))
    console.log(name, "statements", at - before, "(later", all.length - (at - before), ") own", own.length, "tx", all.filter(l => /^(begin|commit|rollback)/i.test(l)).length, "calls", world.emulator.calls.slice(calls).map((c: any) => c.operation ?? c.path ?? JSON.stringify(c).slice(0, 60)).join(","))
    writeFileSync(`/tmp/flow-${name}.log`, all.join("\n"))
    return result
  }
  for (const warm of [0, 1]) {
    const p = warm ? "" : "warm-"
    const s = world.shopper()
    const cart = await s.fillCart()
    await flow(p + "create-system", () => s.startPayment(cart, undefined, "pp_system_default"))
    await flow(p + "complete-system", () => s.complete(cart.id))
    const c2 = await s.fillCart()
    const session = await flow(p + "create-ours", () => s.startPayment(c2))
    world.emulator.act(world.checkoutOf(session.id).id, "pay")
    await flow(p + "complete-ours", () => s.complete(c2.id))
    const c3 = await s.fillCart()
    const s3 = await s.startPayment(c3)
    world.emulator.act(world.checkoutOf(s3.id).id, "pay")
    await flow(p + "return", () => world.comeBack(world.checkoutOf(s3.id)))
    await flow(p + "return-again", () => world.comeBack(world.checkoutOf(s3.id)))
    await flow(p + "complete-after-return", () => s.complete(c3.id))
    await flow(p + "outcome", () => s.outcome(c3.id))
    const c4 = await s.fillCart()
    await s.startPayment(c4)
    await flow(p + "change-cart-ours", () => s.addItem(c4.id, "cup-set"))
    await flow(p + "create-again", () => s.startPayment(c4))
    const c5 = await s.fillCart()
    await s.startPayment(c5, undefined, "pp_system_default")
    await flow(p + "change-cart-system", () => s.addItem(c5.id, "cup-set"))
    const c6 = await s.fillCart()
    const s6 = await s.startPayment(c6)
    await flow(p + "return-unpaid", () => world.comeBack(world.checkoutOf(s6.id)))
    await flow(p + "reconcile-pending", () => world.reconcile(world.checkoutOf(s6.id)))
    world.emulator.act(world.checkoutOf(s6.id).id, "pay")
    await flow(p + "reconcile-paid", () => world.reconcile(world.checkoutOf(s6.id)))
  }
  await world.stop()
  process.exit(0)
}
void main()
