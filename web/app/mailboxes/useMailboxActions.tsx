// The actions of an email account, with their dialogs, for its card and its page.
import { type ReactNode, useState } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { useCheckMailbox, usePauseMailbox } from '../queries/mailboxes.ts'
import { NewCertificate } from './NewCertificate.tsx'
import { NewPassword } from './NewPassword.tsx'
import { RemoveMailbox } from './RemoveMailbox.tsx'

export interface MailboxActions {
  check: ReturnType<typeof useCheckMailbox>
  pause(paused: boolean): void
  askPassword(): void
  askRemove(): void
  askCertificate(): void
  dialogs: ReactNode
}

export function useMailboxActions(mailbox: Mailbox, onRemoved?: () => void): MailboxActions {
  const [asking, setAsking] = useState<'password' | 'remove' | 'certificate' | null>(null)
  const check = useCheckMailbox()
  const { mutate: pause } = usePauseMailbox()
  const close = () => setAsking(null)
  return {
    check,
    pause: paused => pause({ mailbox, paused }),
    askPassword: () => setAsking('password'),
    askRemove: () => setAsking('remove'),
    askCertificate: () => setAsking('certificate'),
    dialogs: (
      <>
        <NewPassword mailbox={mailbox} open={asking === 'password'} onClose={close} />
        <NewCertificate mailbox={mailbox} open={asking === 'certificate'} onClose={close} />
        <RemoveMailbox mailbox={mailbox} open={asking === 'remove'} onClose={close} {...(onRemoved && { onRemoved })} />
      </>
    ),
  }
}
