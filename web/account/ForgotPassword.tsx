// Requests a password reset link; the response is the same for every address.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { callAuth, ownPage } from '../auth/auth-calls.ts'
import { Field } from '../ui/forms/Field.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'
import { AuthForm } from './AuthForm.tsx'
import { useCaptcha } from './captcha/useCaptcha.tsx'
import { noteAskedEmail } from './links/asked-email.ts'
import { refusalKey } from './refusal.ts'

export function ForgotPassword() {
  const t = useWords('account')
  const captcha = useCaptcha()
  const [errorText, setErrorText] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(z.object({ email: z.email(t('email.wrong')) })),
    defaultValues: { email: '' },
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = form.formState
  const back = <Rich text={t('forgot.back')} tags={{ link: text => <Link to="/login">{text}</Link> }} />
  const send = form.handleSubmit(async ({ email }) => {
    if (captcha.isDue) return setErrorText(t('captcha.missing'))
    setErrorText(null)
    const options = { redirectTo: await ownPage('/reset-password'), ...captcha.takeToken() }
    const refusal = await callAuth(client => client.auth.resetPasswordForEmail(email, options))
    if (!refusal) {
      noteAskedEmail(email)
      return setSentTo(email)
    }
    setErrorText(t(refusalKey(refusal, 'recover')))
  })
  if (sentTo)
    return (
      <>
        <PageHeader key="sent" title={t('forgot.sent')}>
          {t('forgot.sentText', { email: sentTo })}
        </PageHeader>
        <p>{back}</p>
      </>
    )
  return (
    <>
      <PageHeader title={t('forgot.title')}>{t('forgot.text')}</PageHeader>
      <AuthForm errorText={errorText} action={t('forgot.deed')} busy={isSubmitting} onSubmit={send}>
        <Field label={t('email')} error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        {captcha.box}
      </AuthForm>
      <p>{back}</p>
    </>
  )
}
