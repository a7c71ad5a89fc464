// Assesses the sender of an email: authentication results, imitated domains and names, and the Reply-To address.
import { findAutomatedHeader } from '../facts.ts'
import type { AuthResult, MailAddress, MailView } from '../view.ts'
import type { SenderBadge, SenderReason } from './badge.ts'
import type { SenderContacts } from './contacts.ts'
import { isFreeMail } from './free-mail.ts'
import { parseAddressSite, parseSite, type SenderSite } from './hosts.ts'
import { isDisguised, isMixed } from './lookalikes.ts'
import { findNameReason } from './names.ts'
import { looksLike } from './near.ts'
import { findReplyReason } from './replies.ts'

/** Deterministic, and linear in the size of the email. */
export function assessSender(view: MailView, contacts: SenderContacts, isFirstTime: boolean | null): SenderBadge {
  const [from] = view.from
  const site = from ? parseAddressSite(from.address) : null
  if (!from || !site) return { badge: 'none', reasons: [] }
  const isVerified = isVerifiedSender(view, site)
  const warnings = findWarnings(view, { from, site, isVerified }, contacts)
  const first: SenderReason[] = isFirstTime ? [{ kind: 'first_time', seen: from.address, real: '' }] : []
  const badge = warnings.length > 0 ? 'warning' : isVerified ? 'verified' : 'none'
  return { badge, reasons: [...warnings, ...first].map(({ kind, seen, real }) => ({ kind, seen: truncate(seen), real: truncate(real) })) }
}

/** An address has at most 254 characters (RFC 5321 §4.5.3.1.3). */
const truncate = (text: string): string => (text.length > 254 ? `${text.slice(0, 253).toWellFormed()}…` : text)

interface Sender {
  from: MailAddress
  site: SenderSite
  isVerified: boolean
}

function findWarnings(view: MailView, { from, site, isVerified }: Sender, contacts: SenderContacts): SenderReason[] {
  // Uses headers only: the rest may not have been fetched yet.
  const isMachine = findAutomatedHeader(view) !== null || isListMessage(view)
  const isProvenMachine = isMachine && isVerified && !isFreeMail(site.domain)
  const found = [
    findLookalike(site, contacts),
    findNameReason({ from, site, replyTo: view.replyTo, isProvenMachine, isTrusted: contacts.isTrusted(site.domain) }, contacts.names),
    hasFailedChecks(view.auth) ? { kind: 'checks_failed' as const, seen: site.domain, real: '' } : null,
    findReplyReason({ site, replyTo: view.replyTo, isExpected: isMachine || contacts.ownDomains.has(site.domain), isVerified }, contacts),
  ]
  return found.flatMap(reason => reason ?? [])
}

/** The visible domain is authenticated by DMARC, or by a signature of that domain (RFC 7489 §3.1, relaxed). */
function isVerifiedSender({ from, auth, signedBy = [] }: MailView, site: SenderSite): boolean {
  // With several senders it is unclear which one was checked.
  if (from.length !== 1 || auth === null || auth.dmarc === 'fail') return false
  return auth.dmarc === 'pass' || (auth.dkim === 'pass' && signedBy.some(domain => parseSite(domain)?.domain === site.domain))
}

/**
 * Only DMARC covers the address that a person sees (RFC 7489 §3.1); SPF and DKIM may pass for any domain. If the domain has no DMARC,
 * a failed SPF check together with a failed signature is enough.
 */
const hasFailedChecks = (auth: AuthResult | null): boolean =>
  auth !== null && (auth.dmarc === 'fail' || (auth.dmarc === 'none' && auth.spf === 'fail' && auth.dkim === 'fail'))

const isListMessage = ({ headers }: MailView): boolean => headers.some(({ name }) => /^list-(?:id|post)$/i.test(name))

function findLookalike(site: SenderSite, contacts: SenderContacts): SenderReason | null {
  if (contacts.isTrusted(site.domain)) return null
  const imitated = contacts.targets().find(target => looksLike(site, target))
  if (imitated)
    return { kind: 'lookalike', seen: site.host.includes(`${imitated.domain}.`) ? site.host : site.domain, real: imitated.domain }
  return isMixed(site.label) || isDisguised(site.label, site.suffix) ? { kind: 'mixed_letters', seen: site.domain, real: '' } : null
}
