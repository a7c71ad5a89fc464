// What each field of a condition reads of a message, and how it came.
import type { Arrival } from '../message/arrival.ts'
import { ownText } from '../message/own-text.ts'
import type { MailAddress, MailView } from '../message/view.ts'
import { domainsOf } from '../text/domains.ts'
import { type Folded, readings } from '../text/fold.ts'
import { languageOf } from '../text/language.ts'
import { attachmentTypes } from './kinds.ts'
import type { Lists, TextField } from './tree.ts'

/** Where a test of words looks. */
export type SearchedField = { field: TextField } | { field: 'header'; name: string }

/** A message opened for many tests: each field is read and folded once, when first asked for. */
export interface Reading {
  view: MailView
  arrival: Arrival
  lists: Lists
  values: Map<string, string[]>
  texts: Map<string, Folded[]>
}

export const openReading = (view: MailView, arrival: Arrival, lists: Lists): Reading => ({
  view,
  arrival,
  lists,
  values: new Map(),
  texts: new Map(),
})

/** The texts a test may hold on, folded; any one is enough. */
export function textsOf(place: SearchedField, reading: Reading): Folded[] {
  return remembered(reading.texts, keyOf(place), () => valuesOf(place, reading).flatMap(readings))
}

/** The same as they stand in the mail. A person is read as `Name <address>`, as address, as name. */
export function valuesOf(place: SearchedField, reading: Reading): string[] {
  return remembered(reading.values, keyOf(place), () => valuesIn(place, reading))
}

/** The addresses or domains of a field that has them, folded, apart from the names; null for a field of other texts. */
export function addressesOf(place: SearchedField, reading: Reading): Folded[] | null {
  const addresses = addressesIn(place, reading)
  return addresses && remembered(reading.texts, `addresses of ${place.field}`, () => addresses.flatMap(readings))
}

function addressesIn(place: SearchedField, reading: Reading): string[] | null {
  if (place.field === 'mailbox') return [reading.arrival.mailbox.address]
  if (place.field === 'sender_domain') return valuesOf(place, reading)
  return peopleIn(place, reading.view)?.map(({ address }) => address) ?? null
}

/** What a person is shown of a field in which nothing was found. */
export function shownText(place: SearchedField, reading: Reading): string {
  if (place.field === 'any') return valuesOf(place, reading).join('\n')
  const people = peopleIn(place, reading.view)
  if (people) return people.map(wholePerson).join(', ')
  if (place.field === 'attachment_type') return reading.view.attachments.map(a => a.type).join(', ')
  const values = valuesOf(place, reading)
  return place.field === 'list' || place.field === 'mailbox' ? (values[0] ?? '') : values.join(', ')
}

const keyOf = (place: SearchedField): string => (place.field === 'header' ? `header ${place.name.toLowerCase()}` : place.field)

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}

function valuesIn(place: SearchedField, reading: Reading): string[] {
  const { view, arrival } = reading
  const people = peopleIn(place, view)
  if (people) return people.flatMap(readingsOfPerson)
  switch (place.field) {
    case 'header':
      return headersNamed(place.name, view)
    case 'subject':
      return [view.subject]
    case 'body':
      return [ownText(view)]
    case 'any':
      return [view.subject, ...valuesOf({ field: 'body' }, reading)]
    case 'whole_body':
      return [view.body]
    case 'sender_domain':
      return domainsOf(view.from.map(person => person.address))
    case 'attachment_name':
      return view.attachments.map(attachment => attachment.name)
    case 'attachment_type':
      return view.attachments.flatMap(attachmentTypes)
    case 'list':
      return headersNamed('list-id', view).flatMap(listReadings)
    case 'mailbox':
      return mailboxReadings(arrival.mailbox.address)
    case 'language':
      return languageOf(valuesOf({ field: 'any' }, reading).join('\n'))
    default:
      return []
  }
}

/** Null for a field that is not about people. */
export function peopleIn(place: SearchedField, view: MailView): MailAddress[] | null {
  switch (place.field) {
    case 'from':
    case 'to':
    case 'cc':
      return view[place.field]
    case 'reply_to':
      return view.replyTo
    case 'recipient':
      return [...view.to, ...view.cc, ...view.deliveredTo.map(address => ({ name: '', address }))]
    default:
      return null
  }
}

export function headersNamed(name: string, view: MailView): string[] {
  const wanted = name.toLowerCase()
  return view.headers.filter(header => header.name.toLowerCase() === wanted).map(header => header.value)
}

const readingsOfPerson = (person: MailAddress): string[] =>
  person.name === '' ? [person.address] : [wholePerson(person), person.address, person.name]

const wholePerson = ({ name, address }: MailAddress): string => (name === '' ? address : `${name} <${address}>`)

/** `Team <team.example.com>` is also `team.example.com` (RFC 2919 §3). */
function listReadings(value: string): string[] {
  const id = /<([^<>]*)>[^<>]*$/.exec(value)?.[1]
  return id === undefined ? [value] : [value, id]
}

function mailboxReadings(address: string): string[] {
  const at = address.lastIndexOf('@')
  return at < 0 ? [address] : [address, address.slice(0, at), address.slice(at + 1)]
}
