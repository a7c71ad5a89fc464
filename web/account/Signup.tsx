// Making an account; an address that is taken gets the same answer as a fresh one.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate } from 'react-router'
import { z } from 'zod'
import { useAuth } from '../session.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Rich } from '../ui/Rich.tsx'
import { PasswordInput, TextInput } from '../ui/TextInput.tsx'
import { useWords } from '../words.tsx'
import { refusalKey } from './refusal.ts'

export function Signup() {
  const t = useWords('account')
  const { signUp, isAuthenticated } = useAuth()
  const [refused, setRefused] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(z.object({ email: z.email(t('email.wrong')), password: z.string().min(8, t('password.short')).max(72) })),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = form.formState
  if (isAuthenticated) return <Navigate to="/dashboard" replace />
  if (sentTo) return <PageHeader title={t('signUp.sent')}>{t('signUp.sentText', { email: sentTo })}</PageHeader>
  const send = form.handleSubmit(async ({ email, password }) => {
    const error = await signUp(email, password)
    if (!error) return setSentTo(email)
    setRefused(t(refusalKey(error, 'signUp')))
  })
  return (
    <>
      <PageHeader title={t('signUp.title')}>
        <Rich text={t('signUp.known')} tags={{ link: text => <Link to="/login">{text}</Link> }} />
      </PageHeader>
      <form className="grid gap-4" noValidate onSubmit={event => void send(event)}>
        {refused && (
          <Note kind="danger" alert>
            {refused}
          </Note>
        )}
        <Field label={t('email')} error={errors.email?.message}>
          <TextInput type="email" autoComplete="email" {...form.register('email')} />
        </Field>
        <Field label={t('password')} help={t('signUp.passwordHelp')} error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Button type="submit" block busy={isSubmitting}>
          {t('signUp.deed')}
        </Button>
      </form>
    </>
  )
}
