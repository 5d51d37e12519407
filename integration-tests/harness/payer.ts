/** Somebody who holds a pay link's address: what a browser does with it. */
export class Payer {
  constructor(
    private readonly url: string,
    private readonly language = "en"
  ) {}

  /** The page as text, with its HTTP status and headers. */
  async look(): Promise<{ status: number; text: string; html: string; headers: Headers }> {
    return shown(await this.fetch("GET"))
  }

  /** Presses the button. @returns the gateway's page; the link's own where there was nothing to pay */
  async press(): Promise<URL> {
    const response = await this.fetch("POST")
    const location = response.headers.get("location")
    if (response.status !== 303 || !location) {
      throw new Error(`the button answered ${response.status}: ${(await shown(response)).text}`)
    }
    return new URL(location, this.url)
  }

  /** Presses the button where that cannot lead on. */
  async pressInVain(): Promise<{ status: number; text: string }> {
    return shown(await this.fetch("POST"))
  }

  private fetch(method: "GET" | "POST"): Promise<Response> {
    return fetch(this.url, { method, redirect: "manual", headers: { "accept-language": this.language } })
  }
}

async function shown(response: Response) {
  const html = await response.text()
  const text = html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, " ")
  return { status: response.status, text, html, headers: response.headers }
}
