// Whom a person means by the sender of a mail: one address, a mailing list, or all that a machine writes from one domain.
import { getDomain } from 'tldts'
import { isSilent } from '../../message/facts.ts'
import { isFreeMail } from '../../message/sender-check/free-mail.ts'
import type { MailView } from '../../message/view.ts'
import { headersNamed } from '../fields.ts'
import type { TextTest } from '../tree.ts'

export type PhoneFilterKind = 'always' | 'never'

/** `who` is what the test looks for: an address, the id of a list, a domain. It has no blanks, but may have signs of markup. */
export interface Meant {
  test: TextTest
  who: string
}

export type NoSender = 'no_sender' | 'several_senders'

/**
 * A mailing list goes by its List-Id (RFC 2919), whoever writes on it; what shall never come again only where the list is the
 * sender's own or has signed the mail, as nobody else's list shall fall silent by a header that a stranger wrote. What says that
 * nobody reads there is one of many addresses of its domain: more of it is welcome, but silenced is that address alone.
 */
export function meantBy(view: MailView, kind: PhoneFilterKind): Meant | NoSender {
  const [address, ...others] = new Set(view.from.map(person => person.address.toLowerCase()))
  if (others.length > 0) return 'several_senders'
  if (address === undefined || !isAddress(address)) return 'no_sender'
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const list = listOf(view)
  if (list !== null && (kind === 'always' || isProven(list, domain, view))) return meant('list', 'is', list)
  if (kind === 'always' && isSilent(address) && isOwnDomain(domain)) return meant('sender_domain', 'is', domain)
  const family = familyOf(address)
  return family ? meant('from', 'wildcard', family) : meant('from', 'is', address)
}

const meant = (field: 'from' | 'list' | 'sender_domain', operator: 'is' | 'wildcard', who: string): Meant => ({
  test: { field, operator, values: [who] },
  who,
})

/** RFC 5321 §4.5.3.1; no quoted local part, and nothing that cannot be seen. */
function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  if (at < 1 || at > 64 || address.length > 254) return false
  return isLocal.test(address.slice(0, at)) && isHost(address.slice(at + 1))
}

const isLocal = /^[^\s<>"(),:;\\[\]@\p{C}]+$/u
const isHost = (text: string): boolean => text.split('.').every(label => label.length <= 63 && /^[\p{L}\p{N}\p{M}_-]+$/u.test(label))

/** Null where there is none, or several, or what no list is called. */
function listOf(view: MailView): string | null {
  const [value, ...others] = headersNamed('list-id', view)
  if (value === undefined || others.length > 0 || value.length > 1000) return null
  const id = (/<([^<>]*)>[^<>]*$/.exec(value)?.[1] ?? value).trim().toLowerCase()
  return id.length <= 200 && id.includes('.') && isHost(id) ? id : null
}

const isProven = (list: string, domain: string, { signedBy = [] }: MailView): boolean =>
  [domain, ...signedBy].some(other => registered(other) === registered(list))

const registered = (domain: string): string => getDomain(domain) ?? domain

const isOwnDomain = (domain: string): boolean => {
  const own = getDomain(domain)
  return own !== null && !isFreeMail(own)
}

/** `news+8f3a@shop.example` writes with another tag each time; all of them are one sender. */
function familyOf(address: string): string | null {
  const [, base, rest] = /^([^+*?]+)\+[^@]+(@.+)$/.exec(address) ?? []
  return base !== undefined && rest !== undefined ? `${base}+*${rest}` : null
}
