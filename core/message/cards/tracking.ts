// Finds tracking numbers, by their label or by the check digit of a carrier or postal service.
import { findLabelledValues, labelPattern } from './labels.ts'

export interface Tracking {
  /** Without spaces. */
  number: string
  /** Null if the number does not tell. */
  carrier: string | null
}

const trackingLabel = labelPattern(
  'waybill|air waybill|item number|tracking number|tracking no|tracking id|tracking code|tracking|consignment number|shipment number|parcel number|package number|sendungsnummer|sendungs-nr|paketnummer|trackingnummer|sendungsverfolgungsnummer|número de seguimiento|número de envío|código de seguimiento|seguimiento|localizador|numéro de suivi|n° de suivi|numéro de colis|suivi|numero di tracciamento|numero di tracking|tracciamento|codice di spedizione|lettera di vettura|código de rastreio|código de rastreamento|número de rastreamento|rastreio|rastreamento|takip numarası|takip no|kargo takip no|kargo takip numarası|gönderi numarası|nomor resi|no resi|no\\. resi|resi|track ?& ?trace|trackingcode|trackingnummer|zendingsnummer|numer przesyłki|numer śledzenia|nr przesyłki|трек-номер|номер отправления|номер для отслеживания|номер відправлення|spårningsnummer|kollinummer|kolli-id|sporingsnummer|pakkenummer|sporing|seurantakoodi|lähetystunnus|sledovací číslo|číslo zásilky|رقم التتبع|رقم الشحنة|رقم تتبع|מספר מעקב|מספר משלוח|追跡番号|お問い合わせ番号|お問合せ番号|お問い合わせ伝票番号|伝票番号|送り状番号|运单号|运单号码|快递单号|物流单号|運單號|운송장 ?번호|송장 ?번호|ट्रैकिंग (?:नंबर|संख्या)',
)

/** Any carrier and postal service has its own numbers; only those with a check digit and a telling form stand without a label. */
export function findTracking(lines: readonly string[]): Tracking | null {
  const number = findLabelledNumber(findLabelledValues(lines, trackingLabel).slice(0, 1)) ?? findLabelledNumber(numbersAfter(lines))
  if (number !== null) return { number, carrier: findCarrierOf(number) }
  const text = lines.slice(0, maxLines).join('\n').slice(0, maxCharacters)
  // Most emails stop here.
  if (!mayTell.test(text)) return null
  const found = new Map<string, Tracking>()
  for (const [written] of text.matchAll(telling)) {
    const bare = written.replace(/ /g, '')
    const carrier = findCarrierOf(bare)
    if (carrier !== null || isPostal(bare)) found.set(bare, { number: bare, carrier })
  }
  const [only, ...others] = found.values()
  return only !== undefined && others.length === 0 ? only : null
}

const maxLines = 60
const maxCharacters = 6000

/** Things that only a number tells apart; an order has a number of its own. */
const thing = labelPattern(
  'parcel|package|shipment|consignment|item number|waybill|air waybill|paket|sendung|paquete|envío|encomienda|colis|pacco|spedizione|encomenda|objeto|kargo|gönderi|kiriman|pakket|zending|przesyłka|paczka|paczki|przesyłki|посылка|отправление|посилка|paketet|försändelse|pakke(?:n)?|sending|lähetys|zásilka|شحنتك|شحنة|الشحنة|طردك|חבילה|החבילה|משלוח|荷物|包裹|快递|택배',
)
const numberWord =
  /^(?:(?:number|no|nr|n|num|nummer|número|numero|numéro|numarası|nomor|numer|номер|رقم|מספר|番号)(?![\p{L}\p{Nd}])[\s.:#№º°]*)/iu

const numbersAfter = (lines: readonly string[]): string[] => {
  const values = findLabelledValues(lines, thing).map(value => value.replace(numberWord, ''))
  const distinct = [
    ...new Set(
      values
        .filter(value => (findLabelledNumber([value])?.match(/\d/g)?.length ?? 0) >= minDigits)
        .map(value => findLabelledNumber([value]) ?? ''),
    ),
  ]
  return distinct.length === 1 ? distinct : []
}

const minDigits = 6

/** Letters and digits, with spaces between groups; at least eight characters, three of them digits. */
function findLabelledNumber([value = '']: readonly string[]): string | null {
  const found = /^([\p{Lu}\d][\p{Lu}\d-]*(?: [\p{Lu}\d-]*\d[\p{Lu}\d-]*| [A-Z]{2}(?![\p{L}]))*)(?![\p{L}\p{Nd}])/u.exec(value)?.[1]
  const number = found?.replace(/\s/g, '') ?? ''
  return number.length >= 8 && number.length <= 40 && /\d.*\d.*\d/.test(number) ? number : null
}

const mayTell = /1Z ?[A-Z\d]|[A-Z]{2} ?\d{3} ?\d{3}|9[2-5]\d\d/
const telling =
  /(?<![\p{L}\p{Nd}])(?:1Z(?: ?[A-Z\d]){16}|[A-Z]{2} ?\d{3} ?\d{3} ?\d{2} ?\d ?[A-Z]{2}|9[2-5](?: ?\d){20})(?![\p{L}\p{Nd}])/gu

function findCarrierOf(number: string): string | null {
  if (/^1Z[A-Z\d]{16}$/.test(number) && isUps(number)) return 'UPS'
  return /^9[2-5]\d{20}$/.test(number) && isGs1(number) ? 'USPS' : null
}

/** The letters count as digits; every second character is doubled. */
function isUps(number: string): boolean {
  const values = Array.from(number.slice(2, -1), sign => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10))
  const sum = values.reduce((total, value, at) => total + (at % 2 === 0 ? value : value * 2), 0)
  return String((10 - (sum % 10)) % 10) === number.at(-1)
}

/** GS1 General Specifications §7.9: from the right, digits weigh three and one by turns. */
function isGs1(number: string): boolean {
  const sum = Array.from(number.slice(0, -1)).reduceRight(
    (total, digit, at) => total + Number(digit) * ((number.length - at) % 2 === 0 ? 3 : 1),
    0,
  )
  return (10 - (sum % 10)) % 10 === Number(number.at(-1))
}

const postalWeights = [8, 6, 4, 2, 3, 5, 9, 7]

/** UPU standard S10. */
function isPostal(number: string): boolean {
  const [, digits, check] = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/.exec(number) ?? []
  if (digits === undefined) return false
  const rest = 11 - (postalWeights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0) % 11)
  return Number(check) === (rest === 10 ? 0 : rest === 11 ? 5 : rest)
}
