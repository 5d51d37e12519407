import PostalMime from "postal-mime"
import { SMTPServer } from "smtp-server"
import { freePort } from "./free-port"

/** One mail as it arrived: its envelope, what was sent, and that without its line breaks, to look for words in. */
export interface Mail {
  to: string[]
  source: string
  raw: string
}

const FULL = new Error("451 The mailbox is full")

/** A local SMTP server that keeps what it is sent. */
export class Mailbox {
  readonly mails: Mail[] = []
  /** While true every mail is refused for now. */
  isFull = false
  /** While true a mail is not answered, until `refuseHeld`. */
  isHolding = false
  private held: ((error: Error) => void)[] = []

  private constructor(
    private readonly server: SMTPServer,
    readonly url: string
  ) {}

  static async start(given?: number): Promise<Mailbox> {
    const port = given ?? (await freePort())
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on("data", (chunk: Buffer) => chunks.push(chunk))
        stream.on("end", () => {
          if (mailbox.isHolding) {
            mailbox.held.push(done)
            return
          }
          if (mailbox.isFull) {
            done(FULL)
            return
          }
          // Quoted-printable breaks long lines with "=".
          const source = Buffer.concat(chunks).toString()
          const raw = source.replace(/=\r?\n/g, "").replace(/=3D/g, "=")
          mailbox.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), source, raw })
          done()
        })
      },
    })
    const mailbox = new Mailbox(server, `smtp://127.0.0.1:${port}`)
    await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening))
    return mailbox
  }

  /** What a provider with templates of its own is given of the mail that holds these words: the template's name and its data. */
  async templateOf(words: string): Promise<{ name: string | null; data: unknown } | undefined> {
    const mail = this.mails.find(({ raw }) => raw.includes(words))
    const parsed = mail && (await PostalMime.parse(mail.source, { attachmentEncoding: "utf8" }))
    return parsed?.attachments.map(({ filename, content }) => ({
      name: filename,
      data: typeof content === "string" ? (JSON.parse(content) as unknown) : undefined,
    }))[0]
  }

  /** How many wait for an answer. */
  get holds(): number {
    return this.held.length
  }

  /** Those who have waited for an answer are told that it cannot be taken. */
  refuseHeld(): void {
    this.isHolding = false
    this.held.splice(0).forEach((done) => done(FULL))
  }

  async stop(): Promise<void> {
    await new Promise<void>((closed) => this.server.close(closed))
  }
}
