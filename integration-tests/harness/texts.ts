import languages from "../../src/admin/i18n"

export type Language = keyof typeof languages

/** What the admin says, in one language, by the key under `webcheckout`; as the pages' own translator says it. */
export function textsOf(language: Language) {
  const plural = new Intl.PluralRules(language)
  return (key: string, values: Record<string, string | number> = {}): string => {
    const find = (name: string): unknown =>
      name
        .split(".")
        .reduce<unknown>((value, part) => Reflect.get(Object(value), part), languages[language].translation)
    const { count } = values
    const text = find(`webcheckout.${key}`) ?? find(`webcheckout.${key}_${plural.select(Number(count))}`)
    if (typeof text !== "string") {
      throw new Error(`the admin says nothing in ${language} for ${key}`)
    }
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  }
}

/** An amount as the admin writes it in a language. */
export function moneyIn(language: Language, amount: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "code" }).format(amount)
}
