// Tests that bookings and orders in structured data become cards, and that what is incomplete or contradicted does not.
import { expect, test } from 'vitest'
import { plainView } from '../../filters/testing/plain-message.fixture.ts'
import { textToBlocks } from '../blocks/from-text.ts'
import { findCard } from './find.ts'

const card = (subject: string, ...data: unknown[]) => {
  const view = plainView({ from: [{ name: 'Trips', address: 'no-reply@trips.example' }], subject, body: 'Thank you.' })
  return findCard(view, textToBlocks('Thank you.', view), data)
}

const flight = (number: string, day: string, status = 'http://schema.org/Confirmed') => ({
  '@type': 'FlightReservation',
  reservationNumber: 'QX7PLM',
  reservationStatus: status,
  reservationFor: {
    '@type': 'Flight',
    flightNumber: number,
    airline: { name: 'Heron Air', iataCode: 'HR' },
    departureAirport: { name: 'Lisbon', iataCode: 'LIS' },
    arrivalAirport: { name: 'Oslo', iataCode: 'OSL' },
    departureTime: `${day}T09:15:00+01:00`,
    arrivalTime: `${day}T14:05:00+02:00`,
  },
})

test('a flight shows its route and the clocks at both places', () => {
  expect(card('Your booking', flight('482', '2026-04-02'))).toEqual({
    kind: 'booking',
    of: 'flight',
    state: 'confirmed',
    what: 'Heron Air HR482',
    from: 'Lisbon LIS',
    to: 'Oslo OSL',
    start: '2026-04-02T09:15',
    end: '2026-04-02T14:05',
    number: 'QX7PLM',
    others: 0,
  })
})

test('of several legs the first is shown, and travelers on the same leg count once', () => {
  const legs = [flight('483', '2026-04-09'), flight('482', '2026-04-02'), flight('482', '2026-04-02')]
  expect(card('Your booking', legs)).toMatchObject({ what: 'Heron Air HR482', others: 1 })
})

test.each([
  [
    'hotel',
    { '@type': 'LodgingReservation', checkinDate: '2026-04-02', checkoutDate: '2026-04-05', reservationFor: { name: 'Harbor Inn' } },
    { what: 'Harbor Inn', start: '2026-04-02', end: '2026-04-05' },
  ],
  [
    'train',
    {
      '@type': ['http://schema.org/TrainReservation'],
      reservationFor: {
        trainCompany: 'Nordbahn',
        trainNumber: '17',
        departureStation: { name: 'Bergen' },
        arrivalStation: 'Voss',
        departureTime: '2026-04-02T07:40',
      },
    },
    { what: 'Nordbahn 17', from: 'Bergen', to: 'Voss', start: '2026-04-02T07:40', end: null },
  ],
  [
    'event',
    {
      '@type': 'EventReservation',
      reservationFor: { name: 'Cello evening', startDate: '2026-04-02T20:00:00-07:00', location: { name: 'Old Hall' } },
    },
    { what: 'Cello evening', from: 'Old Hall', start: '2026-04-02T20:00' },
  ],
  [
    'table',
    { '@type': 'FoodEstablishmentReservation', startTime: '2026-04-02T19:30', reservationFor: { name: 'Olive Tree' } },
    { what: 'Olive Tree', start: '2026-04-02T19:30' },
  ],
  [
    'car',
    {
      '@type': 'RentalCarReservation',
      provider: { name: 'Rollwell' },
      pickupLocation: { name: 'Porto airport' },
      pickupTime: '2026-04-02T10:00',
      dropoffTime: '2026-04-05T10:00',
      reservationFor: { name: 'Compact' },
    },
    { what: 'Rollwell', from: 'Porto airport', to: null, start: '2026-04-02T10:00', end: '2026-04-05T10:00' },
  ],
])('a reservation of a %s becomes a card', (of, data, expected) => {
  const status = { reservationStatus: 'https://schema.org/ReservationConfirmed' }
  expect(card('Your booking', { ...data, ...status })).toMatchObject({ kind: 'booking', of, ...expected })
})

test('what is incomplete, mixed or contradicted has no card', () => {
  const whole = flight('482', '2026-04-02')
  const without = (part: object) => ({ ...whole, reservationFor: { ...whole.reservationFor, ...part } })
  expect(card('Your booking', without({ flightNumber: undefined }))).toBeNull()
  expect(card('Your booking', without({ arrivalAirport: undefined }))).toBeNull()
  expect(card('Your booking', without({ departureTime: 'tomorrow' }))).toBeNull()
  expect(card('Your booking', without({ departureTime: '2026-02-31T09:15' }))).toBeNull()
  // The clock at the airport is not known from a time in UTC.
  expect(card('Your booking', without({ departureTime: '2026-04-02T08:15:00Z' }))).toBeNull()
  expect(card('Your booking', { ...whole, reservationStatus: 'Unheard' })).toBeNull()
  expect(card('Your booking was cancelled', whole)).toBeNull()
  expect(card('Your booking', whole, flight('483', '2026-04-09', 'ReservationCancelled'))).toBeNull()
  expect(card('Your booking', whole, without({ departureTime: undefined }))).toBeNull()
})

test('a cancelled booking says so', () => {
  expect(card('Your flight was cancelled', flight('482', '2026-04-02', 'ReservationCancelled'))).toMatchObject({ state: 'cancelled' })
})

const order = (status: string, more = {}) => ({
  '@type': 'Order',
  orderStatus: `http://schema.org/${status}`,
  merchant: { name: 'Loom' },
  ...more,
})

test('an order is a parcel once it is on its way, and none before or if the text says otherwise', () => {
  expect(card('Your order', order('OrderInTransit'))).toMatchObject({ kind: 'parcel', carrier: 'Loom', tracking: null, state: 'shipped' })
  expect(card('Your order', order('OrderProcessing'))).toBeNull()
  expect(card('Your order has been delivered', order('OrderInTransit'))).toBeNull()
  expect(card('Your orders', order('OrderInTransit'), order('OrderDelivered'))).toBeNull()
})
