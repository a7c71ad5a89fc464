// An e-mail account on the dashboard: how it is, and when it was last heard from.
import { Link } from 'react-router'
import type { Mailbox } from '../../core/api/mail.ts'
import { Ago } from '../ui/Ago.tsx'
import { Card, Facts } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { useWords } from '../words.tsx'
import { MailboxHead, MailboxStateLabel } from './MailboxHead.tsx'
import { fixOf } from './mailboxes/fix.ts'
import { LastDay } from './mailboxes/LastDay.tsx'

export function MailboxSummary({
  mailbox,
  count,
  now,
}: {
  mailbox: Mailbox
  count: { arrived: number; forwarded: number } | undefined
  now: Date
}) {
  const t = useWords('accounts')
  return (
    <Card look={mailbox.state === 'needs_you' ? 'needs' : 'rest'}>
      <MailboxHead mailbox={mailbox} level="h3" />
      <LastDay mailbox={mailbox} now={now} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <MailboxStateLabel mailbox={mailbox} />
        {mailbox.lastAliveAt && (
          <span className="text-sm text-ink-2">
            {t('fact.heard')} <Ago at={mailbox.lastAliveAt} now={now} />
          </span>
        )}
      </div>
      {mailbox.reason ? (
        <p className="text-sm">
          <bdi>{mailbox.reason}</bdi> {mailbox.state === 'needs_you' && <Mend mailbox={mailbox} />}
        </p>
      ) : (
        <div className="-my-2 -me-2 flex min-h-10 items-center justify-between gap-1">
          <Facts
            facts={[
              { name: t('fact.today'), value: t('fact.todayText', { arrived: count?.arrived ?? 0, forwarded: count?.forwarded ?? 0 }) },
            ]}
          />
          {/* Beside the address it would take the room that this needs for one line. */}
          {mailbox.kind === 'address' && <CopyButton text={mailbox.address} word={t('copyAddress')} bare />}
        </div>
      )}
    </Card>
  )
}

/** Leads to where it is mended. */
function Mend({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  const fix = fixOf(mailbox)
  const word = fix === 'sign_in' ? t('signIn.anew') : fix === 'certificate' ? t('pin.look') : t('password.new')
  return <Link to={`/email-accounts/${mailbox.id}`}>{word}</Link>
}

/** Beside few accounts: the place for another, where the row would end in nothing. */
export function AnotherMailbox({ className }: { className: string }) {
  const t = useWords('accounts')
  return (
    <Card look="dashed" className={className}>
      <h3 className="text-md">
        <Link to="/email-accounts?add=yes" className="text-ink">
          {t('add')}
        </Link>
      </h3>
      <p className="text-sm text-ink-2">{t('addText')}</p>
    </Card>
  )
}
