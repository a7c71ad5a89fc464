// Signs in with a recovery code when the second factor is lost.
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../ApiError.ts'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { signInWithRecoveryCode } from './recovery-codes.ts'

/** The surrounding screen continues on its own once the session's level is raised. */
export function RecoveryStep() {
  const t = useWords('recovery')
  const [errorText, setErrorText] = useState<string | null>(null)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const send = form.handleSubmit(async ({ code }) => {
    setErrorText(null)
    try {
      await signInWithRecoveryCode(code)
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      setErrorText(t(status === 422 ? 'step.wrong' : status === 429 ? 'step.tooMany' : 'step.unreachable'))
      setFocus('code', { shouldSelect: true })
    }
  })
  return (
    <>
      <p className="text-ink-2">{t('step.text')}</p>
      <AuthForm errorText={errorText} action={t('step.deed')} busy={isSubmitting} onSubmit={send}>
        <Field label={t('step.code')} error={errors.code?.message}>
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            dir="ltr"
            className="font-mono tracking-[0.1em]"
            {...form.register('code', { required: t('step.missing') })}
          />
        </Field>
      </AuthForm>
    </>
  )
}
