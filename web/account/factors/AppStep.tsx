// The second step with an authenticator app: its code.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { askAuth } from '../../auth/asking.ts'
import { Field } from '../../ui/Field.tsx'
import { useWords } from '../../words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { CodeInput } from '../CodeInput.tsx'
import { refusalKey } from '../refusal.ts'
import type { StepProps } from './props.ts'

export function AppStep({ factor }: StepProps) {
  const t = useWords('account')
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ code }) => {
    setRefused(null)
    const given = { factorId: factor.id, code: code.replaceAll(/\s/g, '') }
    const refusal = await askAuth(client => client.auth.mfa.challengeAndVerify(given))
    if (!refusal) return
    setRefused(t(refusalKey(refusal, 'code')))
    form.setFocus('code', { shouldSelect: true })
  })
  return (
    <AuthForm refused={refused} deed={t('second.deed')} busy={isSubmitting} onSend={send}>
      <Field label={t('code')} error={errors.code?.message}>
        <CodeInput {...form.register('code', { required: t('code.missing') })} />
      </Field>
    </AuthForm>
  )
}
