// Everything that can be done to an e-mail account, behind three dots.
import { CirclePause, CirclePlay, Ellipsis, KeyRound, PlugZap, Trash2 } from 'lucide-react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useWords } from '../../words.tsx'
import type { Deeds } from './useDeeds.tsx'

export function MailboxMenu({ mailbox, deeds }: { mailbox: Mailbox; deeds: Deeds }) {
  const t = useWords('accounts')
  const isPaused = mailbox.state === 'paused'
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={t('menu', { address: mailbox.address })} />}
      items={[
        isPaused
          ? { word: t('resume'), icon: CirclePlay, onPick: () => deeds.pause(false) }
          : { word: t('pause'), icon: CirclePause, onPick: () => deeds.pause(true) },
        ...(mailbox.kind === 'imap' ? [{ word: t('check'), icon: PlugZap, onPick: () => deeds.check.mutate(mailbox) }] : []),
        ...(mailbox.signIn === 'password' ? [{ word: t('password.new'), icon: KeyRound, onPick: deeds.askPassword }] : []),
        { word: t('remove'), icon: Trash2, danger: true, onPick: deeds.askRemove },
      ]}
    />
  )
}
