// Finds the amount, due date and number of a bill or receipt, if the amount is unambiguous.
import { findDay } from './days.ts'
import { findLabelledValues, labelPattern } from './labels.ts'
import { findMoney, mayHaveMoney } from './money.ts'
import { asksForPayment, chargesCard, confirmsPayment, dayLabel, dueDateLabel, findPayment } from './payment.ts'
import type { CardSource, InvoiceCard } from './shapes.ts'
import { findConfirmedSums, findLabelledSums, findOnlySum, type StatedSum } from './sums.ts'

const bill =
  'invoice|inv|bill|rechnung|jahresabrechnung|abrechnung|parcella|mahnung|räkning|regning|lasku|zahlungserinnerung|factura|facture|fattura|fatura\\p{L}*|boleto|tagihan|faktur|factuur|faktura|faktury|rachunek|сч[её]т|فاتورة|فاتورتك|חשבונית|請求書|ご請求|发票|發票|账单|帳單|청구서|बिल|चालान'
const receipt =
  'receipt|quittung|beleg|zahlungsbestätigung|recibo|reçu|ricevuta|makbuz|kuitansi|kwitantie|paragon|квитанция|إيصال|קבלה|領収書|收据|收據|영수증|रसीद'
const billPattern = labelPattern(`\\p{L}*(?:rechnung|factuur)|${bill}`)
const receiptPattern = labelPattern(receipt)
// Languages without spaces between words.
const eastern = /請求書|ご請求|領収書|发票|發票|账单|帳單|收据|收據/u
const names = [billPattern, receiptPattern, eastern]

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

/** Distinct amounts next to the most telling label that has any, else the only amount or the one that all others add up to. */
function findAmounts(source: CardSource): StatedSum[] {
  const find = (text: string) => findMoney(text, source)
  const labelled = findLabelledSums(source.lines, find)
  if (labelled.length > 0) return labelled
  const top = `${source.subject}\n${source.lines.slice(0, 6).join('\n')}`
  if (!names.some(name => name.test(source.subject)) && !confirmsPayment(top)) return []
  const confirmed = findConfirmedSums(source.lines, find)
  return confirmed.length > 0 ? confirmed : findOnlySum(source.lines, find)
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
