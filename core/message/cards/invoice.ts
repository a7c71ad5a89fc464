// Finds the amount, due date and number of a bill or receipt, if the amount is unambiguous.
import { findDay } from './days.ts'
import { findLabelledValues, labelPattern } from './labels.ts'
import { findMoney, mayHaveMoney } from './money.ts'
import type { CardSource, InvoiceCard } from './shapes.ts'

const bill =
  'invoice|bill|rechnung|mahnung|zahlungserinnerung|factura|facture|fattura|fatura\\p{L}*|boleto|tagihan|faktur|factuur|faktura|faktury|rachunek|сч[её]т|فاتورة|فاتورتك|חשבונית|請求書|ご請求|发票|發票|账单|帳單|청구서|बिल|चालान'
const receipt =
  'receipt|quittung|beleg|zahlungsbestätigung|recibo|reçu|ricevuta|makbuz|kuitansi|kwitantie|paragon|квитанция|إيصال|קבלה|領収書|收据|收據|영수증|रसीद'
const billPattern = labelPattern(`\\p{L}*(?:rechnung|factuur)|${bill}`)
const receiptPattern = labelPattern(receipt)
// Languages without spaces between words.
const eastern = /請求書|ご請求|領収書|发票|發票|账单|帳單|收据|收據/u

const amountDueLabel = labelPattern(
  'amount due|total due|balance due|amount payable|total amount due|amount to pay|zu zahlen|zu zahlender betrag|zahlbetrag|fälliger betrag|offener betrag|gesamtbetrag|rechnungsbetrag|importe total|importe a pagar|total a pagar|montant dû|montant à payer|net à payer|montant total|totale da pagare|importo dovuto|importo totale|valor total|valor a pagar|ödenecek tutar|toplam tutar|fatura tutarı|jumlah tagihan|total tagihan|te betalen|totaalbedrag|do zapłaty|к оплате|المبلغ المستحق|المبلغ الإجمالي|לתשלום|ご?請求金額|ご?請求額|合計金額|お支払い?金額|应付金额|應付金額|청구 ?금액|결제 ?금액|कुल राशि|देय राशि|कुल देय',
)
const totalLabel = labelPattern(
  'total paid|amount paid|grand total|order total|total charged|total|gesamt|gesamtsumme|summe|total pagado|total payé|totale pagato|total pago|totale|total ttc|toplam|合計|总计|總計|합계|总金额|कुल',
)
const amountLabel = labelPattern(
  'amount|betrag|importe|montant|importo|valor|tutar|jumlah|bedrag|kwota|сумма|المبلغ|סכום|金額|金额|금액|राशि',
)
const partialPattern =
  /sub-?\s?total|zwischensumme|sous-total|ara toplam|小計|小计|소계|minimum|mindest|already|saved|discount|rabatt|before|netto|excl/iu

const dueDateLabel = labelPattern(
  "due date|payment due|due on|due by|pay by|payable by|due|fällig am|fällig|zahlbar bis|zahlungsziel|bis spätestens|vence el|vencimiento|fecha de vencimiento|fecha límite|pagar antes del|échéance|date d[’']échéance|à payer avant le|scadenza|da pagare entro|vencimento em|vencimento|vence em|vencido em|son ödeme tarihi|son ödeme|jatuh tempo|vervaldatum|uiterlijk|termin płatności|срок оплаты|оплатить до|تاريخ الاستحقاق|موعد السداد|לתשלום עד|お?支払い?期限|到期日|付款截止|납부 ?기한|अंतिम तिथि|देय तिथि",
)
const numberWord =
  '(?:[\\s.:#№º°-]{0,3}(?:number|nr|no|num|n|id|nummer|número|numero|numéro|numarası|numara|nomor|numer|номер|رقم|מספר|番号|号码|號碼|번호|संख्या))?[\\s.:#№º°：-]{0,4}'
const numberPatterns = [
  new RegExp(
    `(?:rechnungs(?:nummer|nr)|${bill}|${receipt})${numberWord}([\\p{Lu}\\p{Nd}][\\p{Lu}\\p{Nd}/_-]{2,23})(?![\\p{L}\\p{Nd}])`,
    'giu',
  ),
  new RegExp(
    `(?:order|pedido|commande|ordine|bestellung|sipariş|pesanan|bestelling|zamówienie|заказ)${numberWord}([\\p{Lu}\\p{Nd}][\\p{Lu}\\p{Nd}/_-]{2,23})(?![\\p{L}\\p{Nd}])`,
    'giu',
  ),
]

export function findInvoiceCard(source: CardSource): InvoiceCard | null {
  const { subject, lines, sender, sentOn } = source
  const top = `${subject}\n${lines.slice(0, 4).join('\n')}`
  const isReceipt = receiptPattern.test(subject)
  if (!billPattern.test(subject) && !isReceipt && !eastern.test(subject) && !billPattern.test(lines.slice(0, 2).join('\n'))) return null
  const [amount, ...others] = findAmounts(source)
  if (!amount || others.length > 0) return null
  const { language } = source
  return {
    kind: 'invoice',
    ...amount,
    due:
      findLabelledValues(lines, dueDateLabel)
        .map(value => findDay(value, sentOn, language))
        .find(day => day !== null) ?? null,
    number: findInvoiceNumber(`${top}\n${lines.join('\n')}`),
    issuer: sender,
    isPaid:
      isReceipt || lines.some(line => /^(?:total|amount) paid\b|^bezahlt|^total pagado\b|^totale pagato\b|^total payé\b/iu.test(line)),
  }
}

interface Amount {
  amount: string
  currency: string
}

/** Distinct amounts next to the most telling label that has any. */
function findAmounts(source: CardSource): Amount[] {
  // Most emails stop here.
  if (!mayHaveMoney(source.lines.join('\n'))) return []
  const lines = withoutPartialSums(source)
  for (const label of [amountDueLabel, totalLabel, amountLabel]) {
    const amounts = amountsBeside(label, lines, source)
    if (amounts.length > 0) return amounts
  }
  return []
}

function amountsBeside(label: RegExp, lines: readonly string[], source: CardSource): Amount[] {
  const amounts = new Map<string, Amount>()
  for (const value of findLabelledValues(lines, label)) {
    const [money] = findMoney(value, source)
    if (money && value.slice(0, money.start).trim().length <= 30)
      amounts.set(`${money.amount} ${money.currency}`, { amount: money.amount, currency: money.currency })
  }
  return [...amounts.values()]
}

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
      if (/\p{Nd}{3}/u.test(clean) && !/^(?:19|20)\d\d$/.test(clean)) return clean
    }
  }
  return null
}
