// A provider whose mailboxes we cannot read: what works instead.
import { useEffect, useRef } from 'react'
import type { Discovered } from '../../../core/api/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogDeeds } from '../../ui/DialogParts.tsx'
import { useExplain } from '../../ui/failure.ts'
import { HelpLink } from '../../ui/HelpLink.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { useAddMailbox } from '../mailboxes.ts'

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
  const deed = useRef<HTMLButtonElement>(null)
  // The step before took the field that had the focus with it.
  useEffect(() => deed.current?.focus(), [])
  const take = () =>
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
      <DialogDeeds>
        <Button look="quiet" onClick={onBack}>
          {t('form.otherAddress')}
        </Button>
        <Button ref={deed} busy={add.isPending} onClick={take}>
          {t('address.get')}
        </Button>
      </DialogDeeds>
    </div>
  )
}
