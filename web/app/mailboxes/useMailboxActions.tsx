// The actions of an email account, with their dialogs, for its card and its page.
import { type ReactNode, useState } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { useCheckMailbox, usePauseMailbox } from '../queries/mailboxes.ts'
import { RemoveMailbox } from './RemoveMailbox.tsx'
import { ReplacePassword } from './ReplacePassword.tsx'
import { TrustCertificate } from './TrustCertificate.tsx'

export interface MailboxActions {
  check: ReturnType<typeof useCheckMailbox>
  pause(paused: boolean): void
  openPassword(): void
  openRemove(): void
  openCertificate(): void
  dialogs: ReactNode
}

export function useMailboxActions(mailbox: Mailbox, onRemoved?: () => void): MailboxActions {
  const [openDialog, setOpenDialog] = useState<'password' | 'remove' | 'certificate' | null>(null)
  const check = useCheckMailbox()
  const { mutate: pause } = usePauseMailbox()
  const close = () => setOpenDialog(null)
  return {
    check,
    pause: paused => pause({ mailbox, paused }),
    openPassword: () => setOpenDialog('password'),
    openRemove: () => setOpenDialog('remove'),
    openCertificate: () => setOpenDialog('certificate'),
    dialogs: (
      <>
        <ReplacePassword mailbox={mailbox} open={openDialog === 'password'} onClose={close} />
        <TrustCertificate mailbox={mailbox} open={openDialog === 'certificate'} onClose={close} />
        <RemoveMailbox mailbox={mailbox} open={openDialog === 'remove'} onClose={close} {...(onRemoved && { onRemoved })} />
      </>
    ),
  }
}
