// Reads and folds the texts of a message that each field of a condition compares.
import type { Arrival } from '../message/arrival.ts'
import { extractOwnText } from '../message/own-text.ts'
import type { MailAddress, MailView } from '../message/view.ts'
import { listDomains } from '../text/domains.ts'
import { type Folded, foldVariants } from '../text/fold.ts'
import { detectLanguages } from '../text/language.ts'
import { attachmentTypes } from './kinds.ts'
import type { Lists, TextField } from './tree.ts'

/** The field that a test searches. */
export type SearchedField = { field: TextField } | { field: 'header'; name: string }

/** A message ready for many tests: each field is read and folded once, on first use. */
export interface FilterInput {
  view: MailView
  arrival: Arrival
  lists: Lists
  values: Map<string, string[]>
  texts: Map<string, Folded[]>
}

export const toFilterInput = (view: MailView, arrival: Arrival, lists: Lists): FilterInput => ({
  view,
  arrival,
  lists,
  values: new Map(),
  texts: new Map(),
})

/** The folded texts that a test may match; one match is enough. */
export function foldedValues(searched: SearchedField, input: FilterInput): Folded[] {
  return cached(input.texts, cacheKey(searched), () => fieldValues(searched, input).flatMap(foldVariants))
}

/** The same texts unfolded. A person is read as `Name <address>`, as the address and as the name. */
export function fieldValues(searched: SearchedField, input: FilterInput): string[] {
  return cached(input.values, cacheKey(searched), () => readValues(searched, input))
}

/** The folded addresses or domains of a field, without names; null for a field that has no addresses. */
export function foldedAddresses(searched: SearchedField, input: FilterInput): Folded[] | null {
  const addresses = readAddresses(searched, input)
  return addresses && cached(input.texts, `addresses of ${searched.field}`, () => addresses.flatMap(foldVariants))
}

function readAddresses(searched: SearchedField, input: FilterInput): string[] | null {
  if (searched.field === 'mailbox') return [input.arrival.mailbox.address]
  if (searched.field === 'sender_domain') return fieldValues(searched, input)
  return peopleInField(searched, input.view)?.map(({ address }) => address) ?? null
}

/** The text to show to a person for a field in which nothing matched. */
export function displayText(searched: SearchedField, input: FilterInput): string {
  if (searched.field === 'any') return fieldValues(searched, input).join('\n')
  const people = peopleInField(searched, input.view)
  if (people) return people.map(formatPerson).join(', ')
  if (searched.field === 'attachment_type') return input.view.attachments.map(a => a.type).join(', ')
  const values = fieldValues(searched, input)
  return searched.field === 'list' || searched.field === 'mailbox' ? (values[0] ?? '') : values.join(', ')
}

const cacheKey = (searched: SearchedField): string =>
  searched.field === 'header' ? `header ${searched.name.toLowerCase()}` : searched.field

function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const existing = cache.get(key)
  if (existing !== undefined) return existing
  const created = make()
  cache.set(key, created)
  return created
}

function readValues(searched: SearchedField, input: FilterInput): string[] {
  const { view, arrival } = input
  const people = peopleInField(searched, view)
  if (people) return people.flatMap(personValues)
  switch (searched.field) {
    case 'header':
      return headersNamed(searched.name, view)
    case 'subject':
      return [view.subject]
    case 'body':
      return [extractOwnText(view)]
    case 'any':
      return [view.subject, ...fieldValues({ field: 'body' }, input)]
    case 'whole_body':
      return [view.body]
    case 'sender_domain':
      return listDomains(view.from.map(person => person.address))
    case 'attachment_name':
      return view.attachments.map(attachment => attachment.name)
    case 'attachment_type':
      return view.attachments.flatMap(attachmentTypes)
    case 'list':
      return headersNamed('list-id', view).flatMap(listIdValues)
    case 'mailbox':
      return mailboxValues(arrival.mailbox.address)
    case 'language':
      return detectLanguages(fieldValues({ field: 'any' }, input).join('\n'))
    default:
      return []
  }
}

/** Null for a field that does not hold people. */
export function peopleInField(searched: SearchedField, view: MailView): MailAddress[] | null {
  switch (searched.field) {
    case 'from':
    case 'to':
    case 'cc':
      return view[searched.field]
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

const personValues = (person: MailAddress): string[] =>
  person.name === '' ? [person.address] : [formatPerson(person), person.address, person.name]

const formatPerson = ({ name, address }: MailAddress): string => (name === '' ? address : `${name} <${address}>`)

/** `Team <team.example.com>` is also `team.example.com` (RFC 2919 §3). */
function listIdValues(value: string): string[] {
  const id = /<([^<>]*)>[^<>]*$/.exec(value)?.[1]
  return id === undefined ? [value] : [value, id]
}

function mailboxValues(address: string): string[] {
  const at = address.lastIndexOf('@')
  return at < 0 ? [address] : [address, address.slice(0, at), address.slice(at + 1)]
}
