// Whether an answer would go where its writer does not expect it.
import type { MailAddress } from '../view.ts'
import type { SenderReason } from './badge.ts'
import type { Circle } from './contacts.ts'
import { isFreeMail } from './free-mail.ts'
import { type SenderSite, siteOfAddress } from './hosts.ts'
import { isNear } from './near.ts'

export interface ReplyTarget {
  site: SenderSite
  replyTo: readonly MailAddress[]
  /** Lists, newsletters and machines have answers go elsewhere for good reasons, and so do forms on the person's own site. */
  isUsual: boolean
  isVerified: boolean
}

const mostReplies = 5

export function replyTrap(mail: ReplyTarget, circle: Circle): SenderReason | null {
  for (const { address } of mail.replyTo.slice(0, mostReplies)) {
    const to = siteOfAddress(address)
    const kind = to && to.domain !== mail.site.domain ? trapOf(to, mail, circle) : null
    if (to && kind) return { kind, seen: to.domain, real: mail.site.domain }
  }
  return null
}

function trapOf(to: SenderSite, { site, isUsual, isVerified }: ReplyTarget, circle: Circle): SenderReason['kind'] | null {
  if (!circle.isTrusted(to.domain) && [site, ...circle.targets()].some(target => isNear(to, target))) return 'reply_lookalike'
  if (isUsual || isFreeMail(site.domain)) return null
  if (isFreeMail(to.domain)) return 'reply_free'
  return isVerified || circle.isTrusted(to.domain) ? null : 'reply_elsewhere'
}
