// Adding an inbox: address and password; the server's settings are guessed, can be changed, and are tested first.
import { zodResolver } from '@hookform/resolvers/zod'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ImapSettings } from '../../core/api/mail.ts'
import { guessSettings } from '../../core/mailbox/guess.ts'
import { ApiError } from '../ApiError.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogDeeds } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { useExplain } from '../ui/failure.ts'
import { Note } from '../ui/Note.tsx'
import { PasswordInput, SelectInput, TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { useAddMailbox, useTryMailbox } from './mailboxes.ts'

export function AddMailbox({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useWords('accounts')
  return (
    <Dialog open={open} onClose={onClose} title={t('add')} lead={t('form.lead')} wide>
      <MailboxForm onDone={onClose} />
    </Dialog>
  )
}

/** Where a problem belongs: a wrong password to the password, an unknown server to its settings. */
const aboutPassword = /password|sign_in|app_|no_access|imap_off/

function MailboxForm({ onDone }: { onDone(): void }) {
  const t = useWords('accounts')
  const explain = useExplain()
  const form = useMailboxForm()
  const add = useAddMailbox()
  const test = useTryMailbox()
  const [settingsOpen, setSettingsOpen] = useState(false)
  const [works, setWorks] = useState(false)
  const { errors } = form.formState

  const refuse = (code: string | null, message: string) => {
    if (code && aboutPassword.test(code)) form.setError('password', { message }, { shouldFocus: true })
    else form.setError('root', { message })
    if (!code || !aboutPassword.test(code)) setSettingsOpen(true)
  }
  const failed = (error: unknown) => refuse(error instanceof ApiError ? error.code : null, explain(error))
  const begin = () => {
    setWorks(false)
    form.clearErrors()
  }
  const tryOut = form.handleSubmit(async values => {
    begin()
    const result = await test.mutateAsync(values).catch(failed)
    if (result?.ok) setWorks(true)
    else if (result) refuse(result.code, result.message)
  })
  const save = form.handleSubmit(async values => {
    begin()
    const mailbox = await add.mutateAsync({ kind: 'imap', ...values }).catch(failed)
    if (!mailbox) return
    toast.success(t('added', { address: mailbox.address }))
    onDone()
  })
  const wrongSettings = errors.host || errors.port || errors.username
  return (
    <form className="grid gap-4" noValidate onSubmit={event => void save(event)}>
      <Field label={t('form.address')} error={errors.address?.message}>
        <TextInput type="email" autoComplete="off" {...form.register('address', { onBlur: () => form.guess() })} />
      </Field>
      <Field label={t('form.password')} help={t('form.passwordHelp')} error={errors.password?.message}>
        <PasswordInput autoComplete="off" {...form.register('password')} />
      </Field>
      <details
        open={settingsOpen || Boolean(wrongSettings)}
        onToggle={event => setSettingsOpen(event.currentTarget.open)}
        className="group border-t border-line"
      >
        <summary className="flex list-none items-center justify-between gap-3 pt-4 text-sm font-strong">
          {t('form.server')}
          <ChevronDown size={18} aria-hidden className="group-open:rotate-180" />
        </summary>
        <ServerSettings form={form} />
      </details>
      {errors.root && (
        <Note kind="danger" alert>
          {errors.root.message}
        </Note>
      )}
      {works && (
        <Note kind="ok" alert>
          {t('form.works')}
        </Note>
      )}
      {(add.isPending || test.isPending) && <p className="text-sm text-ink-2">{t('form.testing')}</p>}
      <DialogDeeds>
        <Button look="quiet" busy={test.isPending} disabled={add.isPending} onClick={() => void tryOut()}>
          {t('form.test')}
        </Button>
        <Button type="submit" busy={add.isPending} disabled={test.isPending}>
          {t('form.deed')}
        </Button>
      </DialogDeeds>
    </form>
  )
}

type Form = ReturnType<typeof useMailboxForm>

function useMailboxForm() {
  const t = useWords('accounts')
  const shape = z.object({
    address: z.email(t('form.addressWrong')),
    password: z.string().min(1, t('form.passwordMissing')).max(1000),
    host: z.string().trim().min(1, t('form.hostWrong')).max(253),
    port: z.coerce
      .number<string | number>(t('form.portWrong'))
      .int(t('form.portWrong'))
      .min(1, t('form.portWrong'))
      .max(65_535, t('form.portWrong')),
    security: ImapSettings.shape.security,
    username: z.string().trim().min(1, t('form.usernameWrong')).max(320),
  })
  const form = useForm({
    resolver: zodResolver(shape),
    defaultValues: { address: '', password: '', host: '', port: 993, security: 'tls' as const, username: '' },
    mode: 'onTouched',
  })
  /** Fills in what the address suggests, but nothing that the person has typed. */
  const guess = () => {
    const settings = guessSettings(form.getValues('address'))
    const { dirtyFields } = form.formState
    if (settings && !dirtyFields.host) form.setValue('host', settings.host, { shouldValidate: form.formState.isSubmitted })
    if (settings && !dirtyFields.username) form.setValue('username', settings.username, { shouldValidate: form.formState.isSubmitted })
  }
  return { ...form, guess }
}

function ServerSettings({ form }: { form: Form }) {
  const t = useWords('accounts')
  const { errors } = form.formState
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-2">
      <Field label={t('form.host')} error={errors.host?.message}>
        <TextInput autoComplete="off" {...form.register('host')} />
      </Field>
      <Field label={t('form.port')} error={errors.port?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...form.register('port')} />
      </Field>
      <Field label={t('form.security')}>
        <SelectInput {...form.register('security')}>
          <option value="tls">{t('form.tls')}</option>
          <option value="starttls">{t('form.starttls')}</option>
          <option value="none">{t('form.none')}</option>
        </SelectInput>
      </Field>
      <Field label={t('form.username')} error={errors.username?.message}>
        <TextInput autoComplete="off" {...form.register('username')} />
      </Field>
    </div>
  )
}
