// Moves the account to another address; a letter to it is answered before anything changes.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { askAuth } from '../auth/asking.ts'
import { ownPage } from '../auth/deeds.ts'
import { useAuth } from '../session.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useWords } from '../words.tsx'
import { refusalKey } from './refusal.ts'

export function ChangeEmail() {
  const t = useWords('profile')
  const account = useWords('account')
  const { user } = useAuth()
  const [refused, setRefused] = useState<string | null>(null)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(z.object({ email: z.email(account('email.wrong')) })),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ email }) => {
    setAskedFor(null)
    const emailRedirectTo = await ownPage('/profile')
    const refusal = await askAuth(client => client.auth.updateUser({ email }, { emailRedirectTo }))
    setRefused(refusal && account(refusalKey(refusal, 'email')))
    if (refusal) return
    setAskedFor(email)
    form.reset()
  })
  const isWaiting = askedFor !== null && user?.email !== askedFor.toLowerCase()
  return (
    <form className="grid justify-items-start gap-4" noValidate onSubmit={event => void send(event)}>
      {refused && (
        <Note kind="danger" alert>
          {refused}
        </Note>
      )}
      {askedFor && <Note kind={isWaiting ? 'info' : 'ok'}>{t(isWaiting ? 'email.sent' : 'email.done', { email: askedFor })}</Note>}
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
