// Changes the password; a session that is not fresh is asked for a proof first.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { callAuth } from '../auth/auth-calls.ts'
import { useAuth } from '../session/session.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { PasswordInput } from '../ui/forms/TextInput.tsx'
import { useWords } from '../words/words.tsx'
import { AuthForm } from './AuthForm.tsx'
import { newPassword } from './new-password.ts'
import { refusalKey } from './refusal.ts'

export function ChangePassword({ quiet = false, onDone }: { quiet?: boolean; onDone(): void }) {
  const t = useWords('account')
  const { user } = useAuth()
  const [errorText, setErrorText] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(z.object({ password: newPassword(t) })),
    defaultValues: { password: '' },
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ password }) => {
    setErrorText(null)
    const refusal = await callAuth(client => client.auth.updateUser({ password }))
    if (refusal) return setErrorText(t(refusalKey(refusal, 'password')))
    form.reset()
    onDone()
  })
  return (
    <AuthForm errorText={errorText} action={t('password.deed')} busy={isSubmitting} quiet={quiet} onSubmit={send}>
      {/* Lets password managers know which account the password belongs to. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field label={t('password.new')} help={t('password.help')} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
    </AuthForm>
  )
}
