// The profile page: name, picture, address, password, second factors, devices, and account deletion.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { callAuth } from '../auth/auth-calls.ts'
import { useAuth } from '../session/session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { StateLabel } from '../ui/feedback/StateLabel.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { useWords } from '../words/words.tsx'
import { AvatarCard } from './avatar/AvatarCard.tsx'
import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { PasskeysCard } from './passkeys/PasskeysCard.tsx'
import { ProfilePhone } from './phones/ProfilePhone.tsx'
import { contactLabel } from './phones/person-label.ts'
import { Identities } from './providers/Identities.tsx'
import { refusalKey } from './refusal.ts'
import { SessionList } from './SessionList.tsx'

export function ProfilePage() {
  const t = useWords('profile')
  const account = useWords('account')
  const { user } = useAuth()
  const hasFactor = (user?.factors ?? []).some(factor => factor.status === 'verified')
  return (
    <div>
      <PageHeader title={t('title')}>{contactLabel(user)}</PageHeader>
      <div className="grid gap-5 lg:grid-cols-2">
        <Card>
          <h2>{t('name.title')}</h2>
          <ProfileName />
        </Card>
        <AvatarCard />
        <Card>
          <h2>{t('email.title')}</h2>
          <p className="text-ink-2">{user?.email ? t('email.text', { email: user.email }) : t('email.none')}</p>
          <ChangeEmail />
        </Card>
        <ProfilePhone />
        <Card>
          <h2>{t('password.title')}</h2>
          <p className="text-ink-2">{t('password.text')}</p>
          <ChangePassword quiet onDone={() => toast.success(account('password.changed'))} />
        </Card>
        <Card>
          <h2>{t('factor.title')}</h2>
          <StateLabel kind={hasFactor ? 'ok' : 'off'} label={t(hasFactor ? 'factor.on' : 'factor.off')} />
          <p className="text-ink-2">{t('factor.text')}</p>
          <LinkButton look="quiet" className="w-fit" to="/two-factor">
            {t(hasFactor ? 'factor.change' : 'factor.start')}
          </LinkButton>
        </Card>
        <PasskeysCard />
        <Identities />
        <SessionList />
        <DeleteAccount />
      </div>
    </div>
  )
}

/** Edits the name that the app and our emails address the person by. */
function ProfileName() {
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
