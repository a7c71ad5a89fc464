// The card of an email account: its state, its server's recent responses, and the one thing to do.
import { Link } from 'react-router'
import type { Mailbox } from '../../../core/api/mail.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Sparkline } from '../../ui/charts/Sparkline.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Card, Facts } from '../../ui/layout/Card.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { ConfirmForwarding } from './ConfirmForwarding.tsx'
import { ConnectionTestNote } from './ConnectionTestNote.tsx'
import { AllowReplies, FixButton } from './FixButton.tsx'
import { LastDayPulse } from './LastDayPulse.tsx'
import { MailboxHeader, MailboxStateLabel } from './MailboxHeader.tsx'
import { MailboxMenu } from './MailboxMenu.tsx'
import { useMailboxActions } from './useMailboxActions.tsx'

interface MailboxCardProps {
  mailbox: Mailbox
  count: { arrived: number; forwarded: number } | undefined
  /** How many emails arrived on each of the last seven days; undefined until loaded. */
  week: readonly number[] | undefined
  now: Date
}

export function MailboxCard({ mailbox, count, week, now }: MailboxCardProps) {
  const t = useWords('accounts')
  const actions = useMailboxActions(mailbox)
  return (
    <Card look={mailbox.state === 'needs_you' ? 'needs' : 'rest'}>
      <MailboxHeader mailbox={mailbox} level="h2" isLink aside={<MailboxMenu mailbox={mailbox} actions={actions} />} />
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <MailboxStateLabel mailbox={mailbox} />
          {mailbox.halves.length > 0 && <span className="text-xs text-ink-3">{t('pulse.day')}</span>}
        </div>
        <LastDayPulse mailbox={mailbox} now={now} />
      </div>
      <Facts facts={useFacts({ mailbox, count, week, now })} />
      {mailbox.reason && <Note kind={mailbox.state === 'needs_you' ? 'danger' : 'warn'}>{mailbox.reason}</Note>}
      <ConnectionTestNote check={actions.check} />
      <ConfirmForwarding mailbox={mailbox} />
      {mailbox.kind === 'address' && (
        <div>
          <CopyButton text={mailbox.address} label={t('copyAddress')} />
        </div>
      )}
      <FixButton mailbox={mailbox} actions={actions} />
      <AllowReplies mailbox={mailbox} />
      {actions.dialogs}
    </Card>
  )
}

function useFacts({ mailbox, count, week, now }: MailboxCardProps) {
  const t = useWords('accounts')
  const language = useLanguage()
  const timeAgo = (at: string | null) => (at ? <Ago at={at} now={now} /> : t('never'))
  const today = count?.arrived ? t('fact.todayText', { arrived: count.arrived, forwarded: count.forwarded }) : t('nothing')
  const total = week?.reduce((sum, day) => sum + day, 0) ?? 0
  return [
    ...(mailbox.kind === 'imap' ? [{ name: t('fact.heard'), value: timeAgo(mailbox.lastAliveAt) }] : []),
    ...(mailbox.secondPathAt
      ? [
          {
            name: t('fact.twice'),
            value: (
              <>
                <Ago at={mailbox.secondPathAt} now={now} />
                {t('fact.agree')}
              </>
            ),
          },
        ]
      : []),
    ...(mailbox.count
      ? [
          {
            name: t('fact.server'),
            value: (
              <Link to={`/email-accounts/${mailbox.id}`}>
                {t('fact.serverText', {
                  held: mailbox.count.held,
                  kept: mailbox.count.kept >= mailbox.count.held ? 'all' : String(mailbox.count.kept),
                })}
              </Link>
            ),
          },
        ]
      : []),
    { name: t('fact.mail'), value: timeAgo(mailbox.lastMailAt) },
    { name: t('fact.today'), value: today },
    ...(week
      ? [
          {
            name: t('fact.week'),
            value: <Sparkline daily={week} stepPx={16} label={t('fact.weekText', { n: total, shown: total.toLocaleString(language) })} />,
          },
        ]
      : []),
    ...(mailbox.problem === 'provider_trouble' ? [{ name: t('fact.trouble'), value: timeAgo(mailbox.downSince) }] : []),
    ...(mailbox.state === 'paused' ? [{ name: t('fact.meanwhile'), value: t('fact.pausedText') }] : []),
    ...(mailbox.state === 'needs_you' ? [{ name: t('fact.meanwhile'), value: t('fact.needsText') }] : []),
    ...(mailbox.kind === 'address' ? [{ name: t('fact.accepts'), value: t('fact.acceptsText') }] : []),
  ]
}
