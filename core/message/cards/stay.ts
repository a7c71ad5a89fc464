// Finds the booking of a stay in a machine's email: a labelled arrival, a later departure and a number of the booking.
import { cancels } from './booking.ts'
import { findDay } from './days.ts'
import { findOnlyValue, labelAtStart } from './facts.ts'
import type { BookingCard, CardSource } from './shapes.ts'

const arrival = labelAtStart(
  "check[- ]?in(?: date)?|arrival(?: date)?|anreise(?:datum|tag)?|(?:fecha de )?(?:entrada|llegada)|date d[’']arrivée|arrivée|data di arrivo|arrivo|(?:data de )?(?:entrada|chegada)|giriş(?: tarihi)?|aankomst(?:datum)?|przyjazd|zameldowanie|заезд|дата заезда|заїзд|ankomst|incheckning|innsjekking|indtjekning|tulopäivä|příjezd|tanggal check-in|تسجيل الوصول|تاريخ الوصول|الوصول|צ'ק[- ]אין|כניסה|チェックイン|入住|체크인",
)
const departure = labelAtStart(
  "check[- ]?out(?: date)?|departure(?: date)?|abreise(?:datum|tag)?|(?:fecha de )?salida|date de départ|départ|data di partenza|partenza|(?:data de )?(?:saída|partida)|çıkış(?: tarihi)?|vertrek(?:datum)?|wyjazd|wymeldowanie|выезд|дата выезда|виїзд|avresa|utcheckning|utsjekking|udtjekning|lähtöpäivä|odjezd|tanggal check-out|تسجيل المغادرة|تاريخ المغادرة|المغادرة|צ'ק[- ]אאוט|יציאה|チェックアウト|退房|离店|체크아웃",
)
const number = labelAtStart(
  '(?:booking|reservation|confirmation)(?: (?:number|code|reference|id|no\\.?))?|buchungs(?:nummer|code)|reservierungsnummer|bestätigungsnummer|(?:número|código) de (?:reserva|confirmación)|localizador|numéro de (?:réservation|confirmation)|(?:numero|codice) (?:di )?prenotazione|(?:número|código) da reserva|rezervasyon (?:numarası|no)|boekingsnummer|reserveringsnummer|numer rezerwacji|номер (?:брони|бронирования|бронювання)|bokningsnummer|bestillingsnummer|reservationsnummer|varausnumero|číslo rezervace|kode (?:pemesanan|booking)|رقم (?:الحجز|التأكيد)|מספר (?:הזמנה|אישור)|予約番号|預訂編號|预订编号|订单号|예약 ?번호',
)

/** Longer stays are leases. */
const maxNights = 60
const dayMs = 86_400_000

/** Null for a flight, which has such labels too: its times stand with a clock on one day, and arrive after they depart. */
export function findStayCard(source: CardSource): BookingCard | null {
  const { subject, lines, sender, sentOn } = source
  const from = findOnlyValue(lines, arrival)
  // Most emails stop here.
  if (from === null || cancels(subject)) return null
  const to = findOnlyValue(lines, departure)
  const code = findOnlyValue(lines, number)
  if (to === null || code === null || !/^\S{0,20}\d\S{0,20}$/.test(code)) return null
  const [start, end] = [from, to].map(day => findDay(day, sentOn, source.language))
  if (!start || !end) return null
  const nights = (Date.parse(end) - Date.parse(start)) / dayMs
  if (nights < 1 || nights > maxNights) return null
  return { kind: 'booking', of: 'hotel', state: 'confirmed', what: sender, from: null, to: null, start, end, number: code, others: 0 }
}
