import type { PayLinkState } from "../../../modules/web-checkout/rules/pay-link"

/** The page's languages. The first is used if the browser prefers none of them. */
export const PAGE_LANGUAGES = ["en", "ar"] as const

export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

export interface PageTexts {
  /** For amounts and dates: a BCP 47 tag. */
  locale: string
  direction: "ltr" | "rtl"
  order: string
  shipping: string
  credit: string
  total: string
  paid: string
  owed: string
  toPay: string
  part: string
  reference: string
  expires: string
  pay: string
  goOn: string
  secure: string
  again: string
  shop: string
  test: string
  unknown: { title: string; text: string }
  failed: { title: string; text: string }
  /** What stands there instead of the amount. */
  states: Record<Exclude<PayLinkState, "payable">, { title: string; text: string }>
}

const en: PageTexts = {
  locale: "en",
  direction: "ltr",
  order: "Order #{number}",
  shipping: "Shipping",
  credit: "Credit",
  total: "Total",
  paid: "Paid so far",
  owed: "Outstanding",
  toPay: "To pay now",
  part: "Deposit",
  reference: "Reference",
  expires: "This link can be used until {date}.",
  pay: "Pay {amount}",
  goOn: "Continue to payment",
  secure: "You pay on the payment service's page. The shop never sees your card.",
  again: "Check again",
  shop: "Go to the shop",
  test: "Test: no real money",
  unknown: {
    title: "Unknown link",
    text: "Part of the URL may be missing. Ask the shop for a new link.",
  },
  failed: {
    title: "The payment could not be started",
    text: "No new payment was started. Try again in a moment; if it happens again, ask the shop. If you have already paid, please do not pay again.",
  },
  states: {
    open_elsewhere: {
      title: "The payment page is already open",
      text: "It may be open in another window or on another device. You continue on the same page, so nothing can be paid twice.",
    },
    being_paid: {
      title: "This order already has a payment",
      text: "Please do not pay again. The shop still has to confirm the payment.",
    },
    paid: { title: "Paid. Thank you!", text: "The shop has received your payment." },
    nothing_owed: { title: "There is nothing to pay", text: "This order has no outstanding amount." },
    ended: {
      title: "This link no longer works",
      text: "Ask the shop for a new one if you still want to pay.",
    },
    expired: { title: "This link has expired", text: "Ask the shop for a new one." },
    canceled: { title: "This order is cancelled", text: "There is nothing to pay." },
  },
}

const ar: PageTexts = {
  locale: "ar-AE",
  direction: "rtl",
  order: "الطلب رقم {number}",
  shipping: "الشحن",
  credit: "رصيد",
  total: "الإجمالي",
  paid: "المدفوع حتى الآن",
  owed: "المتبقي",
  toPay: "المطلوب دفعه الآن",
  part: "دفعة مقدّمة",
  reference: "المرجع",
  expires: "يمكن استخدام هذا الرابط حتى {date}.",
  pay: "ادفع {amount}",
  goOn: "المتابعة إلى صفحة الدفع",
  secure: "تدفع في صفحة خدمة الدفع، ولا يطّلع المتجر على بطاقتك أبدًا.",
  again: "تحقّق مرة أخرى",
  shop: "الانتقال إلى المتجر",
  test: "تجربة: لا أموال حقيقية",
  unknown: { title: "هذا الرابط غير معروف", text: "اطلب رابطًا جديدًا من المتجر. ربما ينقص جزء من العنوان." },
  failed: {
    title: "تعذّر بدء الدفع",
    text: "لم تبدأ عملية دفع جديدة. أعد المحاولة بعد لحظات، وإن تكرّر ذلك فاسأل المتجر. إن كنت قد دفعت من قبل فيرجى عدم الدفع مرة أخرى.",
  },
  states: {
    open_elsewhere: {
      title: "صفحة الدفع مفتوحة بالفعل",
      text: "قد تكون مفتوحة في نافذة أخرى أو على جهاز آخر. ستصل إلى الصفحة نفسها، فلا يمكن الدفع مرتين.",
    },
    being_paid: { title: "هناك عملية دفع لهذا الطلب بالفعل", text: "يرجى عدم الدفع مرة أخرى. بقي أن يؤكدها المتجر." },
    paid: { title: "تم الدفع. شكرًا لك!", text: "استلم المتجر دفعتك." },
    nothing_owed: { title: "لا يوجد ما يُدفع", text: "لا يوجد مبلغ مستحق على هذا الطلب." },
    ended: { title: "لم يعد هذا الرابط مستخدمًا", text: "أنهاه المتجر. اطلب رابطًا جديدًا إن كنت لا تزال تريد الدفع." },
    expired: { title: "انتهت صلاحية هذا الرابط", text: "اطلب رابطًا جديدًا من المتجر." },
    canceled: { title: "هذا الطلب ملغى", text: "لا يوجد ما يُدفع." },
  },
}

export const PAGE_TEXTS: Record<PageLanguage, PageTexts> = { en, ar }
