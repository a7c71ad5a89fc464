// English: rules for amounts of money, and the words for currencies.
import { toLookup } from '../dictionary.ts'

const over =
  'over|above|more than|exceeding|exceeds|exceed|beyond|larger than|higher than|greater than|bigger than|upwards of|in excess of|of more than|worth more than|worth over|uber|mehr als'
const under = 'under|below|less than|lower than|smaller than|cheaper than|of less than|worth less than|worth under|unter|weniger als'
const atLeast = 'at least|no less than|not less than|of at least|worth at least|a minimum of'
const atMost = 'at most|up to|no more than|not more than|not over|of at most|worth at most|a maximum of'
const stated =
  '[where|whose|with|if|when|that|which|and] [the|an|a|its|their] (amount|amounts|total|totals|sum|price|value) [due|paid] [of|is|are]'

const compared = (words: string): string[] => [`[of|for|worth] (${words}) <price>`, `${stated} (${words}) <money>`]

export const amounts: Record<string, string[]> = {
  amountover: compared(over),
  amountatleast: [...compared(atLeast), '<price> (or more|and up|and more|and above|or above)'],
  amountunder: compared(under),
  amountatmost: [...compared(atMost), '<price> (or less|and less|or below|and below)'],
  amountbetween: [`[of|for|worth] (between|from) <money> (and|to) <price>`, `${stated} (between|from) <money> (and|to) <money>`],
  bigamount: [
    '(large|big|high|huge|unusual) (payments|transfers|payment|amounts|sums|purchases|invoices|bills|transactions|withdrawals|orders)',
    `[of] (${over}|${atLeast}) <money>`,
  ],
  smallamount: [
    'small (payments|transfers|payment|amounts|sums|purchases|invoices|bills|transactions|withdrawals|orders)',
    `[of] (${under}|${atMost}) <money>`,
  ],
}

/** Null: a word that several currencies share. */
export const currencies = toLookup<string | null>(
  ['€|euro|euros|eur', 'EUR'],
  ['$|dollar|dollars|bucks|usd|us dollars', 'USD'],
  ['£|pound|pounds|quid|gbp|pounds sterling', 'GBP'],
  ['chf|swiss franc|swiss francs', 'CHF'],
  ['¥|yen|jpy', 'JPY'],
  ['₹|rupee|rupees|inr', 'INR'],
  ['₺|lira|liras|try', 'TRY'],
  ['franc|francs|peso|pesos|krone|kroner|kronor|crown|crowns|dinar|dinars|riyal|riyals', null],
  ['dirham|dirhams|aed', 'AED'],
  ['zloty|pln', 'PLN'],
  ['cad', 'CAD'],
  ['aud', 'AUD'],
)

export const scales = toLookup(['k|thousand|grand', 1000], ['million|mio', 1_000_000])
