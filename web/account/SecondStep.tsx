// The second step of signing in: the code of the person's authenticator app.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { askAuth } from '../auth/asking.ts'
import { useAuth } from '../session.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SelectInput } from '../ui/TextInput.tsx'
import { useWords } from '../words.tsx'
import { AuthForm } from './AuthForm.tsx'
import { CodeInput } from './CodeInput.tsx'
import { refusalKey } from './refusal.ts'

/** The screen around it goes on by itself: the session is raised when the code is right. */
export function SecondStep() {
  const t = useWords('account')
  const { user, signOut } = useAuth()
  const factors = (user?.factors ?? []).filter(factor => factor.status === 'verified')
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ defaultValues: { factorId: factors[0]?.id ?? '', code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ factorId, code }) => {
    setRefused(null)
    const refusal = await askAuth(client => client.auth.mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\s/g, '') }))
    if (!refusal) return
    setRefused(t(refusalKey(refusal, 'code')))
    form.setFocus('code', { shouldSelect: true })
  })
  return (
    <>
      <PageHeader key="second" title={t('second.title')}>
        {t('second.text')}
      </PageHeader>
      <AuthForm refused={refused} deed={t('second.deed')} busy={isSubmitting} onSend={send}>
        {factors.length > 1 && (
          <Field label={t('second.factor')}>
            <SelectInput {...form.register('factorId')}>
              {factors.map(factor => (
                <option key={factor.id} value={factor.id}>
                  {factor.friendly_name || t('factor.unnamed')}
                </option>
              ))}
            </SelectInput>
          </Field>
        )}
        <Field label={t('code')} error={errors.code?.message}>
          <CodeInput {...form.register('code', { required: t('code.missing') })} />
        </Field>
      </AuthForm>
      <p>
        <Button look="bare" onClick={() => void signOut()}>
          {t('second.other')}
        </Button>
      </p>
    </>
  )
}
