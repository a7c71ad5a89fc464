// Tells from all signs in a bill whether it is due or paid; signs that contradict each other tell nothing.
import { findDay } from './days.ts'
import { findLabelledValues, labelPattern, leadingLabelPattern } from './labels.ts'
import { findMoney } from './money.ts'
import type { CardSource } from './shapes.ts'

/** Null elsewhere: the signs disagree, or nothing is to be paid because it was canceled or refunded. */
export type Payment = 'due' | 'paid'

export const amountDueLabel = labelPattern(
  'amount due|total due|total to pay|balance due|amount payable|total amount due|amount to pay|please pay|to pay|to be paid|you owe|zu zahlen|zu zahlender betrag|zu überweisen|zahlbetrag|fälliger betrag|offener betrag|nachzahlung|importe a pagar|total a pagar|a pagar|montant dû|montant à payer|à payer|à régler|net à payer|reste à payer|totale da pagare|da pagare|importo dovuto|importo da pagare|valor a pagar|ödenecek tutar|ödenecek|jumlah tagihan|total tagihan|te betalen|do zapłaty|к оплате|до сплати|att betala|belopp att betala|beløp til betaling|å betale|at betale|til betaling|maksettava|k úhradě|à pagar|المبلغ المستحق|المبلغ المطلوب|לתשלום|ご?請求金額|ご?請求額|お支払い?金額|应付金额|應付金額|待付金额|청구 ?금액|देय राशि|कुल देय',
)
export const amountPaidLabel = leadingLabelPattern(
  'total paid|amount paid|you paid|paid|payment received|total charged|amount charged|bezahlt|gezahlt|zahlungseingang|gezahlter betrag|total pagado|importe pagado|pagado|total payé|montant payé|payé|totale pagato|importo pagato|pagato|total pago|valor pago|pago|ödenen tutar|ödenen|total dibayar|dibayar|betaald|zapłacono|оплачено|betalt|betalat|maksettu|zaplaceno|المبلغ المدفوع|مدفوع|שולם|お支払い済み|已支付|실付款|결제 ?완료|भुगतान किया',
)
export const dueDateLabel = labelPattern(
  "due date|payment due|due on|was due on|is due on|due by|pay by|pay before|payable by|deadline|due|fällig am|fällig|fälligkeit|zahlbar bis|zahlungsziel|zahlungsfrist|bis spätestens|vence el|vence|vencimiento|fecha de vencimiento|fecha límite(?: de pago)?|fecha de cargo|a más tardar(?: el)?|pagar antes del|échéance|date d['’]échéance|date limite(?: de paiement)?|date de prélèvement|à payer avant le|à régler avant le|scadenza|scade il|scadeva il|scade|entro il|da pagare entro|vencimento em|data de vencimento|vencimento|vence em|vencido em|son ödeme tarihi|son ödeme|vade tarihi|jatuh tempo|batas pembayaran|vervaldatum|uiterlijk|termin płatności|termin zapłaty|płatne do|срок оплаты|оплатить до|термін сплати|сплатити до|förfallodatum|förfallodag|förfaller|betala senast|forfallsdato|forfall|betalingsfrist|forfaldsdato|eräpäivä|datum splatnosti|splatnost|تاريخ الاستحقاق|موعد السداد|آخر موعد|לתשלום עד|מועד אחרון|お?支払い?期限|お振込期限|到期日|付款截止|缴费截止|납부 ?기한|결제 ?기한|अंतिम तिथि|देय तिथि",
)

/** Short words that introduce a day only at the start of a line. */
export const dayLabel = leadingLabelPattern('by|bis(?: zum)?|antes del|avant le|entro il|até|voor|do|до|senast')

const receipt = labelPattern(
  'receipt|quittung|zahlungsbeleg|zahlungsbestätigung|recibo|comprobante|comprovante|reçu|ricevuta|makbuz|kuitansi|kwitantie|betalingsbewijs|paragon|potwierdzenie płatności|kvitto|kvittering|kuitti|potvrzení o platbě|квитанция|чек|إيصال|קבלה',
)
const easternReceipt = /領収書|收据|收據|영수증|रसीद/u

const thanks =
  /payment (?:was |has been )?(?:received|successful|confirm(?:ed|ation)|complete)|(?:received|thank you for|thanks for) your (?:recent )?payment|successfully (?:paid|charged)|^paid with|thank you (?:so much )?for your (?:donation|gift)|we (?:have )?charged|zahlung (?:ist )?(?:eingegangen|erhalten|bestätigt|erfolgreich)|ihre zahlung erhalten|danke für (?:ihre|deine) zahlung|ihre zahlung (?:über .{0,20} )?erhalten|(?:hemos )?recibido (?:tu|su) pago|pago (?:recibido|confirmado|realizado)|hemos cobrado|gracias por (?:tu|su) pago|paiement (?:reçu|confirmé|effectué|accepté)|(?:bien )?reçu votre paiement|merci pour votre paiement|pagamento (?:ricevuto|confermato|recebido|confirmado|aprovado|effettuato)|ricevuto il (?:tuo|suo) pagamento|recebemos (?:o )?seu pagamento|ödemeniz (?:alındı|alınmıştır|başarı)|ödeme (?:alındı|başarılı)|pembayaran (?:anda )?(?:diterima|berhasil)|betaling (?:is )?(?:ontvangen|gelukt)|uw betaling .{0,40}ontvangen|uw betaling ontvangen|bedankt voor (?:uw|je) betaling|płatność (?:została )?(?:otrzymana|przyjęta|zrealizowana)|otrzymaliśmy (?:twoją|państwa) (?:płatność|wpłatę)|(?:платеж|платёж|оплата) (?:получен|прош|принят)|получили ваш|betalning(?:en)? (?:är )?mottagen|tack för (?:din|er) betalning|betalingen er mottatt|vi har mottatt|betaling(?:en)? modtaget|maksu vastaanotettu|platba přijata|استلمنا دفعتك|تم استلام (?:دفعتك|الدفع)|تم الدفع|התשלום התקבל|お支払い(?:が)?完了|ご入金を確認|支払いを確認|支付成功|付款成功|결제가? ?완료|भुगतान (?:प्राप्त|सफल)/iu

const voided =
  /\b(?:refund(?:ed)?|credit note|cancel(?:l?ed|lation)|voided|reversed|chargeback|returned|bounced|nothing to pay|no payment (?:is )?(?:due|needed|required))(?!\p{L})|gutschrift|erstatt|rückzahlung|storniert|storno|reembols|devolución|abono|anulad|cancelad|estorn|rembours|annulé|avoir|rimbors|annullat|nota di credito|iade|iptal|terugbetal|creditnota|geannuleerd|zwrot|anulowan|korekt|возврат|отмен|поверненн|dibatalkan|pengembalian dana|återbetal|kreditfaktura|makulerad|refusjon|kreditnota|tilbagebetal|hyvitys|dobropis|استرداد|إلغاء|זיכוי|החזר|בוטל|返金|キャンセル|退款|取消|환불|취소|रिफंड|रद्द/iu

const failed =
  /\b(?:payment (?:has |was )?(?:failed|declined|unsuccessful)|could(?:n['’]t| not) (?:be )?(?:charge|process|collect)|overdue|past due|unpaid|reminder|outstanding)(?!\p{L})|fehlgeschlagen|mahnung|zahlungserinnerung|überfällig|offene|rechazado|impagad|pendiente|recordatorio|refusé|impayé|relance|rappel|rifiutato|sollecito|non pagat|recusado|atrasad|em aberto|gecik|başarısız|terlambat|gagal|mislukt|herinnering|aanmaning|nieudan|przypomnienie|zaległ|просроч|не оплачен|напоминание|förfallen|påminnelse|purring|rykker|muistutus|upomínka|متأخر|تذكير|פיגור|תזכורת|未払い|督促|逾期|연체|미납|बकाया/iu

export const confirmsPayment = (text: string): boolean => thanks.test(text)

/** An amount and a day by which it is due make a bill, whatever it calls itself. */
export function asksForPayment(source: CardSource): boolean {
  const days = findLabelledValues(source.lines, dueDateLabel).filter(value => /\p{Nd}/u.test(value))
  // The language is detected only where there is something to read.
  return (
    days.length > 0 && hasSum(source, amountDueLabel, isOpen) && days.some(value => findDay(value, source.sentOn, source.language) !== null)
  )
}

const cardMask = /[•*·]{2,}\s?\p{Nd}{4}(?!\p{Nd})/u
const paidWith = leadingLabelPattern(
  'paid with|paid by|charged to|bezahlt mit|pagado con|payé (?:par|avec)|pagato con|pago com|betaald met|zapłacono|оплачено|betalt med|betalat med',
)

/** A line says that a card was charged: paid with it, or its last digits beside the amount. */
export const chargesCard = (source: CardSource): boolean =>
  source.lines.slice(0, maxLines).some(line => cardMask.test(line) && (paidWith.test(line) || findMoney(line, source).length === 1)) &&
  source.lines.slice(0, maxLines).some(line => totals.test(line))

const maxLines = 60
const totals = leadingLabelPattern(
  'grand total|order total|total|gesamt|gesamtsumme|summe|totale|toplam|totaal|razem|suma|итого|totalt|summa|合計|总计|합계',
)

/** A bill is due unless something says that it is paid. */
export function findPayment(source: CardSource): Payment | null {
  const { subject, lines } = source
  const head = `${subject}\n${lines.slice(0, 3).join('\n')}`
  if (voided.test(head)) return null
  const due = [
    failed.test(head),
    hasSum(source, amountDueLabel, isOpen),
    findLabelledValues(lines, dueDateLabel).some(value => /\p{Nd}/u.test(value)),
  ]
  const settled = hasSum(source, amountDueLabel, amount => !isOpen(amount))
  const paid = [settled, hasSum(source, amountPaidLabel, isOpen), thanks.test(head), chargesCard(source)]
  const isDue = due.includes(true)
  // In Spanish the word for a receipt is also one for a bill.
  const isReceipt = (receipt.test(subject) && !(isDue && /recibo/iu.test(subject))) || easternReceipt.test(subject)
  const isPaid = paid.includes(true) || isReceipt
  // What is settled may still name the day on which it was due.
  if (settled || !isDue) return isPaid || settled ? 'paid' : 'due'
  return isPaid ? null : 'due'
}

const isOpen = (amount: string): boolean => Number(amount) > 0

const hasSum = (source: CardSource, label: RegExp, test: (amount: string) => boolean): boolean =>
  findLabelledValues(source.lines, label).some(value => findMoney(value, source).some(({ amount }) => test(amount)))
