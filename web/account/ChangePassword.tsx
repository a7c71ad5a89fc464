// Changes the password, with an emailed code if the auth service asks for one.
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
import { CodeInput } from './CodeInput.tsx'
import { newPassword } from './new-password.ts'
import { refusalKey } from './refusal.ts'

export function ChangePassword({ quiet = false, onDone }: { quiet?: boolean; onDone(): void }) {
  const t = useWords('account')
  const { user } = useAuth()
  const [errorText, setErrorText] = useState<string | null>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    resolver: zodResolver(
      z.object({ password: newPassword(t), code: needsCode ? z.string().check(z.minLength(1, t('code.missing'))) : z.string() }),
    ),
    defaultValues: { password: '', code: '' },
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ password, code }) => {
    setErrorText(null)
    const refusal = await callAuth(client => client.auth.updateUser({ password, ...(needsCode && { nonce: code.trim() }) }))
    if (refusal?.code === 'reauthentication_needed') {
      setNeedsCode(true)
      const sendError = await callAuth(client => client.auth.reauthenticate())
      return setErrorText(sendError && t(refusalKey(sendError, 'password')))
    }
    if (refusal) return setErrorText(t(refusal.code === 'reauthentication_not_valid' ? 'code.wrong' : refusalKey(refusal, 'password')))
    form.reset()
    setNeedsCode(false)
    onDone()
  })
  return (
    <AuthForm errorText={errorText} action={t('password.deed')} busy={isSubmitting} quiet={quiet} onSubmit={send}>
      {/* Lets password managers know which account the password belongs to. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field label={t('password.new')} help={t('password.help')} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      {needsCode && (
        <Field label={t('code.mailed')} help={t('code.mailedHelp')} error={errors.code?.message}>
          <CodeInput {...form.register('code')} />
        </Field>
      )}
    </AuthForm>
  )
}
