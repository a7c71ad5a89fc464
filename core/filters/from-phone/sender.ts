// Determines what a person means by the sender of an email: one address, a mailing list, or every address at a domain.
import { getDomain } from 'tldts'
import { isNoReplyAddress } from '../../message/facts.ts'
import { isFreeMail } from '../../message/sender-check/free-mail.ts'
import type { MailView } from '../../message/view.ts'
import { headersNamed } from '../fields.ts'
import type { TextTest } from '../tree.ts'

export type PhoneFilterKind = 'always' | 'never'

/** `who` is the value the test searches for: an address, a list id or a domain. It has no spaces, but may contain markup characters. */
export interface SenderTest {
  test: TextTest
  who: string
}

export type NoSender = 'no_sender' | 'several_senders'

/**
 * A mailing list is identified by its List-Id (RFC 2919), no matter who writes to it. For `never` the list must belong to the sender's
 * domain or have signed the email, so that a forged header cannot suppress somebody else's list. A no-reply address is one of many at
 * its domain: `always` covers the full domain, but `never` only that address.
 */
export function identifySender(view: MailView, kind: PhoneFilterKind): SenderTest | NoSender {
  const [address, ...others] = new Set(view.from.map(person => person.address.toLowerCase()))
  if (others.length > 0) return 'several_senders'
  if (address === undefined || !isAddress(address)) return 'no_sender'
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const list = readListId(view)
  if (list !== null && (kind === 'always' || isVerified(list, domain, view))) return toSender('list', 'is', list)
  if (kind === 'always' && isNoReplyAddress(address) && isOwnDomain(domain)) return toSender('sender_domain', 'is', domain)
  const taggedPattern = toTaggedPattern(address)
  return taggedPattern ? toSender('from', 'wildcard', taggedPattern) : toSender('from', 'is', address)
}

const toSender = (field: 'from' | 'list' | 'sender_domain', operator: 'is' | 'wildcard', who: string): SenderTest => ({
  test: { field, operator, values: [who] },
  who,
})

/** RFC 5321 §4.5.3.1, without quoted local parts and invisible characters. */
function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  if (at < 1 || at > 64 || address.length > 254) return false
  return isLocal.test(address.slice(0, at)) && isHost(address.slice(at + 1))
}

const isLocal = /^[^\s<>"(),:;\\[\]@\p{C}]+$/u
const isHost = (text: string): boolean => text.split('.').every(label => label.length <= 63 && /^[\p{L}\p{N}\p{M}_-]+$/u.test(label))

/** Null if there is none, more than one, or an invalid one. */
function readListId(view: MailView): string | null {
  const [value, ...others] = headersNamed('list-id', view)
  if (value === undefined || others.length > 0 || value.length > 1000) return null
  const id = (/<([^<>]*)>[^<>]*$/.exec(value)?.[1] ?? value).trim().toLowerCase()
  return id.length <= 200 && id.includes('.') && isHost(id) ? id : null
}

const isVerified = (list: string, domain: string, { signedBy = [] }: MailView): boolean =>
  [domain, ...signedBy].some(other => registrableDomain(other) === registrableDomain(list))

const registrableDomain = (domain: string): string => getDomain(domain) ?? domain

const isOwnDomain = (domain: string): boolean => {
  const registered = getDomain(domain)
  return registered !== null && !isFreeMail(registered)
}

/** `news+8f3a@shop.example` uses a different tag each time; all of them are one sender. */
function toTaggedPattern(address: string): string | null {
  const [, base, rest] = /^([^+*?]+)\+[^@]+(@.+)$/.exec(address) ?? []
  return base !== undefined && rest !== undefined ? `${base}+*${rest}` : null
}
