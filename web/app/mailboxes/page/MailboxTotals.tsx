// What became of an account's email in the last 30 days, compared with the mail server's own count.
import type { MailboxDetail } from '../../../../core/api/mail.ts'
import { Tally } from '../../../ui/charts/Tally.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { stateLinks } from '../../state-links.ts'
import { useMailboxSum } from './mailbox-details.ts'

const days = 30

export function MailboxSum({ mailbox }: { mailbox: MailboxDetail }) {
  const t = useWords('mailbox')
  const sum = useMailboxSum(mailbox.id, days).data?.sum
  if (!sum) return <SkeletonCard />
  return (
    <Card>
      <h2>{t('sum')}</h2>
      <Tally figures={sum} links={stateLinks(mailbox.id)}>
        <ServersOwn mailbox={mailbox} />
      </Tally>
    </Card>
  )
}

function ServersOwn({ mailbox: { count, kind } }: { mailbox: MailboxDetail }) {
  const t = useWords('mailbox')
  if (kind === 'address') return t('sum.address')
  if (!count) return t('sum.uncounted')
  return count.kept >= count.held ? t('sum.agree', { held: count.held }) : t('sum.differ', { held: count.held, kept: count.kept })
}
