// Detects Reply-To addresses that would send a reply to an unexpected domain.
import type { MailAddress } from '../view.ts'
import type { SenderReason } from './badge.ts'
import type { SenderContacts } from './contacts.ts'
import { isFreeMail } from './free-mail.ts'
import { parseAddressSite, type SenderSite } from './hosts.ts'
import { looksLike } from './near.ts'

export interface ReplyTarget {
  site: SenderSite
  replyTo: readonly MailAddress[]
  /** Lists, newsletters and automated senders redirect replies for good reasons, and so do forms on the user's own site. */
  isExpected: boolean
  isVerified: boolean
}

const maxReplies = 5

export function findReplyReason(target: ReplyTarget, contacts: SenderContacts): SenderReason | null {
  for (const { address } of target.replyTo.slice(0, maxReplies)) {
    const to = parseAddressSite(address)
    const kind = to && to.domain !== target.site.domain ? classifyReply(to, target, contacts) : null
    if (to && kind) return { kind, seen: to.domain, real: target.site.domain }
  }
  return null
}

function classifyReply(
  to: SenderSite,
  { site, isExpected, isVerified }: ReplyTarget,
  contacts: SenderContacts,
): SenderReason['kind'] | null {
  if (!contacts.isTrusted(to.domain) && [site, ...contacts.targets()].some(target => looksLike(to, target))) return 'reply_lookalike'
  if (isExpected || isFreeMail(site.domain)) return null
  if (isFreeMail(to.domain)) return 'reply_free'
  return isVerified || contacts.isTrusted(to.domain) ? null : 'reply_elsewhere'
}
