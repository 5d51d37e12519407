import { TEXTS } from "../../texts"

const translationOf = ({ webcheckout }: (typeof TEXTS)["en"]) => ({ translation: { webcheckout } })

export default { en: translationOf(TEXTS.en), ar: translationOf(TEXTS.ar) }
