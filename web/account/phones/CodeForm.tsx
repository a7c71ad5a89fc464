// Takes a code sent to a phone, can send another one, and helps if none arrives.
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { phoneInText } from '../../../core/phone/phone.ts'
import { useConfig } from '../../auth/useConfig.ts'
import type { Refused } from '../../session/session.tsx'
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
  doubt?: string | null
  onProve(code: string): Promise<Refused | null>
  /** The captcha to solve before another code is sent. */
  guard?: ReactNode
  onAgain(): Promise<Refused | null>
  /** Shown beside the button that sends another code. */
  children?: ReactNode
}

export function CodeForm({ to, action, doubt = null, onProve, guard, onAgain, children }: CodeFormProps) {
  const t = useWords('byphone')
  const sentence = usePhoneRefusal()
  const isPlayed = useConfig()?.standIns.includes('whatsapp') ?? false
  const [refused, setRefused] = useState(doubt)
  const [isAsking, setAsking] = useState(false)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ code }) => {
    setRefused(null)
    const refusal = await onProve(code.replaceAll(/\D/g, ''))
    if (!refusal) return
    setRefused(sentence(refusal))
    form.setFocus('code', { shouldSelect: true })
  })
  const again = async () => {
    setAsking(true)
    const refusal = await onAgain()
    setAsking(false)
    setRefused(refusal && sentence(refusal))
    if (!refusal) toast.success(t('againDone'))
  }
  return (
    <>
      <p>{t('sent', { number: phoneInText(to) })}</p>
      {isPlayed && (
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
      <AuthForm refused={refused} action={action} busy={isSubmitting} onSend={send}>
        <Field label={t('code')} help={t('none')} error={errors.code?.message}>
          <CodeInput {...form.register('code', { required: t('codeMissing') })} />
        </Field>
      </AuthForm>
      {guard}
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button look="bare" busy={isAsking} onClick={() => void again()}>
          {t('again')}
        </Button>
        {children}
      </div>
    </>
  )
}
