// Finds alerts from services and builds: the state in the subject or a labelled line, in an email that names where.
import { findOnlyValue, labelAtStart, maxLineLength } from './facts.ts'
import type { AlertCard, CardSource } from './shapes.ts'

type State = AlertCard['state']

const stateWords: [State, string][] = [
  [
    'resolved',
    'recovery|recovered|resolved|fixed|ok|up(?: again)?|back to normal|back online|healthy|normal|behoben|gelöst|wieder erreichbar|wieder online|resuelt[oa]|restablecid[oa]|restaurado|recuperado|résolu|rétabli|risolto|ripristinato|resolvido|restabelecido|normalizado|çözüldü|düzeldi|teratasi|pulih|opgelost|hersteld|rozwiązano|przywrócono|naprawiono|решено|восстановлен\\p{L}*|вирішено|відновлено|löst|återställt?|løst|gjenopprettet|korjattu|vyřešeno|تم الحل|تمت المعالجة|נפתר|復旧|解決|已恢复|已解決|복구|해결',
  ],
  [
    'critical',
    'critical|firing(?::\\d+)?|alarm|alerting|triggered|emergency|fatal|kritisch|crítico|crítica|critique|critico|critica|kritik|kritis|kritiek|krytyczn\\p{L}*|критич\\p{L}*|kritiskt?|kriittinen|kritický|حرج|קריטי|緊急|重大|严重|嚴重|위험|심각',
  ],
  [
    'down',
    'down|outage|offline|unreachable|unavailable|not responding|störung|ausfall|ausgefallen|nicht erreichbar|caíd[oa]|caída|no disponible|fuera de servicio|inaccesible|panne|en panne|hors ligne|indisponible|inaccessible|fuori servizio|non raggiungibile|irraggiungibile|fora do ar|indisponível|kesinti|erişilemiyor|çevrimdışı|storing|onbereikbaar|niet bereikbaar|awaria|niedostępn\\p{L}*|недоступ\\p{L}*|сбой|не отвечает|tidak dapat diakses|mati|ligger nere|nere|nede|onåbar|alhaalla|nedostupn\\p{L}*|سقوط|توقفت?|لا يستجيب|غير متاح|انقطاع|תקלה|לא זמין|障害|停止|ダウン|故障|宕机|无法访问|다운|장애',
  ],
  [
    'failed',
    'failed|failure|failing|broken|unsuccessful|fehlgeschlagen|gescheitert|fallido|fallida|falló|ha fallado|échec|échoué|a échoué|fallito|fallita|non riuscito|falhou|falha|başarısız|gagal|mislukt|niepowodzenie|nie powiod\\p{L}*|nieudan\\p{L}*|ошибка|не удал\\p{L}*|неудач\\p{L}*|провал\\p{L}*|misslyckades|misslyckad|mislyktes|feilet|mislykkedes|epäonnistui|selhal\\p{L}*|فشل|נכשל\\p{L}*|失敗|失败|실패',
  ],
  [
    'warning',
    'warning|warn|warnung|advertencia|avertissement|avviso|aviso|uyarı|peringatan|waarschuwing|ostrzeżenie|предупреждение|попередження|varning|advarsel|varoitus|varování|تحذير|אזהרה|警告|경고',
  ],
  ['problem', 'problem|error|incident|vorfall|fehler|degraded|incidente|incidencia|incidente|hata|masalah|проблема|инцидент'],
]

// In brackets, or before a colon or dash: `[FAILED] main #12`, `PROBLEM - db1/disk`, `Resolved: latency`.
const toTagPattern = (state: string): RegExp =>
  new RegExp(`^(?:\\[\\s*(?:${state})\\s*\\]|\\*+\\s*(?:${state})(?![\\p{L}])|(?:${state})\\s*(?:[:：|]|[-–—](?=\\s)))\\s*`, 'iu')
const tags = stateWords.map(([state, words]): [State, RegExp] => [state, toTagPattern(words)])
const endings = stateWords.map(([state, words]): [State, RegExp] => [
  state,
  new RegExp(`(?:\\s+is\\s+${state === 'resolved' ? '' : '|\\s?[:：]\\s*'})(?:${words})(?:\\s*[*!]+)?\\s*$`, 'iu'),
])
/** `Monitor is DOWN: api`. */
const middles = stateWords.map(([state, words]): [State, RegExp] => [
  state,
  new RegExp(`^(?:\\p{L}+\\s+){1,3}(?:is\\s+)?(?:${words})\\s*[:：]\\s*(?=\\S)`, 'iu'),
])
const anywhere = stateWords.map(([state, words]): [State, RegExp] => [
  state,
  new RegExp(
    `(?<![\\p{L}\\p{Nd}])(?:${words.replace('|ok|', '|')})(?![\\p{L}\\p{Nd}])|[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Katakana}](?:${words})`,
    'iu',
  ),
])
const valuePatterns = stateWords.map(([state, words]): [State, RegExp] => [state, new RegExp(`^\\P{L}{0,4}(?:${words})(?![\\p{L}])`, 'iu')])
const failedRuns =
  /^(?:\[[^\]]{1,80}\]\s*)?(?:(?:build|run|pipeline|deployment|deploy|workflow|job|check) failed(?: in \w+)?|failed pipeline for)\s*[:\-–—|]?\s+/iu

const hostLabel = labelAtStart(
  'host|hostname|equipo|rechner|machine|hôte|server|node|instance|cluster|environment|umgebung|monitor|service|dienst|device name|system|machine|pod|container|database|endpoint|check|job|resource|servidor|servicio|serveur|hôte|service|servizio|serviço|sunucu|servis|hizmet|layanan|serwer|usługa|сервер|хост|сервис|узел|tjänst|tjeneste|palvelin|الخادم|الخدمة|שרת|サーバー?|ホスト|サービス|服务器|主机|服务|서버|호스트|서비스',
)
const placeLabel = labelAtStart('region|site|url|região|región|région|bölge')
const statusLabel = labelAtStart(
  'status|state|severity|priority|level|result|conclusion|zustand|schweregrad|ergebnis|stufe|estado|gravedad|severidad|prioridad|resultado|état|statut|gravité|sévérité|résultat|stato|gravità|esito|severità|estado|gravidade|severidade|durum|önem|sonuç|tingkat|keparahan|ernst|resultaat|stan|ważność|wynik|статус|состояние|важность|серьезность|результат|allvarlighet|alvorlighet|tila|stav|závažnost|الحالة|الخطورة|סטטוס|מצב|חומרה|状態|ステータス|重要度|深刻度|状态|级别|严重程度|상태|심각도',
)
const timeLabel = labelAtStart(
  'when|time|date|date and time|since|started|started at|start|triggered|triggered at|wann|zeit|zeitpunkt|uhrzeit|datum|seit|beginn|cuándo|fecha|hora|desde|inicio|fecha y hora|quand|date et heure|heure|depuis|début|quando|ora|dalle|inizio|data e ora|data|data e hora|zaman|saat|tarih|başlangıç|waktu|mulai|sejak|tijd|tijdstip|sinds|czas|kiedy|od|когда|время|дата|с|начало|час|tid|tidpunkt|sedan|starttid|tidspunkt|siden|aika|alkaen|čas|الوقت|التاريخ|متى|منذ|מתי|תאריך|זמן|שעה|מאז|日時|発生日時|時刻|检测时间|发生时间|时间|時間|시간|시각|일시',
)

/** Says only that something happened. */
const alertTag =
  /^\[?(?:alert|alerta|alerte|allarme|alarma|alarm|alert[ai]|uyarı|تنبيه|إنذار|התראה|アラート|警報|告警|警报|알림)[\]:：!\s]/iu

/** Callers pass automated emails only. */
export function findServiceCard({ subject, lines, isFromMonitor }: CardSource): AlertCard | null {
  const trimmed = subject.slice(0, maxLineLength).replace(/^[^\p{L}\p{N}[*]+/u, '')
  const named = readSubject(trimmed)
  const status = readStatus(lines)
  const host = findOnlyValue(lines, hostLabel)
  const where = host ?? findOnlyValue(lines, placeLabel)
  const when = findOnlyValue(lines, timeLabel)
  const isPlaced = where !== null || isFromMonitor()
  // People and scammers write "Warning: …" too: a state counts only in its usual form, with a place or a labelled state.
  const state = named?.isTelling || (named && isPlaced) ? named.state : null
  if (named && status && !agree(named.state, status)) return null
  if (state && named) return makeCard(named.isTag && status && !isMoreTelling(state) ? status : state, named.what, where, when)
  const stated = mentionedState(trimmed) ?? (alertTag.test(trimmed) ? status : null)
  const isAlert = alertTag.test(trimmed) && stated !== null
  if (host === null && !isFromMonitor() && !isAlert && !(stated && status)) return null
  if (stated && status && !agree(stated, status)) return null
  const found = status ?? (host !== null || isAlert || isFromMonitor() ? stated : null)
  return found && !(status !== null && stated === null && found === 'resolved') ? makeCard(found, trimmed, where, when) : null
}

/** What a tag like "Alert" leaves open, a labelled state says. */
const isMoreTelling = (state: State): boolean => state !== 'problem' && state !== 'warning'

const agree = (one: State, other: State): boolean => (one === 'resolved') === (other === 'resolved')

function makeCard(state: State, what: string, where: string | null, when: string | null): AlertCard | null {
  return /[\p{L}\p{N}]/u.test(what) ? { kind: 'alert', state, what, where: where === what ? null : where, when } : null
}

interface SubjectState {
  state: State
  what: string
  /** Written as machines write it. */
  isTelling: boolean
  isTag: boolean
}

function readSubject(subject: string): SubjectState | null {
  const tagged = tags.find(([, pattern]) => pattern.test(subject))
  const rest = tagged ? subject.replace(tagged[1], '') : subject
  const ended = endings.find(([, pattern]) => pattern.test(rest))
  const isTag = tagged !== undefined && !ended
  const clean = (text: string): string => text.replace(/\s*\*+\s*$/, '').trim()
  if (ended) return { state: ended[0], what: clean(rest.replace(ended[1], '')), isTelling: true, isTag }
  if (tagged)
    return {
      state: tagged[0],
      what: clean(rest),
      isTelling: /^[[*]/.test(subject) || (isMoreTelling(tagged[0]) && /^\p{Lu}{4,}[^\p{L}]/u.test(subject)),
      isTag,
    }
  if (failedRuns.test(rest)) return { state: 'failed', what: clean(rest.replace(failedRuns, '')), isTelling: true, isTag }
  const middle = middles.find(([, pattern]) => pattern.test(subject))
  return middle ? { state: middle[0], what: clean(subject.replace(middle[1], '')), isTelling: false, isTag } : null
}

const mentionedState = (subject: string): State | null => anywhere.find(([, pattern]) => pattern.test(subject))?.[0] ?? null

function readStatus(lines: readonly string[]): State | null {
  const value = findOnlyValue(lines, statusLabel)
  return value === null ? null : (valuePatterns.find(([, pattern]) => pattern.test(value))?.[0] ?? null)
}
