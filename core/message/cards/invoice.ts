// Finds the amount, due date and number of a bill or receipt, if the amount is unambiguous.
import { findDay } from './days.ts'
import { findLabelledValues, labelPattern } from './labels.ts'
import { findMoney, mayHaveMoney } from './money.ts'
import {
  amountDueLabel,
  amountPaidLabel,
  asksForPayment,
  chargesCard,
  confirmsPayment,
  dayLabel,
  dueDateLabel,
  findPayment,
} from './payment.ts'
import type { CardSource, InvoiceCard } from './shapes.ts'

const bill =
  'invoice|inv|bill|rechnung|jahresabrechnung|abrechnung|parcella|mahnung|räkning|regning|lasku|zahlungserinnerung|factura|facture|fattura|fatura\\p{L}*|boleto|tagihan|faktur|factuur|faktura|faktury|rachunek|сч[её]т|فاتورة|فاتورتك|חשבונית|請求書|ご請求|发票|發票|账单|帳單|청구서|बिल|चालान'
const receipt =
  'receipt|quittung|beleg|zahlungsbestätigung|recibo|reçu|ricevuta|makbuz|kuitansi|kwitantie|paragon|квитанция|إيصال|קבלה|領収書|收据|收據|영수증|रसीद'
const billPattern = labelPattern(`\\p{L}*(?:rechnung|factuur)|${bill}`)
const receiptPattern = labelPattern(receipt)
// Languages without spaces between words.
const eastern = /請求書|ご請求|領収書|发票|發票|账单|帳單|收据|收據/u
const names = [billPattern, receiptPattern, eastern]

const totalLabel = labelPattern(
  'grand total|order total|invoice total|total|gesamt|gesamtsumme|gesamtbetrag|rechnungsbetrag|summe|endbetrag|importe total|montant total|montant ttc|total ttc|importo totale|totale|valor total|toplam tutar|fatura tutarı|genel toplam|toplam|totaalbedrag|totaal|razem|suma|kwota razem|итого|всего|разом|всього|totalt|summa|sum|i alt|yhteensä|celkem|المبلغ الإجمالي|الإجمالي|المجموع|סה["״]כ|合計金額|合計|总计|總計|总金额|합계|총액|कुल राशि|कुल',
)
const amountLabel = labelPattern(
  'amount|price|betrag|importe|montant|importo|valor|tutar|jumlah|bedrag|kwota|сумма|сума|belopp|beløp|beløb|summa|částka|المبلغ|סכום|金額|金额|금액|राशि',
)
const partialPattern =
  /sub-?\s?total|zwischensumme|sous-total|ara toplam|小計|小计|소계|minimum|mindest|already|saved|discount|rabatt|before|netto|excl/iu

const numberWord =
  '(?:[\\s.:#№º°-]{0,3}(?:number|nr|no|ref|num|n|id|nummer|número|numero|numéro|numarası|numara|nomor|numer|номер|رقم|מספר|番号|号码|號碼|번호|संख्या)(?!(?!º)\\p{L}))?[\\s.:#№º°：-]{0,4}'
const numberPatterns = [
  new RegExp(
    `(?:rechnungs(?:nummer|nr)|${bill}|${receipt})${numberWord}([\\p{Lu}\\p{Nd}][\\p{Lu}\\p{Nd}/_-]{2,23})(?![\\p{L}\\p{Nd}])`,
    'giu',
  ),
  new RegExp(
    `(?:order|confirmation|pedido|commande|ordine|bestellung|sipariş|pesanan|bestelling|zamówienie|заказ|طلب|للطلب|ref)${numberWord}([\\p{Lu}\\p{Nd}][\\p{Lu}\\p{Nd}/_-]{2,23})(?![\\p{L}\\p{Nd}])`,
    'giu',
  ),
]

export function findInvoiceCard(source: CardSource): InvoiceCard | null {
  const { subject, lines, sender, sentOn } = source
  const head = lines.slice(0, 3).join('\n')
  const isNamed = names.some(name => name.test(subject)) || billPattern.test(head)
  // Most emails stop here.
  if ((!isNamed && !source.isAutomated) || !mayHaveMoney(lines.join('\n'))) return null
  if (!isNamed && !isBillOfMachine(source, head)) return null
  const [amount, ...others] = findAmounts(source)
  if (!amount || others.length > 0) return null
  const payment = findPayment(source)
  if (payment === null) return null
  const { language } = source
  const due = [dueDateLabel, dayLabel].flatMap(label => findLabelledValues(lines, label)).map(value => findDay(value, sentOn, language))
  return {
    kind: 'invoice',
    ...amount,
    due: due.find(day => day !== null) ?? null,
    number: findInvoiceNumber(`${subject}\n${lines.join('\n')}`),
    issuer: sender,
    isPaid: payment === 'paid',
  }
}

/** What no word calls a bill may be one by its facts, if no person wrote it. */
const isBillOfMachine = (source: CardSource, head: string): boolean =>
  confirmsPayment(`${source.subject}\n${head}`) || asksForPayment(source) || chargesCard(source)

interface Amount {
  amount: string
  currency: string
}

/** Distinct amounts next to the most telling label that has any, else the only amount or the one that all others add up to. */
function findAmounts(source: CardSource): Amount[] {
  const lines = withoutPartialSums(source)
  for (const label of [amountDueLabel, amountPaidLabel, totalLabel, amountLabel]) {
    const amounts = amountsBeside(label, lines, source).filter(({ amount }) => Number(amount) > 0)
    if (amounts.length > 0) return amounts
  }
  const top = `${source.subject}\n${source.lines.slice(0, 6).join('\n')}`
  if (!names.some(name => name.test(source.subject)) && !confirmsPayment(top)) return []
  const confirmed = distinctAmounts(
    source.lines
      .slice(0, 6)
      .filter(confirmsPayment)
      .flatMap(line => findMoney(line, source)),
  )
  if (confirmed.length > 0) return confirmed
  const all = source.lines.slice(0, maxLines).flatMap(line => findMoney(line, source))
  const distinct = distinctAmounts(all)
  return distinct.length <= 1 ? distinct : findSum(all)
}

const maxLines = 60
const maxItems = 12

/** The greatest amount, if it is the sum of some of the others: of its items, or of a subtotal and a tax. */
function findSum(amounts: Amount[]): Amount[] {
  const cents = amounts.map(({ amount }) => Math.round(Number(amount) * 100))
  const total = Math.max(...cents)
  const others = cents.filter(amount => amount < total)
  if (others.length < 2 || others.length > maxItems || distinctAmounts(amounts.map(each => ({ ...each, amount: '' }))).length > 1) return []
  let sums = new Set([0])
  for (const other of others) sums = new Set([...sums, ...Array.from(sums, sum => sum + other)])
  return sums.has(total) ? distinctAmounts(amounts.filter((_, at) => cents[at] === total)) : []
}

const distinctAmounts = (amounts: Amount[]): Amount[] => [
  ...new Map(amounts.map(({ amount, currency }) => [`${amount} ${currency}`, { amount, currency }])).values(),
]

const amountsBeside = (label: RegExp, lines: readonly string[], source: CardSource): Amount[] =>
  distinctAmounts(
    findLabelledValues(lines, label).flatMap(value => {
      const [money] = findMoney(value, source)
      return money && value.slice(0, money.start).trim().length <= 30 ? [money] : []
    }),
  )

/** A label may be alone on the line above its amount. */
function withoutPartialSums(source: CardSource): string[] {
  const hasMoney = (line: string) => findMoney(line, source).length > 0
  const isPartial = source.lines.map(line => partialPattern.test(line))
  return source.lines.filter(
    (line, at) => !isPartial[at] && !(isPartial[at - 1] && !hasMoney(source.lines[at - 1] ?? '') && hasMoney(line)),
  )
}

function findInvoiceNumber(text: string): string | null {
  for (const pattern of numberPatterns) {
    for (const [, number = ''] of text.slice(0, 6000).matchAll(pattern)) {
      const clean = number.replace(/[-_/]+$/, '')
      if (/\p{Nd}.*\p{Nd}.*\p{Nd}/u.test(clean) && !/^(?:19|20)\d\d$/.test(clean)) return clean
    }
  }
  return null
}
