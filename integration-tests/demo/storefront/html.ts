/** HTML that is known to be safe. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | undefined | false | Part[]

function write(part: Part): string {
  if (part instanceof Html) {
    return part.text
  }
  if (Array.isArray(part)) {
    return part.map(write).join("")
  }
  if (part === null || part === undefined || part === false) {
    return ""
  }
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A template whose values are escaped unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, piece, index) => text + piece + write(parts[index]), ""))
}
