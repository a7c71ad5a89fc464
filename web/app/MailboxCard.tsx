// One e-mail account: its state, its proof of life, and the one thing to do.
import { CirclePause, CirclePlay, Ellipsis, KeyRound, PlugZap, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Mailbox } from '../../core/api/mail.ts'
import { Ago } from '../ui/Ago.tsx'
import { Button } from '../ui/Button.tsx'
import { Card, Facts } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { useExplain } from '../ui/failure.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { MailboxHead, MailboxStateLabel } from './MailboxHead.tsx'
import { useChangeMailbox, useCheckMailbox } from './mailboxes.ts'
import { NewPassword } from './NewPassword.tsx'
import { RemoveMailbox } from './RemoveMailbox.tsx'

interface MailboxCardProps {
  mailbox: Mailbox
  count: { arrived: number; forwarded: number } | undefined
  now: Date
}

export function MailboxCard({ mailbox, count, now }: MailboxCardProps) {
  const t = useWords('accounts')
  const [asking, setAsking] = useState<'password' | 'remove' | null>(null)
  const check = useCheckMailbox()
  const { change, busy } = usePausing(mailbox)
  const paused = mailbox.state === 'paused'
  const imap = mailbox.kind === 'imap'
  const menu = (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={t('menu', { address: mailbox.address })} />}
      items={[
        paused
          ? { word: t('resume'), icon: CirclePlay, onPick: () => change(false) }
          : { word: t('pause'), icon: CirclePause, onPick: () => change(true) },
        ...(imap
          ? [
              { word: t('check'), icon: PlugZap, onPick: () => check.mutate(mailbox) },
              { word: t('password.new'), icon: KeyRound, onPick: () => setAsking('password') },
            ]
          : []),
        { word: t('remove'), icon: Trash2, danger: true, onPick: () => setAsking('remove') },
      ]}
    />
  )
  return (
    <Card look={mailbox.state === 'needs_you' ? 'needs' : 'rest'}>
      <MailboxHead mailbox={mailbox} level="h2" aside={menu} />
      <MailboxStateLabel mailbox={mailbox} />
      <Facts facts={useFacts(mailbox, count, now)} />
      {mailbox.reason && <Note kind={mailbox.state === 'needs_you' ? 'danger' : 'warn'}>{mailbox.reason}</Note>}
      <CheckNote check={check} />
      {!imap && (
        <div>
          <CopyButton text={mailbox.address} word={t('copyAddress')} />
        </div>
      )}
      {mailbox.state === 'needs_you' && imap && (
        <Button block onClick={() => setAsking('password')}>
          <KeyRound size={18} aria-hidden /> {t('password.new')}
        </Button>
      )}
      {paused && (
        <Button look="quiet" block busy={busy} onClick={() => change(false)}>
          {t('resume')}
        </Button>
      )}
      <NewPassword mailbox={mailbox} open={asking === 'password'} onClose={() => setAsking(null)} />
      <RemoveMailbox mailbox={mailbox} open={asking === 'remove'} onClose={() => setAsking(null)} />
    </Card>
  )
}

function usePausing(mailbox: Mailbox) {
  const t = useWords('accounts')
  const explain = useExplain()
  const pausing = useChangeMailbox()
  const change = (paused: boolean) =>
    pausing.mutate(
      { id: mailbox.id, paused },
      {
        onSuccess: () => toast.success(t(paused ? 'paused' : 'resumed', { address: mailbox.address })),
        onError: error => toast.error(explain(error)),
      },
    )
  return { change, busy: pausing.isPending }
}

function CheckNote({ check }: { check: ReturnType<typeof useCheckMailbox> }) {
  const t = useWords('accounts')
  const explain = useExplain()
  if (check.isPending) return <Note>{t('form.testing')}</Note>
  if (check.error) return <Note kind="danger">{explain(check.error)}</Note>
  if (!check.data) return null
  return (
    <Note kind={check.data.ok ? 'ok' : 'danger'} alert>
      {check.data.ok ? t('works') : check.data.message}
    </Note>
  )
}

function useFacts(mailbox: Mailbox, count: MailboxCardProps['count'], now: Date) {
  const t = useWords('accounts')
  const when = (at: string | null) => (at ? <Ago at={at} now={now} /> : t('never'))
  const today = count?.arrived ? t('fact.todayText', { arrived: count.arrived, forwarded: count.forwarded }) : t('nothing')
  return [
    ...(mailbox.kind === 'imap' ? [{ name: t('fact.heard'), value: when(mailbox.lastAliveAt) }] : []),
    { name: t('fact.mail'), value: when(mailbox.lastMailAt) },
    { name: t('fact.today'), value: today },
    ...(mailbox.state === 'paused' ? [{ name: t('fact.meanwhile'), value: t('fact.pausedText') }] : []),
    ...(mailbox.kind === 'address' ? [{ name: t('fact.accepts'), value: t('fact.acceptsText') }] : []),
  ]
}
