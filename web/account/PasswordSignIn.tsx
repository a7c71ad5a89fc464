// The email and password form, shared by the sign-in pages of users and administrators.
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { useAuth } from '../session/session.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { PasswordInput, TextInput } from '../ui/forms/TextInput.tsx'
import { useWords } from '../words/words.tsx'
import { AuthForm } from './AuthForm.tsx'
import { useCaptcha } from './captcha/useCaptcha.tsx'
import { refusalKey } from './refusal.ts'

/** Needs the words of "account". `aside` is shown beside the password. */
export function PasswordSignIn({ aside }: { aside?: ReactNode }) {
  const t = useWords('account')
  const { signIn } = useAuth()
  const captcha = useCaptcha()
  const [errorText, setErrorText] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(
      z.object({ email: z.email(t('email.wrong')), password: z.string().check(z.minLength(1, t('password.missing'))) }),
    ),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ email, password }) => {
    if (captcha.isDue) return setErrorText(t('captcha.missing'))
    setErrorText(null)
    const refusal = await signIn(email, password, captcha.takeToken())
    setErrorText(refusal && t(refusalKey(refusal, 'signIn')))
  })
  return (
    <AuthForm errorText={errorText} action={t('signIn.deed')} busy={isSubmitting} onSubmit={send}>
      <Field label={t('email')} error={errors.email?.message}>
        <TextInput type="email" autoComplete="username webauthn" {...form.register('email')} />
      </Field>
      <Field label={t('password')} error={errors.password?.message} aside={aside}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      {captcha.box}
    </AuthForm>
  )
}
