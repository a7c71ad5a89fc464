// Finds what a bank reports: money in, money out, a low balance; only if several signs agree on which.
import { findOnlyValue, labelAtStart, maxLineLength } from './facts.ts'
import { findMoney, mayHaveMoney } from './money.ts'
import type { AlertCard, CardSource } from './shapes.ts'

type BankState = 'paid' | 'received' | 'low_balance'

const events: [BankState, RegExp][] = [
  [
    'low_balance',
    /low balance|balance is (?:low|below)|below your (?:limit|threshold)|niedriger kontostand|kontostand (?:ist )?niedrig|saldo (?:bajo|insuficiente)|solde (?:bas|faible|insuffisant)|saldo basso|saldo baixo|bakiye(?:niz)? düşük|düşük bakiye|saldo (?:anda )?rendah|laag saldo|saldo is laag|niskie saldo|низкий (?:баланс|остаток)|низький баланс|lågt saldo|lav saldo|matala saldo|nízký zůstatek|رصيد منخفض|יתרה נמוכה|残高不足|残高が少な|余额不足|잔액 부족/iu,
  ],
  [
    'received',
    /(?:transfer|payment|money|deposit|salary) (?:received|in\b)|money in\b|you(?:['’]ve| have)? received|sent you|(?:was|has been) credited|credited to|incoming (?:transfer|payment)|überweisung (?:eingegangen|erhalten)|zahlungseingang|geldeingang|(?:betrag|geld) (?:ist )?eingegangen|gehaltseingang|gutgeschrieben|transferencia recibida|has recibido|ingreso (?:recibido|en)|abono en (?:tu|su) cuenta|virement reçu|vous avez reçu|bonifico (?:ricevuto|in entrata)|accredito|hai ricevuto|transferência recebida|pix recebido|você recebeu|para geldi|havale geldi|hesabınıza .{0,40}(?:geldi|yatırıldı|yattı)|gelen (?:havale|para|eft)|transfer masuk|dana masuk|uang masuk|overschrijving ontvangen|bijschrijving|bijgeschreven|geld ontvangen|przelew przychodzący|otrzymałe[śm]|wpływ na|uznanie|зачислен|поступлен|входящий перевод|зарахован|insättning|överföring mottagen|pengar in|innbetaling|innskudd|indbetaling|talletus|tilisiirto saapunut|příchozí platba|تم استلام (?:تحويل|حوالة)|تم إيداع|إشعار إيداع|إيداع|حوالة واردة|העברה התקבלה|זיכוי|入金|振込がありました|到账|入賬|入账|입금/iu,
  ],
  [
    'paid',
    /card (?:payment|purchase|transaction)|card (?:\S+ ){0,4}(?:was )?(?:used|charged)|purchase (?:of|at|with your)|you spent|you(?:['’]ve| have)? (?:paid|sent)|(?:payment|transfer|money) sent|(?:has been|was) debited|debited from|direct debit|kartenzahlung|abbuchung|lastschrift|abgebucht|überweisung (?:ausgeführt|gesendet)|kartenumsatz|mit (?:ihrer|deiner) karte (?:bezahlt|gezahlt)|pago con (?:su |tu |la )?tarjeta|compra con (?:su |tu |la )?tarjeta|has gastado|transferiste|transferencia (?:enviada|realizada|se envió)|has (?:enviado|pagado)|cargo en tu cuenta|paiement par carte|prélèvement|virement (?:émis|envoyé|effectué)|vous avez (?:payé|envoyé)|achat par carte|pagamento con (?:la )?carta|acquisto con (?:la )?carta|hai speso|addebit|hai inviato|bonifico (?:inviato|eseguito)|compra (?:no|com|aprovada)(?: o| seu)? ?cartão|compra aprovada|pix enviado|você (?:enviou|pagou)|débito em conta|kart(?:ınız)?(?:la|dan)? (?:ile )?(?:ödeme|harcama|alışveriş)|kart(?:ınız)?dan .{0,30}harcama|transaksi kartu|pembelian dengan kartu|kaartbetaling|betaling met (?:je|uw) pas|pinbetaling|pintransactie|płatność kartą|transakcja kartą|оплата картой|покупка по карте|покупка|kortköp|kortbetalning|korttransaktion|kortkjøp|varekjøp|kortbetaling|korttiosto|platba kartou|عملية شراء|تم خصم|تم تنفيذ التحويل|شراء ببطاقة|חיוב בכרטיס|עסקה בכרטיס|תשלום בכרטיס|カード(?:の|を)?ご?利用|刷卡|消费提醒|카드 ?(?:승인|결제|사용)/iu,
  ],
]

/** It did not happen, or it was taken back. */
const undone =
  /declin|reject|refus|fail|unsuccessful|revers|refund|cancel|pending|abgelehnt|fehlgeschlagen|storniert|erstatt|rechazad|denegad|devoluci|reembols|anulad|refusé|rembours|annulé|rifiutat|negat[oa]|stornat|rimbors|recusad|negad|estorn|reddedil|iade|iptal|başarısız|ditolak|gagal|geweigerd|mislukt|terugbetal|odrzucon|odmow|zwrot|отклонен|отказ|возврат|відхилен|nekad|avvis|afvist|hylätty|zamítnut|رفض|مرفوض|استرداد|נדחת|סורב|החזר|拒否|エラー|返金|拒绝|退款|거절|취소/iu

/** Evidence that the sender keeps an account or a card of the reader. */
const account =
  /(?:[•*xX·.…]{2,}[ -]?|ending(?: in)?|endet auf|endend|terminad[ao] en|final|se terminant par|che termina|sonu|berakhiran|eindigend|kończąc\p{L}*|оканчивающ\p{L}*|المنتهي(?:ة)? بـ?)\s?-?\p{Nd}{3,4}(?!\p{Nd})|\b[A-Z]{2}\d{2}(?: ?[A-Z\d•*]{4}){3,}/u
const toReader =
  /\byou(?:['’]ve| have)? received|sent you|has recibido|te ha enviado|recibiste|vous avez reçu|hai ricevuto|você recebeu|hesabınıza|je hebt .{0,30}ontvangen|otrzymałe[śm]|вам (?:перевели|поступил)|du har (?:fått|mottatt|modtaget)/iu
const transaction =
  /payment id|transaction|transacción|transação|transazione|işlem|transaksi|transactie|transakcj|\bpix\b|balance|\bsaldo\b|\biban\b/iu
const ownAccount =
  /\byour (?:\p{L}+ )?(?:account|card)|\bihre[mrs]? (?:\p{L}*konto|karte)|\b(?:tu|su) cuenta|\bvotre compte|\b(?:tuo|suo) conto|\bsua conta|hesabınız|\b(?:uw|je) rekening|na (?:twoje|pani|pana) kont|ваш\p{L}* сч[её]т|\b(?:ditt|din) konto|حسابكم|حسابك|חשבונך|口座に|账户|계좌/iu
const accountLabel = labelAtStart(
  'account|card|iban|konto|karte|kontonummer|cuenta|tarjeta|compte|carte|conto|carta|conta|cartão|hesap|kart|rekening|kartu|pas|rekeningnummer|rachunek|karta|счет|счёт|карта|рахунок|картка|kort|tili|kortti|účet|الحساب|البطاقة|חשבון|כרטיס|口座|カード|账户|卡号|계좌|카드',
)
const balanceLabel = labelAtStart(
  '(?:(?:current|available|new|your|aktueller|neuer|verfügbarer|disponible|nuevo|nouveau|nuovo|novo|yeni|güncel|beschikbaar|nieuw|nowe|dostępne|nytt|ny|doступный|новый) )?(?:balance|kontostand|saldo|solde|bakiye|bakiyeniz|сальдо|баланс|остаток|залишок|zůstatek|الرصيد|رصيدك|יתרה|残高|余额|잔액)(?: (?:disponible|disponibile|disponível|actual|contabile|anda|atual|الحالي|المتاح|after\\p{L}*))?',
)
const amountLabel = labelAtStart(
  '入金額|振込金額|amount|sum|betrag|importe|monto|montant|importo|valor|tutar|jumlah|nominal|bedrag|kwota|сумма|сума|belopp|beløp|beløb|summa|částka|المبلغ|סכום|金額|利用金額|ご利用金額|金额|금액|राशि',
)
const senderLabel = labelAtStart(
  "from|payer|sender|auftraggeber|absender|von|ordenante|remitente|de|donneur d['’]ordre|émetteur|ordinante|mittente|da|remetente|pagador|gönderen|pengirim|dari|opdrachtgever|afzender|van|zleceniodawca|nadawca|od|отправитель|от|від|відправник|avsändare|från|avsender|fra|maksaja|odesílatel|المرسل|المحول|من|שולח|振込依頼人|振込人|依頼人|付款人|보낸 ?분|입금자",
)
const payeeLabel = labelAtStart(
  'merchant|shop|store|payee|to|at|recipient|händler|empfänger|an|bei|comercio|establecimiento|beneficiario|destinatario|para|commerçant|marchand|bénéficiaire|esercente|negozio|a favore di|estabelecimento|loja|işyeri|üye işyeri|alıcı|penerima|winkel|begunstigde|bij|sklep|sprzedawca|odbiorca|магазин|получатель|продавец|торговая точка|отримувач|butik|handlare|mottagare|butikk|brukersted|mottaker|forretning|modtager|kauppa|saaja|obchodník|příjemce|التاجر|المتجر|المستفيد|בית עסק|מוטב|加盟店|利用先|ご利用先|利用店名|商户|收款人|가맹점|사용처|받는 ?분',
)
const timeLabel = labelAtStart(
  'when|time|date|date and time|wann|zeit|zeitpunkt|datum|cuándo|fecha|hora|fecha y hora|quand|date et heure|heure|date|quando|data e ora|data|data e hora|zaman|tarih|waktu|tanggal|tijd|datum|czas|data|когда|время|дата|час|tid|datum|dato|tidspunkt|aika|päivä|čas|الوقت|التاريخ|متى|מתי|תאריך|זמן|日時|利用日時?|ご利用日時?|时间|時間|시간|일시',
)

/** Callers pass automated emails only. The amount must be the only one apart from the balance, or the labelled one. */
export function findBankCard(source: CardSource): AlertCard | null {
  const { subject, lines } = source
  const top = lines.slice(0, maxTopLines).filter(line => line.length < maxLineLength)
  const state = findState(subject.slice(0, maxLineLength), top)
  if (!state || undone.test(`${subject}\n${top.slice(0, 4).join('\n')}`)) return null
  const isAccount = account.test(`${subject}\n${lines.slice(0, maxLines).join('\n')}`) || findOnlyValue(lines, accountLabel) !== null
  const hasBalance = findOnlyValue(lines, balanceLabel) !== null
  const where = state === 'low_balance' ? null : findOnlyValue(lines, state === 'received' ? senderLabel : payeeLabel)
  // A shop that has received the reader's payment keeps no account of theirs, and does not say that the reader received it.
  if (
    !isAccount &&
    !hasBalance &&
    !(state === 'paid' && where !== null) &&
    !(state === 'received' && toReader.test(subject) && transaction.test(top.join('\n'))) &&
    !top.some(line => ownAccount.test(line) && events.some(([, pattern]) => pattern.test(line)))
  )
    return null
  const what = state === 'low_balance' ? onlyAmount([findOnlyValue(lines, balanceLabel) ?? ''], source) : findAmount(source)
  return what === null ? null : { kind: 'alert', state, what, where, when: findOnlyValue(lines, timeLabel) }
}

const maxTopLines = 6
const maxLines = 40

/** What the subject says, else the first lines; null if they say both in and out. */
function findState(subject: string, top: string[]): BankState | null {
  for (const text of [subject, top.join('\n')]) {
    const [state, ...others] = events.filter(([, pattern]) => pattern.test(text)).map(([each]) => each)
    if (state !== undefined) return others.length === 0 || state === 'low_balance' ? state : null
  }
  return null
}

function findAmount(source: CardSource): string | null {
  const { subject, lines } = source
  if (mayHaveMoney(subject) && findMoney(subject, source).length > 0) return onlyAmount([subject], source)
  const telling = lines.slice(0, maxTopLines).filter(line => events.some(([, pattern]) => pattern.test(line)))
  const stated = onlyAmount(telling, source)
  if (stated !== null) return stated
  const labelled = findOnlyValue(lines, amountLabel)
  if (labelled !== null) return onlyAmount([labelled], source)
  const hasAmountLabel = lines.some(line => amountLabel.beside.test(line))
  return hasAmountLabel
    ? null
    : onlyAmount(
        lines.slice(0, maxLines).filter(line => line.length < maxLineLength && !balanceLabel.beside.test(line)),
        source,
      )
}

/** As the email writes it. */
function onlyAmount(texts: string[], source: CardSource): string | null {
  const amounts = texts.flatMap(text => findMoney(text, source).map(({ start, end }) => text.slice(start, end)))
  const [only, ...others] = new Set(amounts)
  return only !== undefined && others.length === 0 ? only : null
}
