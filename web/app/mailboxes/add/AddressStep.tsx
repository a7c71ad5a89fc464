// The first step: the email address, from which the server settings are discovered.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDiscoverSettings } from '../../queries/mailboxes.ts'
import type { FoundMailbox } from './useAddMailbox.ts'

interface AddressStepProps {
  address: string
  onType(address: string): void
  onFound(found: FoundMailbox): void
}

export function AddressStep({ address, onType, onFound }: AddressStepProps) {
  const t = useWords('accounts')
  const explain = useExplain()
  const discover = useDiscoverSettings()
  const [isInvalid, setInvalid] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = z.email().safeParse(address.trim())
    setInvalid(!parsed.success)
    if (parsed.success) discover.mutate(parsed.data, { onSuccess: discovered => onFound({ address: parsed.data, discovered }) })
  }
  const error = isInvalid ? t('form.addressWrong') : discover.error ? explain(discover.error) : undefined
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <Field label={t('form.address')} help={t('form.addressHelp')} error={error}>
        <TextInput type="email" autoComplete="off" ref={field} value={address} onChange={event => onType(event.target.value)} />
      </Field>
      <DialogButtons>
        <Button type="submit" busy={discover.isPending}>
          {t('form.next')}
        </Button>
      </DialogButtons>
    </form>
  )
}
