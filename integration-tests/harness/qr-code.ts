import { readFileSync } from "node:fs"
import type { Locator } from "playwright-core"

const JSQR = readFileSync(require.resolve("jsqr"), "utf8")

/** What a phone's camera reads in a QR code that is drawn as SVG. */
export async function readQrCode(code: Locator): Promise<string | undefined> {
  const page = code.page()
  await page.evaluate(JSQR)
  const svg = await code.evaluate((element) => new XMLSerializer().serializeToString(element))
  return page.evaluate<string | undefined>(`(async () => {
    const image = new Image()
    image.src = "data:image/svg+xml;utf8," + encodeURIComponent(${JSON.stringify(svg)})
    await image.decode()
    const canvas = document.createElement("canvas")
    canvas.width = canvas.height = 416
    const context = canvas.getContext("2d")
    context.fillStyle = "white"
    context.fillRect(0, 0, 416, 416)
    context.drawImage(image, 0, 0, 416, 416)
    return jsQR(context.getImageData(0, 0, 416, 416).data, 416, 416)?.data
  })()`)
}
