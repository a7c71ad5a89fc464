// What can be done to an e-mail account from its card and its page, with the dialogs that ask.
import { type ReactNode, useState } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { useCheckMailbox, usePauseMailbox } from '../mailboxes.ts'
import { NewPassword } from '../NewPassword.tsx'
import { RemoveMailbox } from '../RemoveMailbox.tsx'
import { NewCertificate } from './NewCertificate.tsx'

export interface Deeds {
  check: ReturnType<typeof useCheckMailbox>
  pause(paused: boolean): void
  askPassword(): void
  askRemove(): void
  askCertificate(): void
  dialogs: ReactNode
}

export function useDeeds(mailbox: Mailbox, onRemoved?: () => void): Deeds {
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
