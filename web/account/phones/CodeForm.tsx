// Takes the code sent to a phone, can send another one, and helps if none arrives.
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatPhoneInText } from '../../../core/phone/phone.ts'
import { useConfig } from '../../auth/useConfig.ts'
import type { AuthRefusal } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { CodeInput } from '../CodeInput.tsx'
import { usePhoneRefusal } from './usePhoneRefusal.ts'

interface CodeFormProps {
  /** The number that the code was sent to, digits only. */
  to: string
  action: string
  /** A problem that may have kept the code from being sent. */
  initialError?: string | null
  onVerify(code: string): Promise<AuthRefusal | null>
  /** The captcha to solve before another code is sent. */
  captcha?: ReactNode
  onResend(): Promise<AuthRefusal | null>
  /** Shown beside the button that sends another code. */
  children?: ReactNode
}

export function CodeForm({ to, action, initialError = null, onVerify, captcha, onResend, children }: CodeFormProps) {
  const t = useWords('byphone')
  const messageFor = usePhoneRefusal()
  const isSandbox = useConfig()?.standIns.includes('whatsapp') ?? false
  const [errorText, setErrorText] = useState(initialError)
  const [isResending, setResending] = useState(false)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ code }) => {
    setErrorText(null)
    const refusal = await onVerify(code.replaceAll(/\D/g, ''))
    if (!refusal) return
    setErrorText(messageFor(refusal))
    form.setFocus('code', { shouldSelect: true })
  })
  const resend = async () => {
    setResending(true)
    const refusal = await onResend()
    setResending(false)
    setErrorText(refusal && messageFor(refusal))
    if (!refusal) toast.success(t('againDone'))
  }
  return (
    <>
      <p>{t('sent', { number: formatPhoneInText(to) })}</p>
      {isSandbox && (
        <p className="text-sm">
          <Rich
            text={t('sandbox')}
            tags={{
              link: text => (
                <a href={`/sandbox/phone#${to}`} target="_blank" rel="noreferrer">
                  {text}
                </a>
              ),
            }}
          />
        </p>
      )}
      <AuthForm errorText={errorText} action={action} busy={isSubmitting} onSubmit={send}>
        <Field label={t('code')} help={t('none')} error={errors.code?.message}>
          <CodeInput {...form.register('code', { required: t('codeMissing') })} />
        </Field>
      </AuthForm>
      {captcha}
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button look="bare" busy={isResending} onClick={() => void resend()}>
          {t('again')}
        </Button>
        {children}
      </div>
    </>
  )
}
