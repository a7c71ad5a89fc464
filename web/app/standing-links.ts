// Where each figure of a sum leads: the list of its mails, of one account or of all.
import type { Standing } from '../../core/api/ledger.ts'

export function standingLinks(mailboxId?: string) {
  const list = (standing: Standing | 'all') => `/forwarded-emails?${mailboxId ? `mailbox=${mailboxId}&` : ''}standing=${standing}`
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
