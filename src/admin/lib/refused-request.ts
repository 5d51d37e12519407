import { z } from "zod"
import type { Problem } from "../../gateway/errors"
import { backendUrl, isTokenNeeded, sdk } from "./client"

const refusalSchema = z.looseObject({
  message: z.string().optional(),
  problems: z.array(z.object({ field: z.string(), rule: z.string() })).catch([]),
})

/** A refused request, with every problem and its field. */
export class RefusedRequest extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly problems: Problem[]
  ) {
    super(message)
  }
}

/** The rule that a field breaks, if the server named one. */
export function ruleOf(error: unknown, field: string): string | undefined {
  return error instanceof RefusedRequest ? error.problems.find((problem) => problem.field === field)?.rule : undefined
}

/**
 * Sends a POST with the admin's session or token. Medusa's client keeps only the message of a refusal; a form needs the problems.
 *
 * @throws RefusedRequest
 */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const token = isTokenNeeded ? await sdk.client.getToken() : undefined
  const response = await fetch(`${backendUrl.replace(/\/+$/, "")}${path}`, {
    method: "POST",
    credentials: "include",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) {
    const refusal = refusalSchema.parse(await response.json().catch(() => ({})))
    throw new RefusedRequest(refusal.message ?? response.statusText, response.status, refusal.problems)
  }
  const answer: Answer = await response.json()
  return answer
}

/** The message of a failure for the user. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
