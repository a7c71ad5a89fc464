// An email account on the dashboard: its state, and when its server last responded.
import { Link } from 'react-router'
import type { Mailbox } from '../../../core/api/mail.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Card, Facts } from '../../ui/layout/Card.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useWords } from '../../words/words.tsx'
import { LastDayPulse } from '../mailboxes/LastDayPulse.tsx'
import { MailboxHeader, MailboxStateLabel } from '../mailboxes/MailboxHeader.tsx'
import { findFix } from '../mailboxes/mailbox-fix.ts'

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
      <MailboxHeader mailbox={mailbox} level="h3" />
      <LastDayPulse mailbox={mailbox} now={now} />
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
          <bdi>{mailbox.reason}</bdi> {mailbox.state === 'needs_you' && <FixLink mailbox={mailbox} />}
        </p>
      ) : (
        <div className="-my-2 -me-2 flex min-h-10 items-center justify-between gap-1">
          <Facts
            facts={[
              { name: t('fact.today'), value: t('fact.todayText', { arrived: count?.arrived ?? 0, forwarded: count?.forwarded ?? 0 }) },
            ]}
          />
          {/* Beside the address it would leave too little space for one line. */}
          {mailbox.kind === 'address' && <CopyButton text={mailbox.address} label={t('copyAddress')} bare />}
        </div>
      )}
    </Card>
  )
}

/** Links to the fix. */
function FixLink({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  const fix = findFix(mailbox)
  const text = fix === 'sign_in' ? t('signIn.anew') : fix === 'certificate' ? t('pin.look') : t('password.new')
  return <Link to={`/email-accounts/${mailbox.id}`}>{text}</Link>
}

/** Fills the row beside a few accounts with a link that adds another. */
export function AddMailboxCard({ className }: { className: string }) {
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
