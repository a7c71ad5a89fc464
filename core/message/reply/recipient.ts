// Who an answer goes to: whom Reply-To names, or else who wrote. Never anybody else, and what speaks against it is told.
import { automatedBy, isSilent } from '../facts.ts'
import type { MailAddress, MailView } from '../view.ts'
import type { Caution } from './shapes.ts'
import { oneLine } from './subject.ts'

export type Recipient = { to: MailAddress; cautions: Caution[] } | 'nobody' | 'bounce' | 'own_address'

/** `mine`: the addresses that are the person's own. `isKnown` is asked apart: whether they have answered there before. */
export function recipientOf(view: MailView, mine: string[]): Recipient {
  const author = firstGood(view.from)
  const to = firstGood(view.replyTo) ?? author
  if (!to) return 'nobody'
  // What cannot be delivered comes from nobody (RFC 3834 §2); an answer would only come back.
  if (isBounce(to.address) || isBounce(author?.address ?? '') || hasNoSender(view)) return 'bounce'
  if (mine.some(address => isSame(address, to.address))) return 'own_address'
  const cautions: Caution[] = []
  if (isSilent(to.address)) cautions.push('no_reply')
  else if (automatedBy(view) !== null) cautions.push('automatic')
  if (isOfList(view, to.address)) cautions.push('list')
  else if (author && domainOf(author.address) !== domainOf(to.address)) cautions.push('elsewhere')
  return { to, cautions }
}

/** The one of the person's addresses that the mail was sent to, where they said that it is theirs; else that of its mailbox. */
export function senderOf(view: Pick<MailView, 'to' | 'cc' | 'deliveredTo'>, address: string, aliases: string[]): string {
  const reached = [...view.deliveredTo, ...view.to.map(one => one.address), ...view.cc.map(one => one.address)]
  if (reached.some(one => isSame(one, address))) return address
  return aliases.find(alias => reached.some(one => isSame(one, alias))) ?? address
}

/** An address that a mail can be sent to, its domain in ASCII as the wire has it; null for anything else, quoted local parts too. */
export function goodAddress({ name, address }: MailAddress): MailAddress | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  if (at < 1 || local.length > 64 || !isDomain(domain) || /[\s<>"(),:;\\[\]@\p{Cc}\p{Cf}]/u.test(local)) return null
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null
  return { name: oneLine(name).slice(0, 100), address }
}

function firstGood(people: MailAddress[]): MailAddress | null {
  for (const person of people.slice(0, 10)) {
    const good = goodAddress(person)
    if (good) return good
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

function isOfList(view: MailView, address: string): boolean {
  const post = view.headers.find(({ name }) => name.toLowerCase() === 'list-post')?.value ?? ''
  return post.toLowerCase().includes(`mailto:${address.toLowerCase()}`)
}

export const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
