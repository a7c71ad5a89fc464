// What became of an account's mail in the last 30 days, beside what the mail server counts itself.
import type { MailboxDetail } from '../../../core/api/mail.ts'
import { Card } from '../../ui/Card.tsx'
import { SkeletonCard } from '../../ui/Skeleton.tsx'
import { Tally } from '../../ui/Tally.tsx'
import { useWords } from '../../words.tsx'
import { standingLinks } from '../standing-links.ts'
import { useMailboxSum } from './one.ts'

const days = 30

export function MailboxSum({ mailbox }: { mailbox: MailboxDetail }) {
  const t = useWords('mailbox')
  const sum = useMailboxSum(mailbox.id, days).data?.sum
  if (!sum) return <SkeletonCard />
  return (
    <Card>
      <h2>{t('sum')}</h2>
      <Tally figures={sum} links={standingLinks(mailbox.id)}>
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
