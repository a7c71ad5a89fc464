// Reads bookings from schema.org reservations: flights, trains, buses, stays, seats, tables and rental cars.
import { z } from 'zod/mini'
import { type BookingCard, type CardSource, LocalTime } from './shapes.ts'

const Text = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
const named = z.pipe(
  z.object({ name: Text }),
  z.transform(one => one.name),
)
const Name = z.catch(z.optional(z.union([Text, named])), undefined)
/** `Lisbon LIS`, or one of the two. */
const Place = z.catch(
  z.optional(
    z.union([
      Text,
      z.pipe(
        z.object({ name: z.catch(z.optional(Text), undefined), iataCode: z.catch(z.optional(Text), undefined) }),
        z.transform(({ name, iataCode }) => [name, iataCode].filter(part => part !== undefined).join(' ')),
      ),
    ]),
  ),
  undefined,
)
/** The clock at the place: an offset says how it differs from UTC, and is not shown. A time in UTC alone has no local clock. */
const When = z.catch(
  z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.refine(text => !/\dZ$/.test(text))),
        z.transform(text => text.replace(' ', 'T').slice(0, 16)),
      ),
      LocalTime,
    ),
  ),
  undefined,
)

const Reservation = z.object({
  '@type': z.string().check(z.endsWith('Reservation')),
  reservationStatus: z.string(),
  reservationNumber: z.catch(z.optional(z.union([Text, z.pipe(z.number(), z.transform(String))])), undefined),
  checkinTime: When,
  checkinDate: When,
  checkoutTime: When,
  checkoutDate: When,
  startTime: When,
  endTime: When,
  pickupTime: When,
  dropoffTime: When,
  pickupLocation: Place,
  dropoffLocation: Place,
  provider: Name,
  reservationFor: z.object({
    name: Name,
    airline: z.catch(z.optional(z.object({ name: Name, iataCode: Name })), undefined),
    flightNumber: Name,
    trainNumber: Name,
    trainName: Name,
    trainCompany: Name,
    busNumber: Name,
    busName: Name,
    busCompany: Name,
    rentalCompany: Name,
    departureAirport: Place,
    arrivalAirport: Place,
    departureStation: Place,
    arrivalStation: Place,
    departureBusStop: Place,
    arrivalBusStop: Place,
    departureTime: When,
    arrivalTime: When,
    startDate: When,
    endDate: When,
    location: Place,
  }),
})
type Reservation = z.infer<typeof Reservation>
type Facts = Partial<Pick<BookingCard, 'of' | 'what' | 'from' | 'to' | 'start' | 'end'>>

/** The earliest of the legs; null if one lacks what it is or when, or if the subject says the opposite of the data. */
export function findBookingCard(nodes: readonly unknown[], { subject }: CardSource): BookingCard | null {
  const reservations = nodes.flatMap(node => Reservation.safeParse(node).data ?? [])
  const cards = reservations.map(toCard)
  const whole = cards.flatMap(card => card ?? [])
  const [first] = whole.toSorted((a, b) => a.start.localeCompare(b.start))
  const isMixed = new Set(whole.map(card => `${card.of} ${card.state}`)).size > 1
  if (!first || whole.length < cards.length || isMixed) return null
  if (first.state !== 'cancelled' && cancels(subject)) return null
  return { ...first, others: new Set(whole.map(card => `${card.what} ${card.start}`)).size - 1 }
}

const cancelled =
  /cancel|storn|annul|anulad|annull|iptal|geannuleerd|anulowan|отмен|скасов|dibatalkan|avbok|kansel|peruut|zrušen|إلغاء|ألغي|בוטל|キャンセル|取消|취소|रद्द/iu

export const cancels = (text: string): boolean => cancelled.test(text)

const states = new Map<string, BookingCard['state']>(
  Object.entries({
    Confirmed: 'confirmed',
    ReservationConfirmed: 'confirmed',
    Pending: 'pending',
    ReservationPending: 'pending',
    Hold: 'pending',
    ReservationHold: 'pending',
    Cancelled: 'cancelled',
    ReservationCancelled: 'cancelled',
  }),
)

function toCard(reservation: Reservation): BookingCard | null {
  const state = states.get(reservation.reservationStatus.split('/').at(-1) ?? '')
  const { of, what, from, to, start, end } = readers.get(reservation['@type'])?.(reservation) ?? {}
  if (!state || !of || !what || !start) return null
  const number = reservation.reservationNumber ?? null
  return { kind: 'booking', of, state, what, from: from ?? null, to: to ?? null, start, end: end ?? null, number, others: 0 }
}

const join = (...parts: (string | undefined)[]): string => parts.filter(part => part !== undefined).join(' ')

const readers = new Map<string, (reservation: Reservation) => Facts>([
  [
    'FlightReservation',
    ({ reservationFor: flight }) => ({
      of: 'flight',
      what: flight.flightNumber === undefined ? '' : join(flight.airline?.name, `${flight.airline?.iataCode ?? ''}${flight.flightNumber}`),
      ...readRoute(flight.departureAirport, flight.arrivalAirport, flight),
    }),
  ],
  [
    'TrainReservation',
    ({ reservationFor: train }) => ({
      of: 'train',
      what: join(train.trainCompany, train.trainNumber ?? train.trainName),
      ...readRoute(train.departureStation, train.arrivalStation, train),
    }),
  ],
  [
    'BusReservation',
    ({ reservationFor: bus }) => ({
      of: 'bus',
      what: join(bus.busCompany, bus.busNumber ?? bus.busName),
      ...readRoute(bus.departureBusStop ?? bus.departureStation, bus.arrivalBusStop ?? bus.arrivalStation, bus),
    }),
  ],
  [
    'LodgingReservation',
    ({ reservationFor: hotel, ...stay }) => ({
      of: 'hotel',
      what: hotel.name ?? '',
      ...readSpan(stay.checkinTime ?? stay.checkinDate, stay.checkoutTime ?? stay.checkoutDate),
    }),
  ],
  [
    'EventReservation',
    ({ reservationFor: event }) => ({
      of: 'event',
      what: event.name ?? '',
      ...(event.location !== undefined && { from: event.location }),
      ...readSpan(event.startDate, event.endDate),
    }),
  ],
  [
    'FoodEstablishmentReservation',
    ({ reservationFor: place, startTime, endTime }) => ({ of: 'table', what: place.name ?? '', ...readSpan(startTime, endTime) }),
  ],
  [
    'RentalCarReservation',
    ({ reservationFor: car, provider, pickupLocation, dropoffLocation, pickupTime, dropoffTime }) => ({
      of: 'car',
      what: provider ?? car.rentalCompany ?? car.name ?? '',
      ...(pickupLocation !== undefined && { from: pickupLocation }),
      ...(dropoffLocation !== undefined && dropoffLocation !== pickupLocation && { to: dropoffLocation }),
      ...readSpan(pickupTime, dropoffTime),
    }),
  ],
])

/** A journey without both of its places says too little. */
const readRoute = (from: string | undefined, to: string | undefined, times: Reservation['reservationFor']): Facts =>
  from && to ? { from, to, ...readSpan(times.departureTime, times.arrivalTime) } : {}

const readSpan = (start: string | undefined, end: string | undefined): Facts =>
  start === undefined ? {} : { start, ...(end !== undefined && { end }) }
