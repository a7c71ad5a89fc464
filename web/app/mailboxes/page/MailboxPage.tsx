// The page of one email account: proof of life, figures, settings, log.
import { Link, useNavigate, useParams } from 'react-router'
import type { MailboxDetail } from '../../../../core/api/mail.ts'
import { ApiError } from '../../../ApiError.ts'
import { useNow } from '../../../now.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonScreen } from '../../../ui/feedback/Skeleton.tsx'
import { Card, Facts } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Address } from '../../../ui/text/Address.tsx'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { CheckNote } from '../CheckNote.tsx'
import { Confirmation } from '../Confirmation.tsx'
import { FixButton } from '../FixButton.tsx'
import { LastDay } from '../LastDay.tsx'
import { KindOf, MailboxStateLabel } from '../MailboxHead.tsx'
import { MailboxMenu } from '../MailboxMenu.tsx'
import { useMailboxActions } from '../useMailboxActions.tsx'
import { FoldersCard } from './FoldersCard.tsx'
import { LogCard } from './LogCard.tsx'
import { MailboxSum } from './MailboxTotals.tsx'
import { useMailbox } from './mailbox-details.ts'
import { OutageCard } from './OutageCard.tsx'
import { AnsweringCard } from './ReplySettingsCard.tsx'

export function MailboxPage() {
  const t = useWords('mailbox')
  const explain = useExplain()
  const { id = '' } = useParams()
  const mailbox = useMailbox(id)
  if (mailbox.data) return <Whole mailbox={mailbox.data} />
  if (!mailbox.error) return <SkeletonScreen />
  if (mailbox.error instanceof ApiError && mailbox.error.status === 404)
    return (
      <Empty title={t('gone')} action={<LinkButton to="/email-accounts">{t('back')}</LinkButton>}>
        {t('goneText')}
      </Empty>
    )
  return (
    <Note kind="danger" alert>
      {explain(mailbox.error)}
    </Note>
  )
}

function Whole({ mailbox }: { mailbox: MailboxDetail }) {
  const t = useWords('mailbox')
  const now = useNow()
  const navigate = useNavigate()
  const actions = useMailboxActions(mailbox, () => void navigate('/email-accounts'))
  return (
    <div>
      <PageHeader
        title={mailbox.address}
        drawn={<Address of={mailbox.address} />}
        above={<Link to="/email-accounts">{t('back')}</Link>}
        action={
          <div className="max-md:absolute max-md:end-0 max-md:-top-2.5">
            <MailboxMenu mailbox={mailbox} actions={actions} />
          </div>
        }
      >
        <KindOf mailbox={mailbox} />
      </PageHeader>
      <div className="grid items-start gap-(--gap) lg:grid-cols-[minmax(0,1.5fr)_minmax(20rem,1fr)]">
        <div className="grid grid-cols-1 gap-(--gap)">
          <Card look={mailbox.state === 'needs_you' ? 'needs' : 'rest'}>
            <h2 className="sr-only">{t('life')}</h2>
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <MailboxStateLabel mailbox={mailbox} />
              {mailbox.halves.length > 0 && <span className="text-xs text-ink-3">{t('day')}</span>}
            </div>
            <LastDay mailbox={mailbox} now={now} />
            <Life mailbox={mailbox} now={now} />
            {mailbox.reason && <Note kind={mailbox.state === 'needs_you' ? 'danger' : 'warn'}>{mailbox.reason}</Note>}
            <CheckNote check={actions.check} />
            <Confirmation mailbox={mailbox} />
            {mailbox.kind === 'address' && (
              <div>
                <CopyButton text={mailbox.address} word={t('copy')} />
              </div>
            )}
            <FixButton mailbox={mailbox} actions={actions} />
          </Card>
          <MailboxSum mailbox={mailbox} />
          {mailbox.kind === 'imap' && <FoldersCard mailbox={mailbox} now={now} />}
          <AnsweringCard mailbox={mailbox} />
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

/** When it was last proven alive, and by what. */
function Life({ mailbox, now }: { mailbox: MailboxDetail; now: Date }) {
  const t = useWords('mailbox')
  const when = (at: string | null) => (at ? <Ago at={at} now={now} /> : t('never'))
  const isImap = mailbox.kind === 'imap'
  return (
    <Facts
      facts={[
        ...(isImap ? [{ name: t('heard'), value: when(mailbox.lastAliveAt) }] : []),
        ...(isImap ? [{ name: t('twice'), value: when(mailbox.secondPathAt) }] : []),
        { name: t('mail'), value: when(mailbox.lastMailAt) },
        ...(mailbox.downSince ? [{ name: t('down'), value: when(mailbox.downSince) }] : []),
        { name: t('since'), value: when(mailbox.createdAt) },
      ]}
    />
  )
}
