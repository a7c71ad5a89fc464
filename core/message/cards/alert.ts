// Finds alerts from services, builds, sign-ins and banks in the subject and labelled lines of an email.
import { findMoney } from './money.ts'
import type { AlertCard, CardSource } from './shapes.ts'

/** Callers pass automated emails only. */
export const findAlertCard = (source: CardSource): AlertCard | null =>
  findServiceCard(source) ?? findSignInCard(source) ?? findBankCard(source)

type State = AlertCard['state']

const stateWords: [State, string][] = [
  [
    'resolved',
    'recovery|recovered|resolved|fixed|ok|up|back to normal|behoben|gelöst|resuelto|résolu|risolto|resolvido|çözüldü|teratasi|opgelost|rozwiązano|решено|تم الحل|נפתר|復旧|解決|已恢复|已解決',
  ],
  [
    'critical',
    'critical|firing(?::\\d+)?|alarm|emergency|fatal|kritisch|crítico|critique|critico|kritik|kritis|kritiek|krytyczny|критично|حرج|קריטי|緊急|严重|嚴重',
  ],
  ['down', 'down|outage|störung|ausfall|caída|panne|fuori servizio|fora do ar|kesinti|storing|awaria|сбой|انقطاع|תקלה|障害|故障'],
  [
    'failed',
    'failed|failure|fehlgeschlagen|fallido|échec|échoué|fallito|falhou|başarısız|gagal|mislukt|niepowodzenie|ошибка|فشل|נכשל|失敗|失败',
  ],
  [
    'warning',
    'warning|warn|warnung|advertencia|avertissement|avviso|aviso|uyarı|peringatan|waarschuwing|ostrzeżenie|предупреждение|تحذير|אזהרה|警告',
  ],
  ['problem', 'problem|error|incident|vorfall|fehler'],
]

// In brackets, or before a colon or dash: `[FAILED] main #12`, `PROBLEM - db1/disk`, `Resolved: latency`.
const toTagPattern = (state: string): RegExp =>
  new RegExp(`^(?:\\[\\s*(?:${state})\\s*\\]|\\*+\\s*(?:${state})(?![\\p{L}])|(?:${state})\\s*(?:[:：|]|[-–—](?=\\s)))\\s*`, 'iu')
const tags = stateWords.map(([state, amounts]): [State, RegExp] => [state, toTagPattern(amounts)])
const endings = stateWords.map(([state, amounts]): [State, RegExp] => [
  state,
  new RegExp(`\\s+is\\s+(?:${amounts})(?:\\s*\\*+)?\\s*$`, 'iu'),
])
const failedRuns =
  /^(?:\[[^\]]{1,80}\]\s*)?(?:(?:build|run|pipeline|deployment|deploy|workflow|job|check) failed(?: in \w+)?|failed pipeline for)\s*[:\-–—|]?\s+/iu

function findServiceCard({ subject, lines }: CardSource): AlertCard | null {
  const trimmed = subject.slice(0, maxLineLength).replace(/^[^\p{L}\p{N}[*]+/u, '')
  const tagged = tags.find(([, pattern]) => pattern.test(trimmed))
  const rest = tagged ? trimmed.replace(tagged[1], '') : trimmed
  const ended = endings.find(([, pattern]) => pattern.test(rest))
  const isRun = !tagged && !ended && failedRuns.test(rest)
  const state = ended?.[0] ?? tagged?.[0] ?? (isRun ? 'failed' : null)
  const where = findLabelled(lines, hostLabel)
  // People and scammers write "Warning: …" too: it counts only in brackets, at the end, or if the email names a host.
  if (!state || !(ended || isRun || /^[[*]/.test(trimmed) || where !== null)) return null
  const what = (ended ? rest.replace(ended[1], '') : isRun ? rest.replace(failedRuns, '') : rest).replace(/\s*\*+\s*$/, '').trim()
  return /[\p{L}\p{N}]/u.test(what)
    ? { kind: 'alert', state, what, where: where === what ? null : where, when: findLabelled(lines, timeLabel) }
    : null
}

const signIn =
  /\bnew (?:sign-?in|sign in|log-?in|device)\b|\bsign-?in from (?:a )?new\b|unusual sign-?in|neue anmeldung|anmeldung (?:von|über) ein(?:em)? neue|nuevo inicio de sesión|inicio de sesión (?:nuevo|desde un)|nouvelle connexion|nuovo accesso|novo (?:login|acesso|início de sessão)|yeni (?:giriş|oturum)|login baru|nieuwe aanmelding|nowe logowanie|новый вход|تسجيل دخول جديد|כניסה חדשה|התחברות חדשה|新しい(?:ログイン|サインイン)|新登录|新登入|새로운 로그인/iu

function findSignInCard({ subject, lines }: CardSource): AlertCard | null {
  if (!signIn.test(subject.slice(0, maxLineLength))) return null
  const what = findLabelled(lines, deviceLabel)
  const where = findLabelled(lines, locationLabel)
  return what === null ? null : { kind: 'alert', state: 'sign_in', what, where, when: findLabelled(lines, timeLabel) }
}

const bankEvents: [State, RegExp][] = [
  [
    'low_balance',
    /low balance|balance is low|niedriger kontostand|saldo bajo|solde (?:bas|faible)|saldo basso|saldo baixo|bakiye düşük|düşük bakiye|saldo rendah|laag saldo|niskie saldo|низкий баланс|رصيد منخفض|יתרה נמוכה|残高不足|余额不足/iu,
  ],
  [
    'received',
    /(?:transfer|payment|money|deposit) received|überweisung eingegangen|zahlungseingang|geldeingang|transferencia recibida|virement reçu|bonifico ricevuto|transferência recebida|pix recebido|para geldi|havale geldi|transfer masuk|overschrijving ontvangen|przelew przychodzący|تم استلام (?:تحويل|حوالة)|העברה התקבלה|入金|到账|入賬/iu,
  ],
  [
    'paid',
    /card payment|card purchase|purchase (?:of|at|with your)|kartenzahlung|kartenumsatz|pago con (?:su |tu )?tarjeta|compra con (?:su |tu )?tarjeta|paiement par carte|pagamento con carta|compra (?:no|com) cartão|kart(?:ınız)?la (?:ödeme|harcama)|transaksi kartu|kaartbetaling|płatność kartą|оплата картой|покупка по карте|عملية شراء|תשלום בכרטיס|カード(?:の)?ご?利用|刷卡/iu,
  ],
]
const balanceLabel = /^(?:current |available |new )?(?:balance|kontostand|saldo|solde|bakiye|الرصيد(?: الحالي)?|יתרה|残高|余额)\s*[:：]/iu
const amountLabel = /^(?:amount|betrag|importe|montant|importo|valor|tutar|jumlah|bedrag|kwota|сумма|المبلغ|סכום|金額|金额)\s*[:：]/iu

/** The only amount in the subject or next to its label; for a low balance, the balance. */
function findBankCard(source: CardSource): AlertCard | null {
  const { subject, lines } = source
  const state = bankEvents.find(([, pattern]) => pattern.test(subject.slice(0, maxLineLength)))?.[0]
  if (!state) return null
  const label = state === 'low_balance' ? balanceLabel : amountLabel
  const labelledSums = lines.filter(line => line.length < maxLineLength && label.test(line)).map(line => line.replace(label, '').trim())
  const texts = state !== 'low_balance' && findMoney(subject, source).length > 0 ? [subject] : labelledSums
  const amounts = texts.flatMap(text => findMoney(text, source).map(({ start, end }) => text.slice(start, end)))
  const [what, ...others] = new Set(amounts)
  if (what === undefined || others.length > 0) return null
  return {
    kind: 'alert',
    state,
    what,
    where: state === 'low_balance' ? null : findLabelled(lines, partyLabel),
    when: findLabelled(lines, timeLabel),
  }
}

const maxLineLength = 300
const maxValueLength = 80

const label = (names: string): RegExp => new RegExp(`^(?:${names})\\s*[:：]\\s*(\\S.{0,${maxValueLength - 1}})$`, 'iu')
const hostLabel = label(
  'host|hostname|server|node|instance|region|cluster|environment|umgebung|monitor|site|url|servidor|serveur|sunucu|região|región|région|bölge',
)
const deviceLabel = label(
  'device|browser|gerät|dispositivo|navegador|appareil|navigateur|browser e dispositivo|cihaz|tarayıcı|perangkat|apparaat|urządzenie|устройство|الجهاز|מכשיר|端末|デバイス|设备|裝置|기기',
)
const locationLabel = label(
  'location|near|place|ort|standort|ubicación|lugar|lieu|emplacement|luogo|posizione|local|localização|konum|lokasi|locatie|lokalizacja|место|الموقع|מיקום|場所|地点|位置|위치',
)
const partyLabel = label(
  "merchant|shop|payee|from|payer|sender|recipient|händler|auftraggeber|absender|empfänger|comercio|ordenante|beneficiario|commerçant|donneur d[’']ordre|esercente|ordinante|estabelecimento|remetente|işyeri|gönderen|pengirim|opdrachtgever|zleceniodawca|التاجر|المرسل|בית עסק|加盟店|商户",
)
const timeLabel = label(
  'when|time|date|date and time|since|started|started at|triggered|wann|zeit|zeitpunkt|datum|seit|beginn|cuándo|fecha|hora|fecha y hora|quand|date et heure|heure|quando|data e ora|data|data e hora|zaman|tarih|waktu|tijd|czas|когда|время|дата|الوقت|التاريخ|متى|מתי|תאריך|זמן|日時|时间|時間',
)

/** The value after the label on a line of its own; null if there are several values. */
function findLabelled(lines: readonly string[], pattern: RegExp): string | null {
  const found = new Set(lines.slice(0, 40).flatMap(line => (line.length < maxLineLength ? (pattern.exec(line)?.[1]?.trim() ?? []) : [])))
  const [only, ...others] = found
  return only !== undefined && others.length === 0 ? only : null
}
