// The page of one email account: its server's recent responses, totals, settings and log.
import { Link, useNavigate, useParams } from 'react-router'
import type { MailboxDetail } from '../../../../core/api/mail.ts'
import { ApiError } from '../../../ApiError.ts'
import { useNow } from '../../../now.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonScreen } from '../../../ui/feedback/Skeleton.tsx'
import { Card, Facts } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Address } from '../../../ui/text/Address.tsx'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { ConfirmForwarding } from '../ConfirmForwarding.tsx'
import { ConnectionTestNote } from '../ConnectionTestNote.tsx'
import { AllowReplies, FixButton } from '../FixButton.tsx'
import { LastDayPulse } from '../LastDayPulse.tsx'
import { MailboxKind, MailboxStateLabel } from '../MailboxHeader.tsx'
import { MailboxMenu } from '../MailboxMenu.tsx'
import { useMailboxActions } from '../useMailboxActions.tsx'
import { FoldersCard } from './FoldersCard.tsx'
import { LogCard } from './LogCard.tsx'
import { MailboxTotals } from './MailboxTotals.tsx'
import { useMailbox } from './mailbox-details.ts'
import { OutageCard } from './OutageCard.tsx'
import { ReplySettingsCard } from './ReplySettingsCard.tsx'

export function MailboxPage() {
  const t = useWords('mailbox')
  const explain = useExplain()
  const { id = '' } = useParams()
  const mailbox = useMailbox(id)
  if (mailbox.data) return <MailboxDetails mailbox={mailbox.data} />
  if (!mailbox.error) return <SkeletonScreen />
  if (mailbox.error instanceof ApiError && mailbox.error.status === 404)
    return (
      <EmptyState title={t('gone')} action={<LinkButton to="/email-accounts">{t('back')}</LinkButton>}>
        {t('goneText')}
      </EmptyState>
    )
  return (
    <Note kind="danger" alert>
      {explain(mailbox.error)}
    </Note>
  )
}

function MailboxDetails({ mailbox }: { mailbox: MailboxDetail }) {
  const t = useWords('mailbox')
  const now = useNow()
  const navigate = useNavigate()
  const actions = useMailboxActions(mailbox, () => void navigate('/email-accounts'))
  return (
    <div>
      <PageHeader
        title={mailbox.address}
        titleContent={<Address address={mailbox.address} />}
        above={<Link to="/email-accounts">{t('back')}</Link>}
        action={
          <div className="max-md:absolute max-md:end-0 max-md:-top-2.5">
            <MailboxMenu mailbox={mailbox} actions={actions} />
          </div>
        }
      >
        <MailboxKind mailbox={mailbox} />
      </PageHeader>
      <div className="grid items-start gap-(--gap) lg:grid-cols-[minmax(0,1.5fr)_minmax(20rem,1fr)]">
        <div className="grid grid-cols-1 gap-(--gap)">
          <Card look={mailbox.state === 'needs_you' ? 'needs' : 'rest'}>
            <h2 className="sr-only">{t('life')}</h2>
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <MailboxStateLabel mailbox={mailbox} />
              {mailbox.halves.length > 0 && <span className="text-xs text-ink-3">{t('day')}</span>}
            </div>
            <LastDayPulse mailbox={mailbox} now={now} />
            <LifeFacts mailbox={mailbox} now={now} />
            {mailbox.reason && <Note kind={mailbox.state === 'needs_you' ? 'danger' : 'warn'}>{mailbox.reason}</Note>}
            <ConnectionTestNote check={actions.check} />
            <ConfirmForwarding mailbox={mailbox} />
            {mailbox.kind === 'address' && (
              <div>
                <CopyButton text={mailbox.address} label={t('copy')} />
              </div>
            )}
            <FixButton mailbox={mailbox} actions={actions} />
            <AllowReplies mailbox={mailbox} />
          </Card>
          <MailboxTotals mailbox={mailbox} />
          {mailbox.kind === 'imap' && <FoldersCard mailbox={mailbox} now={now} />}
          <ReplySettingsCard mailbox={mailbox} />
        </div>
        <div className="grid grid-cols-1 gap-(--gap)">
          <OutageCard mailbox={mailbox} />
          <LogCard id={mailbox.id} />
        </div>
      </div>
      {actions.dialogs}
    </div>
  )
}

/** When the account last proved to be working, and how. */
function LifeFacts({ mailbox, now }: { mailbox: MailboxDetail; now: Date }) {
  const t = useWords('mailbox')
  const timeAgo = (at: string | null) => (at ? <Ago at={at} now={now} /> : t('never'))
  const isImap = mailbox.kind === 'imap'
  return (
    <Facts
      facts={[
        ...(isImap ? [{ name: t('heard'), value: timeAgo(mailbox.lastAliveAt) }] : []),
        ...(isImap ? [{ name: t('twice'), value: timeAgo(mailbox.secondPathAt) }] : []),
        { name: t('mail'), value: timeAgo(mailbox.lastMailAt) },
        ...(mailbox.downSince ? [{ name: t('down'), value: timeAgo(mailbox.downSince) }] : []),
        { name: t('since'), value: timeAgo(mailbox.createdAt) },
      ]}
    />
  )
}
