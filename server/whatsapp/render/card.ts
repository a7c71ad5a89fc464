// Renders the card above an email: a code, an invoice, a parcel, an alert or an event.
import type { AlertCard, Card, InvoiceCard, ShipmentCard } from '../../../core/message/cards/shapes.ts'
import type { Words } from '../../../core/words/words.ts'
import { bold, neutral, neutralInside, oneLine, plainStart } from '../markup.ts'
import { type EventReader, eventLines } from './event.ts'

const nameMost = 80

export function textOfCard(words: Words, card: Card, reader: EventReader): string {
  if (card.kind === 'event') return eventLines(words, card, reader).join('\n')
  if (card.kind === 'invoice') return invoiceLines(words, card).join('\n')
  if (card.kind === 'parcel') return parcelLines(words, card).join('\n')
  if (card.kind === 'alert') return alertLines(words, card).join('\n')
  const t = words.of('phone')
  const minutes = card.expiresMinutes === null ? [] : [t('card.valid', { minutes: card.expiresMinutes })]
  // Bare, so that phones offer to copy it and a long press takes nothing else with it.
  return [card.code, [t('card.code', { service: named(card.service) }), ...minutes].join(' · ')].join('\n')
}

/** A mark keeps what follows a name of Arabic or Hebrew letters where it belongs. */
const named = (text: string): string => {
  const name = plainStart(neutral(oneLine(text, nameMost)))
  return /[\u0590-\u08ff]/.test(name) ? `${name}\u200e` : name
}

function invoiceLines(words: Words, { amount, currency, due, number, issuer, isPaid }: InvoiceCard): string[] {
  const t = words.of('phone')
  const sum = bold(neutralInside(sumText(words.language, amount, currency)))
  const when = isPaid
    ? t('card.paid', { sum })
    : due === null
      ? t('card.toPay', { sum })
      : t('card.due', { sum, date: dayText(words.language, due) })
  return [when, [named(issuer), ...(number === null ? [] : [named(number)])].join(' · ')]
}

function parcelLines(words: Words, { carrier, tracking, state, eta, window, pickupCode, pickupUntil }: ShipmentCard): string[] {
  const t = words.of('phone')
  const day = pickupUntil ?? eta
  const date = day === null ? null : dayText(words.language, day)
  const until = date !== null && pickupUntil !== null ? t('card.until', { date }) : date
  const when = [until, window?.replace('-', '–')].filter(part => typeof part === 'string').join(', ')
  const head = `📦 ${bold(t(`card.${state}`))}${when === '' ? '' : `: ${when}`}`
  const whose = [named(carrier), ...(tracking === null ? [] : [named(tracking)])].join(' · ')
  return pickupCode === null ? [head, whose] : [pickupCode, head, whose]
}

const signs: Record<AlertCard['state'], string> = {
  ...{ critical: '🔴', down: '🔴', failed: '🔴', problem: '🔴', warning: '🟡', resolved: '🟢' },
  ...{ sign_in: '🔐', paid: '💳', received: '💰', low_balance: '💳' },
}
const alertMost = 120

function alertLines(words: Words, { state, what, where, when }: AlertCard): string[] {
  const t = words.of('phone')
  const known = bold(t(state === 'paid' ? 'card.paid_out' : `card.${state}`))
  const facts = [where, when].flatMap(one => (one === null ? [] : [named(one)]))
  const head = t('card.alert', { sign: signs[state], state: known, what: neutral(oneLine(what, alertMost)) })
  return facts.length > 0 ? [head, facts.join(' · ')] : [head]
}

/** Every digit as the mail has it: a sum that is rounded is another sum. */
function sumText(language: string, amount: string, currency: string): string {
  const digits = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const parts = format.formatToParts(Number(amount))
  // A number of more digits than these is not exact.
  return amount.replace(/\D/g, '').length > 15 ? `${amount} ${currency}` : parts.map(part => part.value).join('')
}

const dayText = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
