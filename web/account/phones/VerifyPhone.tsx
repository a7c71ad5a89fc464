// Verifies a phone number: asks for it, sends a code by WhatsApp, and checks the code.
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { parsePhone } from '../../../core/phone/phone.ts'
import type { AuthRefusal } from '../../session/session.tsx'
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
  verifyLabel: string
  /** Shown wherever a code can be sent. */
  captcha?: ReactNode
  quiet?: boolean
  /** Sends a code to the number, digits only; null once it is sent. */
  onSend(phone: string): Promise<AuthRefusal | null>
  onVerify(phone: string, code: string): Promise<AuthRefusal | null>
}

export function VerifyPhone({ sendLabel, verifyLabel, captcha, quiet = false, onSend, onVerify }: PhoneProofProps) {
  const t = useWords('byphone')
  const messageFor = usePhoneRefusal()
  const [to, setTo] = useState<string | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const form = useForm({ defaultValues: { phone: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ phone }) => {
    const digits = parsePhone(phone)
    if (!digits) return
    setErrorText(null)
    const refusal = await onSend(digits)
    setErrorText(refusal && messageFor(refusal))
    if (!refusal || mayArrive(refusal)) setTo(digits)
  })
  if (to)
    return (
      <CodeForm
        to={to}
        action={verifyLabel}
        initialError={errorText}
        onVerify={code => onVerify(to, code)}
        captcha={captcha}
        onResend={() => onSend(to)}
      >
        <Button look="bare" onClick={() => setTo(null)}>
          {t('otherNumber')}
        </Button>
      </CodeForm>
    )
  return (
    <AuthForm errorText={errorText} action={sendLabel} busy={isSubmitting} quiet={quiet} onSubmit={send}>
      <Field label={t('number')} help={t('numberHelp')} error={errors.phone?.message}>
        <TextInput
          type="tel"
          autoComplete="tel"
          {...form.register('phone', { validate: phone => parsePhone(phone) !== null || t('numberWrong') })}
        />
      </Field>
      {captcha}
    </AuthForm>
  )
}
