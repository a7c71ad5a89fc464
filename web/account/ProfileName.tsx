// Edits the name that the app and our emails address the person by.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { callAuth } from '../auth/auth-calls.ts'
import { useAuth } from '../session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { useWords } from '../words/words.tsx'
import { refusalKey } from './refusal.ts'

export function ProfileName() {
  const t = useWords('profile')
  const account = useWords('account')
  const { user } = useAuth()
  const name: unknown = user?.user_metadata['name']
  const [errorText, setErrorText] = useState<string | null>(null)
  const form = useForm({ defaultValues: { name: typeof name === 'string' ? name : '' } })
  const send = form.handleSubmit(async values => {
    const refusal = await callAuth(client => client.auth.updateUser({ data: { name: values.name.trim() || null } }))
    setErrorText(refusal && account(refusalKey(refusal, 'profile')))
    if (!refusal) toast.success(t('name.saved'))
  })
  return (
    <form className="grid justify-items-start gap-4" noValidate onSubmit={event => void send(event)}>
      {errorText && (
        <Note kind="danger" alert>
          {errorText}
        </Note>
      )}
      <div className="w-full">
        <Field label={t('name')} help={t('name.help')}>
          <TextInput autoComplete="name" maxLength={100} {...form.register('name')} />
        </Field>
      </div>
      <Button type="submit" look="quiet" busy={form.formState.isSubmitting}>
        {t('name.deed')}
      </Button>
    </form>
  )
}
