import { notFound } from "../modules/web-checkout/errors"

/** What an id of Medusa's looks like, or one that was imported. */
const MEDUSA_ID = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Answers 404 to an id that cannot be one, before the database is asked: PostgreSQL refuses some characters, and a lease would keep them.
 *
 * @throws MedusaError NOT_FOUND, without the id
 */
export function requireId(id: string, what: string): void {
  if (!isId(id)) {
    throw notFound(`There is no ${what} with this id.`)
  }
}

export function isId(id: string): boolean {
  return MEDUSA_ID.test(id)
}
