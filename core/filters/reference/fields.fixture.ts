// The texts of each field in the reference implementation; own text and language are taken as given.
import { getDomain } from 'tldts'
import type { Arrival } from '../../message/arrival.ts'
import { ownText } from '../../message/own-text.ts'
import type { MailView } from '../../message/view.ts'
import { languageOf } from '../../text/language.ts'
import type { Lists } from '../tree.ts'

export interface Mail {
  view: MailView
  arrival: Arrival
  lists: Lists
}

export function textsIn(field: string, header: string, { view, arrival }: Mail): string[] {
  if (field === 'subject') return [view.subject]
  if (field === 'whole_body') return [view.body]
  if (field === 'body') return [ownText(view)]
  if (field === 'any') return [view.subject, ownText(view)]
  if (field === 'language') return languageOf([view.subject, ownText(view)].join('\n'))
  if (field === 'header') return headerValues(header, view)
  if (field === 'list') return headerValues('list-id', view).flatMap(value => (idIn(value) === null ? [value] : [value, idIn(value) ?? '']))
  if (field === 'attachment_name') return view.attachments.map(file => file.name)
  if (field === 'attachment_type') return view.attachments.flatMap(file => wordsForFile(file.name, file.type))
  if (field === 'mailbox') return [arrival.mailbox.address, ...halves(arrival.mailbox.address)]
  const addresses = addressesIn(field, { view, arrival })
  if (field === 'sender_domain') return addresses
  return [...addresses, ...namesIn(field, view)]
}

/** The people of a field; null for one that is about something else. */
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

function idIn(value: string): string | null {
  const close = value.lastIndexOf('>')
  const open = value.lastIndexOf('<', close)
  return close < 0 || open < 0 || value.indexOf('<', close) >= 0 ? null : value.slice(open + 1, close)
}

function halves(address: string): string[] {
  const parts = address.split('@')
  const domain = parts.pop() ?? ''
  return parts.length === 0 ? [] : [parts.join('@'), domain]
}

/** For the few files that are tried. */
function wordsForFile(name: string, type: string): string[] {
  const ending = name.includes('.') ? (name.split('.').pop() ?? '').toLowerCase() : ''
  const words = [type, ending]
  if (type === 'application/pdf' || ending === 'pdf') words.push('pdf', 'document')
  if (type === 'image/png' || ending === 'png') words.push('image')
  if (ending === 'gz') words.push('archive')
  if (type === 'text/plain') words.push('text')
  return words.filter(word => word !== '')
}
