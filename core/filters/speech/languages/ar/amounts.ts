// Arabic: rules for amounts of money, and the words for currencies. The article is left out.
import { toLookup } from '../dictionary.ts'

const over = 'أكثر من|فوق|أعلى من|تزيد عن|تزيد على|يزيد عن|يزيد على|تتجاوز|يتجاوز|أكبر من|تفوق|يفوق|بأكثر من'
const under = 'أقل من|تحت|دون|تقل عن|يقل عن|أصغر من|بأقل من'
const atLeast = 'لا تقل عن|لا يقل عن|لا أقل من|ما لا يقل عن'
const atMost = 'لا تزيد عن|لا تزيد على|لا يزيد عن|لا يزيد على|لا تتجاوز|لا يتجاوز'
const stated = '[ب] (قيمة|مبلغ|بقيمة|بمبلغ|قيمتها|مبلغها|إجمالي|مجموع)'

const compared = (words: string): string[] => [`[ب] (${words}) <price>`, `${stated} (${words}) <money>`]

export const amounts: Record<string, string[]> = {
  amountover: compared(over),
  amountatleast: [...compared(atLeast), '<price> (على أقل|فأكثر|أو أكثر)'],
  amountunder: compared(under),
  amountatmost: [...compared(atMost), '<price> (على أكثر|فأقل|أو أقل)'],
  amountbetween: ['[ب] بين <money> (و|إلى) <price>', `${stated} بين <money> (و|إلى) <money>`],
  bigamount: ['(مبالغ|دفعات|تحويلات|فواتير|مدفوعات) (كبيرة|ضخمة|عالية|مرتفعة)'],
  smallamount: ['(مبالغ|دفعات|تحويلات|فواتير|مدفوعات) (صغيرة|منخفضة)'],
}

/** Null: a word that several currencies share. */
export const currencies = toLookup<string | null>(
  ['€|يورو|eur', 'EUR'],
  ['$|دولار|دولارا|دولارات|دولار أمريكي|usd', 'USD'],
  ['£|جنيه استرليني|جنيها استرلينيا|gbp', 'GBP'],
  ['ريال سعودي|ريالا سعوديا|sar', 'SAR'],
  ['درهم إماراتي|درهما إماراتيا|aed', 'AED'],
  ['جنيه مصري|جنيها مصريا|egp', 'EGP'],
  ['ريال|ريالا|ريالات|درهم|درهما|دراهم|جنيه|جنيها|جنيهات|دينار|دينارا|دنانير|ليرة|ليرات', null],
)

export const scales = toLookup(['ألف|آلاف|ألفا', 1000], ['مليون|ملايين|مليونا', 1_000_000])
