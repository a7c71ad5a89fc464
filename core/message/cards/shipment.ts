// Finds a parcel's state, arrival time and pickup code in a shipping email.
import { findDay } from './days.ts'
import { findLabelledValue, labelPattern } from './labels.ts'
import type { CardSource, ShipmentCard, ShipmentState } from './shapes.ts'
import { findTracking } from './tracking.ts'

const parcel =
  /\b(?:parcel|package|shipment|delivery|order|paket\p{L}*|sendung\p{L}*|lieferung|bestellung|paquete|envío|pedido|colis|livraison|commande|pacco|spedizione|ordine|encomenda|entrega|pesanan|kiriman|pakket|bestelling|przesyłka|paczka|paket|försändelse|pakke\p{L}*|sending|forsendelse|lähetys|zásilka)\b|kargo|gönderi|sipariş|посылк|заказ|شحنة|شحنتك|طرد|طلبك|חבילה|משלוח|荷物|お届け|配送|包裹|快递|快遞|택배|배송|पार्सल|शिपमेंट/iu

const stateWords: [ShipmentState, RegExp][] = [
  [
    'pickup',
    /ready (?:for|to) (?:pick ?up|collect)|(?:waiting|available) (?:for you )?(?:at|for collection)|liegt .{0,60}(?:bereit|automat|filiale|station)|abholbereit|lista para recoger|listo para recoger|disponible en|à retirer|disponible au point|pronto per il ritiro|pronta para levantar|disponível para retirada|teslim noktas|siap diambil|klaar om (?:op te halen|afgehaald)|ligt klaar|kan hämtas|redo att hämtas|klar til (?:henting|afhentning)|klar for henting|noudettavissa|připraven\p{L}* k vyzvednutí|czeka (?:na odbiór|w )|do odebrania|vous attend|arrivé en point relais|en point de retrait|puede retirarlo|(?:se encuentra|llegó) (?:en|a) la (?:sucursal|oficina)|te espera en|ti aspetta|in attesa di ritiro|aguardando retirada|ожидает в|готов к выдаче|جاهز(?:ة)? للاستلام|ממתינה ל?איסוף|お受け取りいただけます|待取|可取件|찾아가/iu,
  ],
  [
    'delivered',
    /(?:was|has been|been) delivered|\bdelivered\b|zugestellt|ha sido entregad|hemos entregado|^entregado\b|fue entregad|entregado con|a été livré|è stato consegnato|consegnat[oa]\b|foi entregue|teslim edildi|telah diterima|telah sampai|is bezorgd|werd bezorgd|\blevererat?s?\b|har levererats|\blevert\b|\bleveret\b|toimitettu|doručen|doręczon|доставлен|تم التسليم|تم توصيل|נמסרה|お届け(?:が)?完了|配達完了|已签收|已送达|배송 ?완료/iu,
  ],
  [
    'out_for_delivery',
    /out for delivery|arrives? today|arriving today|wird heute zugestellt|in zustellung|kommt heute|en reparto|llega hoy|en cours de livraison|arrive aujourd|in consegna|arriva oggi|saiu para entrega|chega hoje|dağıtıma çıktı|dağıtımda|sedang diantar|wordt vandaag|ute för leverans|levereras idag|ute til levering|leveres i dag|jakelussa|onderweg naar u|w doręczeniu|доставят сегодня|خرجت للتوصيل|خرج للتوصيل|יצאה? לחלוקה|配達中|本日お届け|派送中|배달 ?중/iu,
  ],
  [
    'delayed',
    /delayed|verspätet|verzögert|retrasad|retardé|en retard|in ritardo|atrasad|gecik(?:me|ti)|terlambat|tertunda|vertraagd|opóźnion|задерж|تأخر|מתעכב|遅延|遅れ|延误|延誤|지연/iu,
  ],
  ['customs', /customs|zollamt|beim zoll|aduana|douane|dogana|alfândega|gümrük|bea cukai|таможн|الجمارك|מכס|税関|海关|海關|세관/iu],
  [
    'shipped',
    /(?:has|was|been) shipped|\bshipped\b|dispatched|on its way|on the way|versandt|verschickt|unterwegs|enviad[oa]|va en camino|en camino|entregado tu pedido a|expédié|en route|spedit[oa]|in viaggio|despachad|a caminho|kargoya verildi|yola çıktı|telah dikirim|sedang dikirim|verzonden|onderweg|på väg|har skickats|\bskickat\b|\bsendt\b|på vei|på vej|lähetetty|matkalla|odeslán|na cestě|відправлен|wysłan|отправлен|в пути|تم شحن|في الطريق|נשלחה|בדרך אליך|発送|出荷|已发货|已發貨|발송/iu,
  ],
]

/** Canceled, or an attempt that failed. */
const denied =
  /cancel|failed|unsuccessful|unable to|could ?n[o'’]t|can ?n[o'’]t|\b(?:was|were|has|have|is|been|will|yet) ?n[o'’]t\b|\bnot (?:been |be |yet )?(?:deliver|ship)|storniert|\bnicht\b|fehlgeschlagen|cancelad|anulad|no (?:se ha|se pudo|hemos|ha sido|pudimos|pudo)|fallid|annul|n['’](?:a|ont|avons|est)\b.{0,12}\bpas\b|non (?:è|siamo|abbiamo)|não (?:foi|conseguimos|pôde)|iptal|edilemedi|yapılamadı|\bniet\b|geannuleerd|mislukt|(?<!\p{L})nie (?:został|udał|mogl|dostarcz|doręcz)|anulowan|nieudan|(?<!\p{L})не (?:был|удалось|доставлен)|отмен|скасов|dibatalkan|gagal|tidak|\binte (?:lever|kun)|avbeställ|avbok|ikke|kansel|annuller|\bei (?:voitu|toimit)|\bperu(?:t|ut)|キャンセル|できません|ませんでした|不在|取消|失败|失敗|취소|실패|إلغاء|تعذر|لم يتم|בוטל|לא (?:נמסר|הצלח)|रद्द/iu
/** Nobody took it: it comes later. */
const undelivered =
  /could ?n[o'’]t (?:be )?deliver|unable to deliver|delivery (?:attempt|exception)|attempted delivery|missed (?:you|delivery)|(?:nicht zugestellt|zustellversuch|zustellung .{0,30}nicht möglich)|no (?:se pudo|pudimos|hemos podido) entregar|intento de entrega|n['’](?:a|avons) pas pu (?:être )?livr|non (?:è stato possibile|siamo riusciti a) consegnare|tentata consegna|não (?:foi possível|conseguimos) entregar|tentativa de entrega|teslim edilemedi|niet (?:kunnen )?(?:bezorg|afgelever)|nie udało się doręczyć|не удалось (?:вручить|доставить)|gagal (?:dikirim|antar)|(?:kunde|kunne) (?:inte|ikke) lever|不在|未能(?:投递|送达)|تعذر (?:توصيل|تسليم)|לא הצלחנו למסור/iu
const conditional =
  /\b(?:once|when|if|as soon as|after (?:it|your)|until it|sobald|wenn|falls|nachdem|cuando|en cuanto|una vez que|lorsque|dès que|une fois|quando|non appena|assim que|wanneer|zodra|gdy|kiedy|jak tylko|apabila|setelah|saat pesanan|när|så snart|når|kun)(?!\p{L})|когда|как только|коли|عندما|بمجرد|כאשר|(?:たら|次第|際)/iu
const future =
  /\b(?:will|to|should|may) be\b|\bwird\b|\bwerden\b|\bsarà\b|\bserá\b|\bsera\b|zostanie|będzie|будет|\bwordt\b|\bakan\b|vil bli|\bbliver\b|kommer att/iu

const etaLabel = labelPattern(
  'estimated delivery|estimated time|expected delivery|expected|delivery date|arrives|arriving|delivery by|delivered on|voraussichtliche zustellung|voraussichtliche lieferung|voraussichtlich|lieferung am|zustellung am|liefertermin|entrega prevista|entrega estimada|llega|livraison prévue|livraison estimée|consegna prevista|previsão de entrega|entrega até|tahmini teslimat|teslim tarihi|estimasi tiba|perkiraan tiba|verwachte bezorging|verwachte levering|beräknad leverans|förväntad leverans|forventet levering|arvioitu toimitus|předpokládané doručení|zustellung|lieferung|livraison|consegna|entrega|levering|teslimat|dostawa|доставка|przewidywana dostawa|ожидаемая дата|موعد التسليم|تاريخ التسليم المتوقع|תאריך אספקה|お届け予定日?|預計送達|预计送达|도착 ?예정',
)
const pickupUntilLabel = labelPattern(
  "collect by|pick it up before|pick up by|pickup by|available until|pick it up before|pick up before|until|collect before|abholen bis|abholbar bis|bis zum|recoger antes del|hasta el|disponible hasta|à retirer avant le|disponible jusqu[’']au|jusqu[’']au|ritirare entro|fino al|retirar até|levantar até|son teslim alma|ambil sebelum|ophalen voor|afhalen voor|odbierz do|do dnia|забрать до|حتى تاريخ|לאסוף עד|受取期限|保管期限|取件截止|보관 ?기한",
)
const pickupCodeLabel = labelPattern(
  'pick-?up code|collection code|locker code|abholcode|abhol-code|abholpin|código de recogida|code de retrait|codice di ritiro|código de retirada|código de levantamento|code retrait|pin|teslim kodu|teslimat kodu|kode pengambilan|afhaalcode|ophaalcode|kod odbioru|код получения|رمز الاستلام|קוד איסוף|受取コード|受け取り番号|取件码|取件碼|픽업 ?코드',
)

const parcelOrState = new RegExp([parcel, ...stateWords.map(([, words]) => words)].map(({ source }) => source).join('|'), 'iu')

export function findShipmentCard(source: CardSource): ShipmentCard | null {
  const { subject, lines, sender, sentOn } = source
  const text = lines.slice(0, 30).join('\n').slice(0, 4000)
  // Most emails stop here.
  if (!parcel.test(`${subject}\n${text}`)) return null
  const tracking = findTracking([subject, ...lines])
  const code = findLabelledValue(lines, pickupCodeLabel)?.match(/^[A-Z\d](?:[A-Z\d -]{2,10})[A-Z\d](?![\p{L}\p{Nd}])/u)?.[0] ?? null
  // Without a number, somebody only mentions a parcel.
  if (tracking === null && code === null) return null
  const state = findShipmentState(subject, text)
  if (!state) return null
  const arrival = findArrival(source, text, state)
  // What arrives on a later day is not on its last way yet.
  const isLater = state === 'out_for_delivery' && arrival.eta !== null && sentOn !== null && arrival.eta > sentOn
  const pickupUntil = findLabelledValue(lines, pickupUntilLabel)
  return {
    kind: 'parcel',
    carrier: findCarrier(text) ?? tracking?.carrier ?? sender,
    tracking: tracking?.number ?? null,
    state: isLater ? 'shipped' : state,
    ...arrival,
    pickupCode: state === 'delivered' ? null : (code?.replace(/\s/g, '') ?? null),
    pickupUntil: pickupUntil === null || state !== 'pickup' ? null : findDay(pickupUntil, sentOn, source.language),
  }
}

/** The state that the subject names, else the text. Null if the parcel is canceled or could not be delivered. */
export function findShipmentState(subject: string, text: string): ShipmentState | null {
  const head = readStates(subject)
  if (head.isDenied) return null
  const [state] = head.states
  if (state) return state
  const body = readStates(text)
  return body.isDenied ? null : (stateWords.find(([each]) => body.states.includes(each))?.[0] ?? null)
}

interface StatesFound {
  /** The most telling first. */
  states: ShipmentState[]
  isDenied: boolean
}

function readStates(text: string): StatesFound {
  const found: StatesFound = { states: [], isDenied: false }
  for (const sentence of splitSentences(text)) {
    const isMissed = undelivered.test(sentence)
    if (!isMissed && denied.test(sentence) && parcelOrState.test(sentence)) found.isDenied = true
    const state = isMissed ? 'delayed' : findState(sentence)
    if (state && !conditional.test(sentence)) found.states.push(state)
  }
  return found
}

const splitSentences = (text: string): string[] => text.split(/\n|(?<=[^\p{Nd}][.!?])\s|(?<=。)/u)

/** A parcel that will be delivered has been shipped. */
function findState(sentence: string): ShipmentState | null {
  const state = stateWords.find(([, words]) => words.test(sentence))?.[0] ?? null
  return state === 'delivered' && future.test(sentence) ? 'shipped' : state
}

type Arrival = Pick<ShipmentCard, 'eta' | 'window'>

/** The hours count only with their day: on the line of the expected day, in a sentence that names the state, or for today. */
function findArrival({ lines, subject, sentOn, language }: CardSource, text: string, state: ShipmentState): Arrival {
  const labelled = findLabelledValue(lines, etaLabel)
  const sentences = splitSentences(`${subject}\n${text}`).filter(sentence => findState(sentence) !== null)
  const places = [...(labelled === null ? [] : [labelled]), ...(state === 'pickup' ? [] : [sentences.join('\n')])]
  const named = places.map(place => findDay(place, sentOn, language)).find(day => day !== null) ?? null
  const day = named ?? (state === 'out_for_delivery' ? sentOn : null)
  // What is delivered came before the email, also if its weekday has no date; what is not comes after it.
  const isWrong = day !== null && sentOn !== null && (state === 'delivered' ? day > sentOn : day < sentOn)
  const eta = isWrong ? null : day
  const hours = state === 'out_for_delivery' ? `${subject}\n${text}` : [...places, ...linesWithDay(text, sentOn, language)].join('\n')
  return { eta, window: eta === null && state !== 'pickup' ? null : findTimeWindow(hours) }
}

const linesWithDay = (text: string, sentOn: string | null, language: string | null): string[] =>
  hoursPattern.test(text) ? text.split('\n').filter(line => hoursPattern.test(line) && findDay(line, sentOn, language) !== null) : []

/** A shop names the carrier. */
const carrierPattern =
  /(?:carrier|versanddienstleister|transportista|transporteur|corriere|transportadora|kargo firması|kurir|vervoerder|przewoźnik)\s*[:：]\s*(\p{L}[\p{L}\p{N} &.-]{1,30})|(?:entregado tu pedido a|shipped with|shipped via|handed (?:it |your (?:order|parcel) )?(?:over )?to|versandt mit|an) (\p{Lu}[\p{L}\p{N}&-]{2,30})(?=[.,\n]|$)/iu

const findCarrier = (text: string): string | null => {
  const found = carrierPattern.exec(text)
  return (found?.[1] ?? found?.[2])?.trim() ?? null
}

const hoursPattern =
  /(?<!\d)(\d{1,2})[:.h](\d{2})\s*(?:uhr\s*)?(?:-|–|—|to|and|und|bis|y|a|et|e|às|ile|dan|sampai|tot|en|〜|～|至)\s*(?:las\s*|le\s*|les\s*)?(\d{1,2})[:.h](\d{2})(?!\d)/iu
/** `zwischen 9 und 12 Uhr`. */
const fullHoursPattern =
  /(?<![\d.:])(\d{1,2})\s?(?:h|uhr)?\s?(?:-|–|und|bis|et|y|e|en|og|och|и|до)\s?(\d{1,2})\s?(?:h|hs|uhr|uur|часов|ч)(?![\p{L}\d])/iu

function findTimeWindow(text: string): string | null {
  const found = hoursPattern.exec(text)
  if (found) return `${twoDigits(found[1])}:${found[2]}-${twoDigits(found[3])}:${found[4]}`
  const full = fullHoursPattern.exec(text)
  return full && Number(full[1]) < Number(full[2]) && Number(full[2]) <= 24 ? `${twoDigits(full[1])}:00-${twoDigits(full[2])}:00` : null
}

const twoDigits = (number = ''): string => number.padStart(2, '0')
