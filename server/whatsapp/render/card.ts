// Renders the card above an email: a code, an invoice, a parcel, a booking, an alert or an event.
import type { AlertCard, BookingCard, EmailCard, InvoiceCard, ShipmentCard } from '../../../core/message/cards/shapes.ts'
import type { Words } from '../../../core/words/words.ts'
import { bold, neutral, neutralInside, oneLine, plainStart } from '../markup.ts'
import { type EventReader, eventLines } from './event.ts'

const maxName = 80

export function renderCard(words: Words, card: EmailCard, reader: EventReader): string {
  if (card.kind === 'event') return eventLines(words, card, reader).join('\n')
  if (card.kind === 'invoice') return invoiceLines(words, card).join('\n')
  if (card.kind === 'parcel') return parcelLines(words, card).join('\n')
  if (card.kind === 'booking') return bookingLines(words, card).join('\n')
  if (card.kind === 'alert') return alertLines(words, card).join('\n')
  const t = words.of('phone')
  if (card.kind === 'sign_in_link')
    return [t('card.link', { service: cleanName(card.service) }), t('card.valid', { minutes: card.expiresMinutes })].join(' · ')
  const minutes = card.expiresMinutes === null ? [] : [t('card.valid', { minutes: card.expiresMinutes })]
  // Without markup, so that phones offer to copy exactly the code.
  return [card.code, [t('card.code', { service: cleanName(card.service) }), ...minutes].join(' · ')].join('\n')
}

/** A left-to-right mark keeps text after an Arabic or Hebrew name in place. */
const cleanName = (text: string): string => {
  const name = plainStart(neutral(oneLine(text, maxName)))
  return /[\u0590-\u08ff]/.test(name) ? `${name}\u200e` : name
}

function invoiceLines(words: Words, { amount, currency, due, number, issuer, isPaid }: InvoiceCard): string[] {
  const t = words.of('phone')
  const sum = bold(neutralInside(formatAmount(words.language, amount, currency)))
  const when = isPaid
    ? t('card.paid', { sum })
    : due === null
      ? t('card.toPay', { sum })
      : t('card.due', { sum, date: formatDay(words.language, due) })
  return [when, [cleanName(issuer), ...(number === null ? [] : [cleanName(number)])].join(' · ')]
}

function parcelLines(words: Words, { carrier, tracking, state, eta, window, pickupCode, pickupUntil }: ShipmentCard): string[] {
  const t = words.of('phone')
  const day = pickupUntil ?? eta
  const date = day === null ? null : formatDay(words.language, day)
  const until = date !== null && pickupUntil !== null ? t('card.until', { date }) : date
  const when = [until, window?.replace('-', '–')].filter(part => typeof part === 'string').join(', ')
  const stateLine = `📦 ${bold(t(`card.${state}`))}${when === '' ? '' : `: ${when}`}`
  const carrierLine = [cleanName(carrier), ...(tracking === null ? [] : [cleanName(tracking)])].join(' · ')
  return pickupCode === null ? [stateLine, carrierLine] : [pickupCode, stateLine, carrierLine]
}

const bookingSigns: Record<BookingCard['of'], string> = {
  ...{ flight: '✈️', train: '🚆', bus: '🚌', car: '🚗' },
  ...{ hotel: '🏨', event: '🎟️', table: '🍽️' },
}

function bookingLines(words: Words, { of, state, what, from, to, start, end, number, others }: BookingCard): string[] {
  const t = words.of('phone')
  const name = bold(neutralInside(oneLine(what, maxName)))
  const places = [from, to].flatMap(place => (place === null ? [] : [cleanName(place)])).join(' → ')
  const facts = [
    ...(number === null ? [] : [t('card.booking', { number: cleanName(number) })]),
    ...(others === 0 ? [] : [t('card.more', { count: others })]),
  ]
  return [
    `${bookingSigns[of]} ${state === 'confirmed' ? name : t(`card.booking_${state}`, { what: name })}`,
    ...(places === '' ? [] : [places]),
    formatStay(words.language, start, end),
    ...(facts.length > 0 ? [facts.join(' · ')] : []),
  ]
}

/** On one day the second time stands without its day. */
function formatStay(language: string, start: string, end: string | null): string {
  const first = formatLocal(language, start)
  if (end === null) return first
  const isSameDay = end.slice(0, 10) === start.slice(0, 10)
  return `${first} – ${isSameDay ? end.slice(11) || formatLocal(language, end) : formatLocal(language, end)}`
}

const formatLocal = (language: string, time: string): string =>
  time.length > 10 ? `${formatDay(language, time.slice(0, 10))}, ${time.slice(11)}` : formatDay(language, time)

const signs: Record<AlertCard['state'], string> = {
  ...{ critical: '🔴', down: '🔴', failed: '🔴', problem: '🔴', warning: '🟡', resolved: '🟢' },
  ...{ sign_in: '🔐', paid: '💳', received: '💰', low_balance: '💳' },
}
const maxAlert = 120

function alertLines(words: Words, { state, what, where, when }: AlertCard): string[] {
  const t = words.of('phone')
  const stateText = bold(t(state === 'paid' ? 'card.paid_out' : `card.${state}`))
  const facts = [where, when].flatMap(fact => (fact === null ? [] : [cleanName(fact)]))
  const stateLine = t('card.alert', { sign: signs[state], state: stateText, what: neutral(oneLine(what, maxAlert)) })
  return facts.length > 0 ? [stateLine, facts.join(' · ')] : [stateLine]
}

/** Keeps every digit of the email: a rounded amount would be a different amount. */
function formatAmount(language: string, amount: string, currency: string): string {
  const digits = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const parts = format.formatToParts(Number(amount))
  // Numbers with more digits are not exact.
  return amount.replace(/\D/g, '').length > 15 ? `${amount} ${currency}` : parts.map(part => part.value).join('')
}

const formatDay = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
