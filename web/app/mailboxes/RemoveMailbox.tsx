// Asks for confirmation before an email account is removed.
import { useState } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useRemoveMailbox } from '../queries/mailboxes.ts'
import { findIssuer } from './sign-in.ts'

interface RemoveMailboxProps {
  mailbox: Mailbox
  open: boolean
  onClose(): void
  onRemoved?: () => void
}

export function RemoveMailbox({ mailbox, open, onClose, onRemoved }: RemoveMailboxProps) {
  const t = useWords('accounts')
  const explain = useExplain()
  const removal = useRemoveMailbox()
  const [erase, setErase] = useState(false)
  const remove = () =>
    removal.mutate(
      { id: mailbox.id, erase },
      {
        onSuccess: () => {
          toast.success(t('removed', { address: mailbox.address }))
          onClose()
          onRemoved?.()
        },
        onError: error => toast.error(explain(error)),
      },
    )
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('remove.title', { address: mailbox.address })}
      action={t('remove')}
      onConfirm={remove}
      busy={removal.isPending}
    >
      <p>{t('remove.text')}</p>
      {mailbox.signIn === 'oauth2' && <p>{t('remove.access', { issuer: findIssuer(mailbox.provider) ?? 'other' })}</p>}
      <Checkbox label={t('remove.erase')} checked={erase} onChange={setErase} />
      {erase && <p className="text-danger">{t('remove.eraseText')}</p>}
    </Confirm>
  )
}
