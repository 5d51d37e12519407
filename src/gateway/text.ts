/**
 * The beginning of a text, at most `length` UTF-16 units of it. A character is never cut in half: what cannot be whole
 * is left out, since half a surrogate pair is no text that JSON and a database take.
 */
export function cutText(text: string, length: number): string {
  const whole = text.toWellFormed()
  if (whole.length <= length) {
    return whole
  }
  const cut = whole.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Text that anybody may have written, as it may stand in HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
