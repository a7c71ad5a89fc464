// Links to the message list filtered by state.
import type { MessageState } from '../../core/api/ledger.ts'

export function stateLinks(mailboxId?: string) {
  const list = (state: MessageState | 'all') => `/forwarded-emails?${mailboxId ? `mailbox=${mailboxId}&` : ''}state=${state}`
  return {
    arrived: list('all'),
    forwarded: list('forwarded'),
    underWay: list('under_way'),
    held: list('held'),
    failed: list('failed'),
    notMatched: list('not_matched'),
    suppressed: list('suppressed'),
  }
}
