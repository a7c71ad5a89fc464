// Signing in with address and password; what is wrong is never told apart.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { useAuth } from '../session.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Rich } from '../ui/Rich.tsx'
import { PasswordInput, TextInput } from '../ui/TextInput.tsx'
import { useWords } from '../words.tsx'
import { nextPath } from './next.ts'
import { refusalKey } from './refusal.ts'

export function Login() {
  const t = useWords('account')
  const { signIn, isAuthenticated } = useAuth()
  const [search] = useSearchParams()
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(z.object({ email: z.email(t('email.wrong')), password: z.string().min(1, t('password.missing')) })),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = form.formState
  if (isAuthenticated) return <Navigate to={nextPath(search.get('next'))} replace />
  const send = form.handleSubmit(async ({ email, password }) => {
    const error = await signIn(email, password)
    setRefused(error && t(refusalKey(error, 'signIn')))
  })
  return (
    <>
      <PageHeader title={t('signIn.title')}>
        <Rich text={t('signIn.new')} tags={{ link: text => <Link to="/signup">{text}</Link> }} />
      </PageHeader>
      <form className="grid gap-4" noValidate onSubmit={event => void send(event)}>
        {refused && (
          <Note kind="danger" alert>
            {refused}
          </Note>
        )}
        <Field label={t('email')} error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        <Field label={t('password')} error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Button type="submit" block busy={isSubmitting}>
          {t('signIn.deed')}
        </Button>
      </form>
    </>
  )
}
