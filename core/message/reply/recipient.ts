// Finds the recipient of a reply (Reply-To, or else the author, never anybody else) and lists cautions.
import { findAutomatedHeader, isNoReplyAddress } from '../facts.ts'
import type { MailAddress, MailView } from '../view.ts'
import type { Caution } from './shapes.ts'
import { toSingleLine } from './subject.ts'

export type ReplyRecipient = { to: MailAddress; cautions: Caution[] } | 'nobody' | 'bounce' | 'own_address'

/** `ownAddresses` are the user's. The caution `new_address` is added elsewhere, as it needs the reply history. */
export function findReplyRecipient(view: MailView, ownAddresses: string[]): ReplyRecipient {
  const author = findFirstSendable(view.from)
  const to = findFirstSendable(view.replyTo) ?? author
  if (!to) return 'nobody'
  // Bounces have no sender (RFC 3834 §2); a reply would only come back.
  if (isBounce(to.address) || isBounce(author?.address ?? '') || hasNoSender(view)) return 'bounce'
  if (ownAddresses.some(address => isSameAddress(address, to.address))) return 'own_address'
  const cautions: Caution[] = []
  if (isNoReplyAddress(to.address)) cautions.push('no_reply')
  else if (findAutomatedHeader(view) !== null) cautions.push('automatic')
  if (isListAddress(view, to.address)) cautions.push('list')
  else if (author && readDomain(author.address) !== readDomain(to.address)) cautions.push('elsewhere')
  return { to, cautions }
}

/** The alias that the email was sent to; else the mailbox's address. */
export function chooseFromAddress(view: Pick<MailView, 'to' | 'cc' | 'deliveredTo'>, address: string, aliases: string[]): string {
  const recipients = [...view.deliveredTo, ...view.to.map(one => one.address), ...view.cc.map(one => one.address)]
  if (recipients.some(one => isSameAddress(one, address))) return address
  return aliases.find(alias => recipients.some(one => isSameAddress(one, alias))) ?? address
}

/** Null unless the address can be used in SMTP: an ASCII domain and no quoted local part. */
export function toSendableAddress({ name, address }: MailAddress): MailAddress | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  if (at < 1 || local.length > 64 || !isDomain(domain) || /[\s<>"(),:;\\[\]@\p{Cc}\p{Cf}]/u.test(local)) return null
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null
  return { name: toSingleLine(name).slice(0, 100), address }
}

function findFirstSendable(people: MailAddress[]): MailAddress | null {
  for (const person of people.slice(0, 10)) {
    const sendable = toSendableAddress(person)
    if (sendable) return sendable
  }
  return null
}

const isDomain = (domain: string): boolean =>
  domain.length <= 253 && /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i.test(domain)

const isBounce = (address: string): boolean =>
  /^(?:mailer-daemon|postmaster|bounces?|listserv|majordomo)@|(?:^owner-|[-+.](?:owner|request|bounces?|confirm|unsubscribe|leave)(?:[+=-][^@]*)?@)/i.test(
    address,
  )

const hasNoSender = (view: MailView): boolean =>
  view.headers.some(({ name, value }) => name.toLowerCase() === 'return-path' && /^<\s*>$/.test(value.trim())) &&
  view.headers.some(({ name, value }) => name.toLowerCase() === 'content-type' && /^multipart\/report\b/i.test(value.trim()))

function isListAddress(view: MailView, address: string): boolean {
  const post = view.headers.find(({ name }) => name.toLowerCase() === 'list-post')?.value ?? ''
  return post.toLowerCase().includes(`mailto:${address.toLowerCase()}`)
}

export const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
const readDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
