// An account's totals for the last 30 days, compared with the mail server's own count.
import type { MailboxDetail } from '../../../../core/api/mail.ts'
import { MessageTotals } from '../../../ui/charts/MessageTotals.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { stateLinks } from '../../state-links.ts'
import { useMailboxTotals } from './mailbox-details.ts'

const days = 30

export function MailboxTotals({ mailbox }: { mailbox: MailboxDetail }) {
  const t = useWords('mailbox')
  const sum = useMailboxTotals(mailbox.id, days).data?.sum
  if (!sum) return <SkeletonCard />
  return (
    <Card>
      <h2>{t('sum')}</h2>
      <MessageTotals figures={sum} links={stateLinks(mailbox.id)}>
        <ServerCount mailbox={mailbox} />
      </MessageTotals>
    </Card>
  )
}

function ServerCount({ mailbox: { count, kind } }: { mailbox: MailboxDetail }) {
  const t = useWords('mailbox')
  if (kind === 'address') return t('sum.address')
  if (!count) return t('sum.uncounted')
  return count.kept >= count.held ? t('sum.agree', { held: count.held }) : t('sum.differ', { held: count.held, kept: count.kept })
}
