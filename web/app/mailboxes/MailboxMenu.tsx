// The menu of an email account.
import { CirclePause, CirclePlay, Ellipsis, KeyRound, PlugZap, Trash2 } from 'lucide-react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useWords } from '../../words/words.tsx'
import type { MailboxActions } from './useMailboxActions.tsx'

export function MailboxMenu({ mailbox, actions }: { mailbox: Mailbox; actions: MailboxActions }) {
  const t = useWords('accounts')
  const isPaused = mailbox.state === 'paused'
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={t('menu', { address: mailbox.address })} />}
      items={[
        isPaused
          ? { label: t('resume'), icon: CirclePlay, onSelect: () => actions.pause(false) }
          : { label: t('pause'), icon: CirclePause, onSelect: () => actions.pause(true) },
        ...(mailbox.kind === 'imap' ? [{ label: t('check'), icon: PlugZap, onSelect: () => actions.check.mutate(mailbox) }] : []),
        ...(mailbox.signIn === 'password' ? [{ label: t('password.new'), icon: KeyRound, onSelect: actions.openPassword }] : []),
        { label: t('remove'), icon: Trash2, danger: true, onSelect: actions.openRemove },
      ]}
    />
  )
}
