// What is to be said of a mail's sender: the checks of servers, who they look like, and where answers go.
import { automatedBy } from '../facts.ts'
import type { AuthResult, MailAddress, MailView } from '../view.ts'
import type { SenderBadge, SenderReason } from './badge.ts'
import type { Circle } from './contacts.ts'
import { isFreeMail } from './free-mail.ts'
import { type SenderSite, siteOf, siteOfAddress } from './hosts.ts'
import { isDisguised, isMixed } from './lookalikes.ts'
import { nameTrap } from './names.ts'
import { isNear } from './near.ts'
import { replyTrap } from './replies.ts'

/** The same for the same mail and the same senders known; whatever a stranger wrote, it takes no longer than the mail is long. */
export function checkSender(view: MailView, circle: Circle, isFirstTime: boolean | null): SenderBadge {
  const [from] = view.from
  const site = from ? siteOfAddress(from.address) : null
  if (!from || !site) return { badge: 'none', reasons: [] }
  const isVerified = isProven(view, site)
  const warnings = warningsOf(view, { from, site, isVerified }, circle)
  const first: SenderReason[] = isFirstTime ? [{ kind: 'first_time', seen: from.address, real: '' }] : []
  const badge = warnings.length > 0 ? 'warning' : isVerified ? 'verified' : 'none'
  return { badge, reasons: [...warnings, ...first].map(({ kind, seen, real }) => ({ kind, seen: cut(seen), real: cut(real) })) }
}

/** An address has 254 letters at most (RFC 5321 §4.5.3.1.3). */
const cut = (text: string): string => (text.length > 254 ? `${text.slice(0, 253).toWellFormed()}…` : text)

interface Sender {
  from: MailAddress
  site: SenderSite
  isVerified: boolean
}

function warningsOf(view: MailView, { from, site, isVerified }: Sender, circle: Circle): SenderReason[] {
  // Of the header alone: no more of the mail may be known yet.
  const isMachine = automatedBy(view) !== null || isOfList(view)
  const isProvenMachine = isMachine && isVerified && !isFreeMail(site.domain)
  const found = [
    lookalike(site, circle),
    nameTrap({ from, site, replyTo: view.replyTo, isProvenMachine, isTrusted: circle.isTrusted(site.domain) }, circle.names),
    hasFailed(view.auth) ? { kind: 'checks_failed' as const, seen: site.domain, real: '' } : null,
    replyTrap({ site, replyTo: view.replyTo, isUsual: isMachine || circle.ownDomains.has(site.domain), isVerified }, circle),
  ]
  return found.flatMap(reason => reason ?? [])
}

/** Whoever may write for the domain that the person sees did write it: DMARC, or a signature of that domain (RFC 7489 §3.1, relaxed). */
function isProven({ from, auth, signedBy = [] }: MailView, site: SenderSite): boolean {
  // Of several senders nobody says whom a server has checked.
  if (from.length !== 1 || auth === null || auth.dmarc === 'fail') return false
  return auth.dmarc === 'pass' || (auth.dkim === 'pass' && signedBy.some(domain => siteOf(domain)?.domain === site.domain))
}

/**
 * DMARC alone speaks of the address that a person sees (RFC 7489 §3.1); SPF and DKIM may pass for anybody's domain. Where the domain
 * has no DMARC, a broken signature together with a sending server that may not is doubt enough.
 */
const hasFailed = (auth: AuthResult | null): boolean =>
  auth !== null && (auth.dmarc === 'fail' || (auth.dmarc === 'none' && auth.spf === 'fail' && auth.dkim === 'fail'))

const isOfList = ({ headers }: MailView): boolean => headers.some(({ name }) => /^list-(?:id|post)$/i.test(name))

function lookalike(site: SenderSite, circle: Circle): SenderReason | null {
  if (circle.isTrusted(site.domain)) return null
  const like = circle.targets().find(target => isNear(site, target))
  if (like) return { kind: 'lookalike', seen: site.host.includes(`${like.domain}.`) ? site.host : site.domain, real: like.domain }
  return isMixed(site.label) || isDisguised(site.label, site.suffix) ? { kind: 'mixed_letters', seen: site.domain, real: '' } : null
}
