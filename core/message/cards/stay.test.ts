// Tests that a stay is read from its labels in several languages, and from nothing less.
import { expect, test } from 'vitest'
import { plainView } from '../../filters/testing/plain-message.fixture.ts'
import { textToBlocks } from '../blocks/from-text.ts'
import { findCard } from './find.ts'

function card(subject: string, text: string, headers = [{ name: 'Auto-Submitted', value: 'auto-generated' }]) {
  const from = [{ name: 'Harbor Inn', address: headers.length > 0 ? 'no-reply@harbor.example' : 'ann@harbor.example' }]
  const view = plainView({ from, subject, body: text, headers, date: '2026-03-04T09:00:00.000Z' })
  return findCard(view, textToBlocks(text, view))
}
const stay = { kind: 'booking', of: 'hotel', what: 'Harbor Inn', start: '2026-04-02', end: '2026-04-05', number: 'HB-20417' }

test.each([
  [
    'Your stay is booked',
    'See you soon.\n\nCheck-in: April 2, 2026, from 15:00\nCheck-out: April 5, 2026\nBooking number: HB-20417\nTotal: €310.00',
  ],
  ['Buchungsbestätigung', 'Guten Tag.\n\nAnreise: 2. April 2026\nAbreise: 5. April 2026\nBuchungsnummer: HB-20417'],
  ['Reserva confirmada', 'Gracias por tu reserva.\n\nEntrada: 2 de abril de 2026\nSalida: 5 de abril de 2026\nNúmero de reserva: HB-20417'],
  [
    'Réservation confirmée',
    'Merci de votre réservation.\n\nArrivée : 2 avril 2026\nDépart : 5 avril 2026\nNuméro de réservation : HB-20417',
  ],
  ['تأكيد الحجز', 'شكرا لحجزك معنا.\n\nتاريخ الوصول: 2 أبريل 2026\nتاريخ المغادرة: 5 أبريل 2026\nرقم الحجز: HB-20417'],
])('%s has the card of a stay', (subject, text) => {
  expect(card(subject, text)).toMatchObject(stay)
})

const whole = 'Check-in: April 2, 2026\nCheck-out: April 5, 2026\nBooking number: HB-20417'

test.each([
  ['no number', 'Your stay', 'Check-in: April 2, 2026\nCheck-out: April 5, 2026'],
  ['no departure', 'Your stay', 'Check-in: April 2, 2026\nBooking number: HB-20417'],
  ['two arrivals', 'Your stays', `${whole}\nCheck-in: April 9, 2026`],
  ['one day, as of a flight', 'Your trip', 'Departure: April 2, 2026, 09:15\nArrival: April 2, 2026, 14:05\nBooking number: HB-20417'],
  [
    'a departure before the arrival, as of a flight at night',
    'Your trip',
    'Departure: April 2, 2026\nArrival: April 3, 2026\nBooking number: HB-20417',
  ],
  ['half a year', 'Your lease', 'Check-in: April 2, 2026\nCheck-out: October 5, 2026\nBooking number: HB-20417'],
  ['a cancellation', 'Your booking was cancelled', whole],
])('no card: %s', (_, subject, text) => {
  expect(card(subject, text)).toBeNull()
})

test('a person who writes the same has no card', () => {
  expect(card('Our trip', whole, [])).toBeNull()
})
