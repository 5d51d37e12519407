/**
 * Cuts a text to at most `length` UTF-16 units, never within a surrogate pair: half of one is rejected by JSON and the database.
 */
export function cutText(text: string, length: number): string {
  const cut = text.toWellFormed().slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Escapes text of any origin for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
