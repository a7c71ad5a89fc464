// Reads the texts of each field in the reference implementation; reuses the production code for own text and language.
import { getDomain } from 'tldts'
import type { Arrival } from '../../message/arrival.ts'
import { extractOwnText } from '../../message/own-text.ts'
import type { MailView } from '../../message/view.ts'
import { detectLanguages } from '../../text/language.ts'
import type { Lists } from '../tree.ts'

export interface Mail {
  view: MailView
  arrival: Arrival
  lists: Lists
}

export function textsIn(field: string, header: string, { view, arrival }: Mail): string[] {
  if (field === 'subject') return [view.subject]
  if (field === 'whole_body') return [view.body]
  if (field === 'body') return [extractOwnText(view)]
  if (field === 'any') return [view.subject, extractOwnText(view)]
  if (field === 'language') return detectLanguages([view.subject, extractOwnText(view)].join('\n'))
  if (field === 'header') return headerValues(header, view)
  if (field === 'list')
    return headerValues('list-id', view).flatMap(value => (parseListId(value) === null ? [value] : [value, parseListId(value) ?? '']))
  if (field === 'attachment_name') return view.attachments.map(file => file.name)
  if (field === 'attachment_type') return view.attachments.flatMap(file => wordsForFile(file.name, file.type))
  if (field === 'mailbox') return [arrival.mailbox.address, ...splitAddress(arrival.mailbox.address)]
  const addresses = addressesIn(field, { view, arrival })
  if (field === 'sender_domain') return addresses
  return [...addresses, ...namesIn(field, view)]
}

/** The people in a field; null for a field that holds something else. */
function peopleIn(field: string, view: MailView): { name: string; address: string }[] | null {
  if (field === 'from') return view.from
  if (field === 'to') return view.to
  if (field === 'cc') return view.cc
  if (field === 'reply_to') return view.replyTo
  if (field === 'recipient')
    return view.to.concat(
      view.cc,
      view.deliveredTo.map(address => ({ name: '', address })),
    )
  return null
}

export function addressesIn(field: string, { view, arrival }: Pick<Mail, 'view' | 'arrival'>): string[] {
  if (field === 'mailbox') return [arrival.mailbox.address]
  if (field === 'sender_domain') {
    const domains = view.from.map(({ address }) => address.split('@').pop() ?? '').filter(domain => domain.length > 0)
    return domains.concat(domains.map(domain => getDomain(domain) ?? domain))
  }
  return (peopleIn(field, view) ?? []).map(({ address }) => address)
}

export const isAboutPeople = (field: string, view: MailView): boolean =>
  field === 'mailbox' || field === 'sender_domain' || peopleIn(field, view) !== null

/** Names, and names with their addresses. */
export const namesIn = (field: string, view: MailView): string[] =>
  (peopleIn(field, view) ?? []).filter(({ name }) => name.length > 0).flatMap(({ name, address }) => [name, `${name} <${address}>`])

export const headerValues = (name: string, view: MailView): string[] =>
  view.headers.flatMap(header => (header.name.toLowerCase() === name.toLowerCase() ? [header.value] : []))

function parseListId(value: string): string | null {
  const close = value.lastIndexOf('>')
  const open = value.lastIndexOf('<', close)
  return close < 0 || open < 0 || value.indexOf('<', close) >= 0 ? null : value.slice(open + 1, close)
}

function splitAddress(address: string): string[] {
  const parts = address.split('@')
  const domain = parts.pop() ?? ''
  return parts.length === 0 ? [] : [parts.join('@'), domain]
}

/** Covers only the file types used in the tests. */
function wordsForFile(name: string, type: string): string[] {
  const extension = name.includes('.') ? (name.split('.').pop() ?? '').toLowerCase() : ''
  const words = [type, extension]
  if (type === 'application/pdf' || extension === 'pdf') words.push('pdf', 'document')
  if (type === 'image/png' || extension === 'png') words.push('image')
  if (extension === 'gz') words.push('archive')
  if (type === 'text/plain') words.push('text')
  return words.filter(word => word !== '')
}
