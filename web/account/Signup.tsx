// The sign-up page; an address that already has an account gets the same response as a new one.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate } from 'react-router'
import { z } from 'zod/mini'
import { useConfig } from '../auth/useConfig.ts'
import { useAuth } from '../session/session.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { PasswordInput, TextInput } from '../ui/forms/TextInput.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'
import { AlreadySignedIn } from './AlreadySignedIn.tsx'
import { AuthForm } from './AuthForm.tsx'
import { useCaptcha } from './captcha/useCaptcha.tsx'
import { noteAskedEmail } from './links/asked-email.ts'
import { newPassword } from './new-password.ts'
import { OtherSignInMethods } from './OtherSignInMethods.tsx'
import { SignInByPhone } from './phones/SignInByPhone.tsx'
import { refusalKey } from './refusal.ts'
import { useJustSignedIn } from './useJustSignedIn.ts'

export function Signup() {
  const t = useWords('account')
  const { signUp, isAuthenticated } = useAuth()
  const hasJustSignedIn = useJustSignedIn()
  const config = useConfig()
  const captcha = useCaptcha()
  const [errorText, setErrorText] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(z.object({ email: z.email(t('email.wrong')), password: newPassword(t) })),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  })
  const [isByPhone, setByPhone] = useState(false)
  const { errors, isSubmitting } = form.formState
  if (hasJustSignedIn) return <Navigate to="/onboarding" replace />
  if (isAuthenticated) return <AlreadySignedIn title={t('signUp.title')} to="/dashboard" buttonLabel={t('already.go')} />
  if (sentTo) return <PageHeader title={t('signUp.sent')}>{t('signUp.sentText', { email: sentTo })}</PageHeader>
  if (isByPhone) return <SignInByPhone onLeave={() => setByPhone(false)} />
  if (config?.signUpOpen === false) return <SignUpClosed />
  const send = form.handleSubmit(async ({ email, password }) => {
    if (captcha.isDue) return setErrorText(t('captcha.missing'))
    setErrorText(null)
    const refusal = await signUp(email, password, captcha.takeToken())
    if (!refusal) {
      noteAskedEmail(email)
      return setSentTo(email)
    }
    setErrorText(t(refusalKey(refusal, 'signUp')))
  })
  return (
    <>
      <PageHeader title={t('signUp.title')}>
        <Rich text={t('signUp.known')} tags={{ link: text => <Link to="/login">{text}</Link> }} />
      </PageHeader>
      <AuthForm errorText={errorText} action={t('signUp.deed')} busy={isSubmitting} onSubmit={send}>
        <Field label={t('email')} error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        <Field label={t('password')} help={t('password.help')} error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        {captcha.box}
      </AuthForm>
      <OtherSignInMethods next="/onboarding" onPhone={() => setByPhone(true)} />
    </>
  )
}

/** Said before anybody fills in the form. */
function SignUpClosed() {
  const t = useWords('account')
  return (
    <PageHeader title={t('signUp.closed.title')}>
      {t('signUp.closed')} <Rich text={t('signUp.known')} tags={{ link: text => <Link to="/login">{text}</Link> }} />
    </PageHeader>
  )
}
