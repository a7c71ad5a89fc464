// Explains what to do if the provider's mailboxes cannot be read.
import { useEffect, useRef } from 'react'
import type { Discovered } from '../../../../core/api/mail.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { HelpLink } from '../../../ui/text/HelpLink.tsx'
import { useWords } from '../../../words/words.tsx'
import { useAddMailbox } from '../../queries/mailboxes.ts'

interface ClosedProviderProps {
  provider: NonNullable<Discovered['provider']>
  onBack(): void
  onDone(): void
}

export function ClosedProvider({ provider, onBack, onDone }: ClosedProviderProps) {
  const t = useWords('accounts')
  const guides = useWords('providers')
  const explain = useExplain()
  const add = useAddMailbox()
  const action = useRef<HTMLButtonElement>(null)
  // The focused field disappeared with the previous step.
  useEffect(() => action.current?.focus(), [])
  const addAddress = () =>
    add.mutate(
      { kind: 'address' },
      {
        onSuccess: mailbox => {
          toast.success(t('added', { address: mailbox.address }))
          onDone()
        },
      },
    )
  return (
    <div className="grid gap-4">
      <Note kind="info" alert>
        {provider.signIn.length > 0 ? guides('microsoft') : guides('closed', { name: provider.name })}
      </Note>
      <p className="text-sm">
        <HelpLink to={provider.signIn.length > 0 ? '/help/email-setup#microsoft' : '/help/email-setup#forward'}>{t('form.how')}</HelpLink>
      </p>
      {add.error && (
        <Note kind="danger" alert>
          {explain(add.error)}
        </Note>
      )}
      <DialogButtons>
        <Button look="quiet" onClick={onBack}>
          {t('form.otherAddress')}
        </Button>
        <Button ref={action} busy={add.isPending} onClick={addAddress}>
          {t('address.get')}
        </Button>
      </DialogButtons>
    </div>
  )
}
