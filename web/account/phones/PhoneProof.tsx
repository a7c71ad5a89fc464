// Verifies a phone number: takes the number, sends a code by WhatsApp, and checks the code.
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { normalisePhone } from '../../../core/phone/phone.ts'
import type { Refused } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { CodeForm } from './CodeForm.tsx'
import { mayArrive } from './refusal.ts'
import { usePhoneRefusal } from './usePhoneRefusal.ts'

interface PhoneProofProps {
  /** The labels of the two buttons. */
  sendLabel: string
  proveLabel: string
  /** Shown wherever a code can be sent. */
  guard?: ReactNode
  quiet?: boolean
  /** Sends a code to the number, digits only; null once it is sent. */
  onSend(phone: string): Promise<Refused | null>
  onProve(phone: string, code: string): Promise<Refused | null>
}

export function PhoneProof({ sendLabel, proveLabel, guard, quiet = false, onSend, onProve }: PhoneProofProps) {
  const t = useWords('byphone')
  const sentence = usePhoneRefusal()
  const [to, setTo] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ defaultValues: { phone: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ phone }) => {
    const digits = normalisePhone(phone)
    if (!digits) return
    setRefused(null)
    const refusal = await onSend(digits)
    setRefused(refusal && sentence(refusal))
    if (!refusal || mayArrive(refusal)) setTo(digits)
  })
  if (to)
    return (
      <CodeForm to={to} action={proveLabel} doubt={refused} onProve={code => onProve(to, code)} guard={guard} onAgain={() => onSend(to)}>
        <Button look="bare" onClick={() => setTo(null)}>
          {t('otherNumber')}
        </Button>
      </CodeForm>
    )
  return (
    <AuthForm refused={refused} action={sendLabel} busy={isSubmitting} quiet={quiet} onSend={send}>
      <Field label={t('number')} help={t('numberHelp')} error={errors.phone?.message}>
        <TextInput
          type="tel"
          autoComplete="tel"
          {...form.register('phone', { validate: phone => normalisePhone(phone) !== null || t('numberWrong') })}
        />
      </Field>
      {guard}
    </AuthForm>
  )
}
