// Asks before an e-mail account is removed.
import type { Mailbox } from '../../core/api/mail.ts'
import { Confirm } from '../ui/Dialog.tsx'
import { useExplain } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { useRemoveMailbox } from './mailboxes.ts'

export function RemoveMailbox({ mailbox, open, onClose }: { mailbox: Mailbox; open: boolean; onClose(): void }) {
  const t = useWords('accounts')
  const explain = useExplain()
  const removing = useRemoveMailbox()
  const remove = () =>
    removing.mutate(mailbox, {
      onSuccess: () => {
        toast.success(t('removed', { address: mailbox.address }))
        onClose()
      },
      onError: error => toast.error(explain(error)),
    })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('remove.title', { address: mailbox.address })}
      deed={t('remove')}
      onDeed={remove}
      busy={removing.isPending}
    >
      {t('remove.text')}
    </Confirm>
  )
}
