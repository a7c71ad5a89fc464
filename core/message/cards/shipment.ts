// Finds a parcel's state, arrival time and pickup code in a shipping email.
import { findDay } from './days.ts'
import { findLabelledValue, labelPattern } from './labels.ts'
import type { CardSource, ShipmentCard, ShipmentState } from './shapes.ts'

const parcel =
  /\b(?:parcel|package|shipment|delivery|order|paket\p{L}*|sendung\p{L}*|lieferung|bestellung|paquete|envío|pedido|colis|livraison|commande|pacco|spedizione|ordine|encomenda|entrega|pesanan|kiriman|pakket|bestelling|przesyłka|paczka)\b|kargo|gönderi|sipariş|посылк|заказ|شحنة|شحنتك|طرد|طلبك|חבילה|משלוח|荷物|お届け|配送|包裹|快递|快遞|택배|배송|पार्सल|शिपमेंट/iu

const stateWords: [ShipmentState, RegExp][] = [
  [
    'pickup',
    /ready (?:for|to) (?:pick ?up|collect)|(?:waiting|available) (?:for you )?(?:at|for collection)|liegt .{0,60}(?:bereit|automat|filiale|station)|abholbereit|lista para recoger|listo para recoger|disponible en|à retirer|disponible au point|pronto per il ritiro|pronta para levantar|disponível para retirada|teslim noktas|siap diambil|klaar om (?:op te halen|afgehaald)|czeka na odbiór|ожидает в|готов к выдаче|جاهز(?:ة)? للاستلام|ממתינה ל?איסוף|お受け取りいただけます|待取|可取件|찾아가/iu,
  ],
  [
    'delivered',
    /(?:was|has been|been) delivered|\bdelivered\b|zugestellt|ha sido entregad|fue entregad|entregado con|a été livré|è stato consegnato|consegnat[oa]\b|foi entregue|teslim edildi|telah diterima|telah sampai|is bezorgd|doręczon|доставлен|تم التسليم|تم توصيل|נמסרה|お届け(?:が)?完了|配達完了|已签收|已送达|배송 ?완료/iu,
  ],
  [
    'out_for_delivery',
    /out for delivery|arrives? today|arriving today|wird heute zugestellt|in zustellung|kommt heute|en reparto|llega hoy|en cours de livraison|arrive aujourd|in consegna|arriva oggi|saiu para entrega|chega hoje|dağıtıma çıktı|dağıtımda|sedang diantar|wordt vandaag|onderweg naar u|w doręczeniu|доставят сегодня|خرجت للتوصيل|خرج للتوصيل|יצאה? לחלוקה|配達中|本日お届け|派送中|배달 ?중/iu,
  ],
  [
    'delayed',
    /delayed|verspätet|verzögert|retrasad|retardé|en retard|in ritardo|atrasad|gecik(?:me|ti)|terlambat|tertunda|vertraagd|opóźnion|задерж|تأخر|מתעכב|遅延|遅れ|延误|延誤|지연/iu,
  ],
  ['customs', /customs|zollamt|beim zoll|aduana|douane|dogana|alfândega|gümrük|bea cukai|таможн|الجمارك|מכס|税関|海关|海關|세관/iu],
  [
    'shipped',
    /(?:has|was|been) shipped|\bshipped\b|dispatched|on its way|on the way|versandt|verschickt|unterwegs|enviad[oa]|va en camino|en camino|entregado tu pedido a|expédié|en route|spedit[oa]|in viaggio|despachad|a caminho|kargoya verildi|yola çıktı|telah dikirim|sedang dikirim|verzonden|onderweg|wysłan|отправлен|в пути|تم شحن|في الطريق|נשלחה|בדרך אליך|発送|出荷|已发货|已發貨|발송/iu,
  ],
]

const trackingLabel = labelPattern(
  'tracking number|tracking no|tracking id|tracking code|tracking|consignment number|shipment number|parcel number|sendungsnummer|sendungs-nr|paketnummer|trackingnummer|número de seguimiento|seguimiento|localizador|numéro de suivi|n° de suivi|suivi|numero di tracciamento|tracciamento|codice di spedizione|código de rastreio|código de rastreamento|rastreio|rastreamento|takip numarası|takip no|kargo takip no|nomor resi|no resi|resi|track ?& ?trace|trackingcode|numer przesyłki|трек-номер|номер отправления|رقم التتبع|رقم الشحنة|מספר מעקב|מספר משלוח|追跡番号|お問い合わせ番号|伝票番号|送り状番号|运单号|快递单号|運單號|운송장 ?번호|ट्रैकिंग (?:नंबर|संख्या)',
)
const etaLabel = labelPattern(
  'estimated delivery|expected delivery|expected|delivery date|arrives|arriving|delivery by|delivered on|voraussichtliche zustellung|voraussichtliche lieferung|lieferung am|zustellung am|liefertermin|entrega prevista|entrega estimada|llega|livraison prévue|livraison estimée|consegna prevista|previsão de entrega|entrega até|tahmini teslimat|teslim tarihi|estimasi tiba|perkiraan tiba|verwachte bezorging|przewidywana dostawa|ожидаемая дата|موعد التسليم|تاريخ التسليم المتوقع|תאריך אספקה|お届け予定日?|預計送達|预计送达|도착 ?예정',
)
const pickupUntilLabel = labelPattern(
  "collect by|pick up by|pickup by|available until|collect before|abholen bis|abholbar bis|bis zum|recoger antes del|disponible hasta|à retirer avant le|disponible jusqu[’']au|ritirare entro|retirar até|levantar até|son teslim alma|ambil sebelum|ophalen voor|afhalen voor|odbierz do|забрать до|حتى تاريخ|לאסוף עד|受取期限|保管期限|取件截止|보관 ?기한",
)
const pickupCodeLabel = labelPattern(
  'pick-?up code|collection code|locker code|abholcode|abhol-code|abholpin|código de recogida|code de retrait|codice di ritiro|código de retirada|código de levantamento|teslim kodu|teslimat kodu|kode pengambilan|afhaalcode|ophaalcode|kod odbioru|код получения|رمز الاستلام|קוד איסוף|受取コード|受け取り番号|取件码|取件碼|픽업 ?코드',
)

export function findShipmentCard(source: CardSource): ShipmentCard | null {
  const { subject, lines, sender, sentOn } = source
  const text = lines.slice(0, 30).join('\n').slice(0, 4000)
  const number = findTrackingNumber(lines)
  const code = findLabelledValue(lines, pickupCodeLabel)?.match(/^[A-Z\d](?:[A-Z\d -]{2,10})[A-Z\d](?![\p{L}\p{Nd}])/u)?.[0] ?? null
  // Without a number, somebody only mentions a parcel.
  if (number === null && code === null) return null
  if (!parcel.test(`${subject}\n${text}`)) return null
  const state = findShipmentState(subject) ?? findShipmentState(text)
  if (!state) return null
  const { language } = source
  const labelledEta = findLabelledValue(lines, etaLabel)
  const etaTexts = [labelledEta, ...(state === 'pickup' ? [] : [findStateSentences(`${subject}\n${text}`)])].filter(one => one !== null)
  const pickupUntil = findLabelledValue(lines, pickupUntilLabel)
  return {
    kind: 'parcel',
    carrier: findCarrier(text) ?? sender,
    tracking: number,
    state,
    eta: etaTexts.map(one => findDay(one, sentOn, language)).find(day => day !== null) ?? null,
    window: findTimeWindow(`${subject}\n${text}`),
    pickupCode: state === 'pickup' ? (code?.replace(/\s/g, '') ?? null) : null,
    pickupUntil: pickupUntil === null || state !== 'pickup' ? null : findDay(pickupUntil, sentOn, language),
  }
}

/** The shipment state that the text names. */
export const findShipmentState = (text: string): ShipmentState | null => stateWords.find(([, words]) => words.test(text))?.[0] ?? null

/** The sentences that name a shipment state. */
function findStateSentences(text: string): string | null {
  const sentences = text.split(/\n|(?<=[.!?。])\s/)
  return sentences.filter(sentence => findShipmentState(sentence) !== null).join('\n') || null
}

/** Letters and digits, with spaces between groups; at least eight characters, three of them digits. */
function findTrackingNumber(lines: string[]): string | null {
  const value = findLabelledValue(lines, trackingLabel)
  const found = /^([\p{Lu}\d][\p{Lu}\d-]*(?: [\p{Lu}\d-]*\d[\p{Lu}\d-]*| [A-Z]{2}(?![\p{L}]))*)(?![\p{L}\p{Nd}])/u.exec(value ?? '')?.[1]
  const number = found?.replace(/\s/g, '') ?? ''
  return number.length >= 8 && number.length <= 40 && /\d.*\d.*\d/.test(number) ? number : null
}

/** A shop names the carrier. */
const carrierPattern =
  /(?:carrier|versanddienstleister|transportista|transporteur|corriere|transportadora|kargo firması|kurir|vervoerder|przewoźnik)\s*[:：]\s*(\p{L}[\p{L}\p{N} &.-]{1,30})|(?:entregado tu pedido a|shipped with|shipped via|handed (?:it |your (?:order|parcel) )?(?:over )?to|versandt mit|an) (\p{Lu}[\p{L}\p{N}&-]{2,30})(?=[.,\n]|$)/iu

const findCarrier = (text: string): string | null => {
  const found = carrierPattern.exec(text)
  return (found?.[1] ?? found?.[2])?.trim() ?? null
}

const hoursPattern =
  /(?<!\d)(\d{1,2})[:.h](\d{2})\s*(?:uhr\s*)?(?:-|–|—|to|and|und|bis|y|a|et|e|às|ile|dan|sampai|tot|en|〜|～|至)\s*(?:las\s*)?(\d{1,2})[:.h](\d{2})(?!\d)/iu

function findTimeWindow(text: string): string | null {
  const found = hoursPattern.exec(text)
  return found ? `${(found[1] ?? '').padStart(2, '0')}:${found[2]}-${(found[3] ?? '').padStart(2, '0')}:${found[4]}` : null
}
