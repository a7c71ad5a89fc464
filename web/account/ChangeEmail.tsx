// Changes the account's email address, which takes effect once a link sent to the new address is opened.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { callAuth, ownPage } from '../auth/auth-calls.ts'
import { useAuth } from '../session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { useWords } from '../words/words.tsx'
import { refusalKey } from './refusal.ts'

export function ChangeEmail() {
  const t = useWords('profile')
  const account = useWords('account')
  const { user } = useAuth()
  const [errorText, setErrorText] = useState<string | null>(null)
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(z.object({ email: z.email(account('email.wrong')) })),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ email }) => {
    setRequestedEmail(null)
    const emailRedirectTo = await ownPage('/profile')
    const refusal = await callAuth(client => client.auth.updateUser({ email }, { emailRedirectTo }))
    setErrorText(refusal && account(refusalKey(refusal, 'email')))
    if (refusal) return
    setRequestedEmail(email)
    form.reset()
  })
  const isPending = requestedEmail !== null && user?.email !== requestedEmail.toLowerCase()
  return (
    <form className="grid justify-items-start gap-4" noValidate onSubmit={event => void send(event)}>
      {errorText && (
        <Note kind="danger" alert>
          {errorText}
        </Note>
      )}
      {requestedEmail && (
        <Note kind={isPending ? 'info' : 'ok'}>{t(isPending ? 'email.sent' : 'email.done', { email: requestedEmail })}</Note>
      )}
      <div className="w-full">
        <Field label={t('email.new')} error={errors.email?.message}>
          <TextInput type="email" autoComplete="email" {...form.register('email')} />
        </Field>
      </div>
      <Button type="submit" look="quiet" busy={isSubmitting}>
        {t('email.deed')}
      </Button>
    </form>
  )
}
