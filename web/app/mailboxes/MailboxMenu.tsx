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
          ? { word: t('resume'), icon: CirclePlay, onPick: () => actions.pause(false) }
          : { word: t('pause'), icon: CirclePause, onPick: () => actions.pause(true) },
        ...(mailbox.kind === 'imap' ? [{ word: t('check'), icon: PlugZap, onPick: () => actions.check.mutate(mailbox) }] : []),
        ...(mailbox.signIn === 'password' ? [{ word: t('password.new'), icon: KeyRound, onPick: actions.askPassword }] : []),
        { word: t('remove'), icon: Trash2, danger: true, onPick: actions.askRemove },
      ]}
    />
  )
}
