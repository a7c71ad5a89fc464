// Signing in with address and password or with a phone, then with a code where the person has a second factor.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { useAuth } from '../session.tsx'
import { Field } from '../ui/Field.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Rich } from '../ui/Rich.tsx'
import { PasswordInput, TextInput } from '../ui/TextInput.tsx'
import { useWords } from '../words.tsx'
import { AlreadyIn } from './AlreadyIn.tsx'
import { AuthForm } from './AuthForm.tsx'
import { useCaptcha } from './captcha/useCaptcha.tsx'
import { nextPath } from './next.ts'
import { OfferPhone } from './phones/OfferPhone.tsx'
import { SignInByPhone } from './phones/SignInByPhone.tsx'
import { ProviderButtons } from './providers/ProviderButtons.tsx'
import { refusalKey } from './refusal.ts'
import { SecondStep } from './SecondStep.tsx'
import { useCameIn } from './useCameIn.ts'
import { WhyHere } from './WhyHere.tsx'

export function Login() {
  const t = useWords('account')
  const { signIn, isAuthenticated, isSecondStepDue } = useAuth()
  const cameIn = useCameIn()
  const [search] = useSearchParams()
  const captcha = useCaptcha()
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(z.object({ email: z.email(t('email.wrong')), password: z.string().min(1, t('password.missing')) })),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  })
  const [isByPhone, setByPhone] = useState(false)
  const { errors, isSubmitting } = form.formState
  if (isAuthenticated && isSecondStepDue) return <SecondStep />
  if (isAuthenticated && (cameIn || search.has('next'))) return <Navigate to={nextPath(search.get('next'))} replace />
  if (isAuthenticated) return <AlreadyIn title={t('signIn.title')} to="/dashboard" word={t('already.go')} />
  if (isByPhone) return <SignInByPhone onLeave={() => setByPhone(false)} />
  const send = form.handleSubmit(async ({ email, password }) => {
    if (captcha.isDue) return setRefused(t('captcha.missing'))
    setRefused(null)
    const refusal = await signIn(email, password, captcha.take())
    setRefused(refusal && t(refusalKey(refusal, 'signIn')))
  })
  return (
    <>
      <PageHeader title={t('signIn.title')}>
        <Rich text={t('signIn.new')} tags={{ link: text => <Link to="/signup">{text}</Link> }} />
      </PageHeader>
      <WhyHere />
      <AuthForm refused={refused} deed={t('signIn.deed')} busy={isSubmitting} onSend={send}>
        <Field label={t('email')} error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        <Field label={t('password')} error={errors.password?.message} aside={<Link to="/forgot-password">{t('forgot.link')}</Link>}>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        {captcha.box}
      </AuthForm>
      <ProviderButtons kind="sign_in" next={nextPath(search.get('next'))} divided />
      <OfferPhone onChoose={() => setByPhone(true)} />
      <p className="text-sm text-ink-2">{t('signIn.hint')}</p>
    </>
  )
}
