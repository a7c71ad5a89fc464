// The administrators' sign-in: the same account and the same second step as everywhere, and the console behind it.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { AlreadyIn } from '../account/AlreadyIn.tsx'
import { AuthForm } from '../account/AuthForm.tsx'
import { useCaptcha } from '../account/captcha/useCaptcha.tsx'
import { nextPath } from '../account/next.ts'
import { refusalKey } from '../account/refusal.ts'
import { SecondStep } from '../account/SecondStep.tsx'
import { useCameIn } from '../account/useCameIn.ts'
import { useAuth } from '../session.tsx'
import { Field } from '../ui/Field.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Rich } from '../ui/Rich.tsx'
import { PasswordInput, TextInput } from '../ui/TextInput.tsx'
import { useWords } from '../words.tsx'

export function AdminLogin() {
  const t = useWords('admin')
  const account = useWords('account')
  const { signIn, isAuthenticated, isSecondStepDue } = useAuth()
  const cameIn = useCameIn()
  const [search] = useSearchParams()
  const captcha = useCaptcha()
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(z.object({ email: z.email(account('email.wrong')), password: z.string().min(1, account('password.missing')) })),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = form.formState
  if (isAuthenticated && isSecondStepDue) return <SecondStep />
  if (isAuthenticated && (cameIn || search.has('next'))) return <Navigate to={nextPath(search.get('next'), '/admin')} replace />
  if (isAuthenticated) return <AlreadyIn title={t('login.title')} to="/admin" word={t('login.open')} />
  const send = form.handleSubmit(async ({ email, password }) => {
    if (captcha.isDue) return setRefused(account('captcha.missing'))
    setRefused(null)
    const refusal = await signIn(email, password, captcha.take())
    setRefused(refusal && account(refusalKey(refusal, 'signIn')))
  })
  return (
    <>
      <PageHeader title={t('login.title')}>
        <Rich text={t('login.lead')} tags={{ link: text => <Link to="/login">{text}</Link> }} />
      </PageHeader>
      <AuthForm refused={refused} deed={account('signIn.deed')} busy={isSubmitting} onSend={send}>
        <Field label={account('email')} error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        <Field label={account('password')} error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        {captcha.box}
      </AuthForm>
      <p className="text-sm text-ink-2">{t('login.hint')}</p>
    </>
  )
}
