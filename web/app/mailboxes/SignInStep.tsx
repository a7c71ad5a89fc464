// The second step: what the provider wants, the password, and the server where it was not found or is another one.
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { ApiError } from '../../ApiError.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogDeeds } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { useExplain } from '../../ui/failure.ts'
import { Note } from '../../ui/Note.tsx'
import { PasswordInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { useAddMailbox } from '../mailboxes.ts'
import type { Found } from './found.ts'
import { ProviderGuide } from './ProviderGuide.tsx'
import { ServerSettings } from './ServerSettings.tsx'
import { useMailboxForm } from './useMailboxForm.ts'

/** Where a problem belongs: a wrong password to the password, an unknown server to its settings. */
const aboutPassword = /password|sign_in|app_|no_access|imap_off/

export function SignInStep({ found, onBack, onAdded }: { found: Found; onBack(): void; onAdded(mailbox: Mailbox): void }) {
  const t = useWords('accounts')
  const explain = useExplain()
  const { settings, provider, mustConfirm } = found.discovered
  const form = useMailboxForm(found)
  const add = useAddMailbox()
  const [isMine, setMine] = useState(!mustConfirm)
  const [settingsOpen, setSettingsOpen] = useState(settings === null)
  const { errors } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (!isMine) return
    // The dialog looks after the focus of the step that has just gone; ours comes after that.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setFocus(settings ? 'password' : 'host')))
    return () => cancelAnimationFrame(frame)
  }, [isMine, settings, setFocus])

  const refuse = (code: string | null, message: string) => {
    if (code && aboutPassword.test(code)) return form.setError('password', { message }, { shouldFocus: true })
    form.setError('root', { message })
    setSettingsOpen(true)
  }
  const failed = (error: unknown) => refuse(error instanceof ApiError ? error.code : null, explain(error))
  const save = form.handleSubmit(async values => {
    form.clearErrors()
    const mailbox = await add.mutateAsync({ kind: 'imap', ...values }).catch(failed)
    if (!mailbox) return
    toast.success(t('added', { address: mailbox.address }))
    onAdded(mailbox)
  })
  if (!isMine && settings) return <IsItMine host={settings.host} onYes={() => setMine(true)} onBack={onBack} />
  const wrongSettings = errors.host || errors.port || errors.username
  return (
    <form className="grid gap-4" noValidate onSubmit={event => void save(event)}>
      <p className="text-ink-2">
        {settings
          ? t(provider ? 'form.found' : 'form.guessed', { address: found.address, host: settings.host })
          : t('form.notFound', { address: found.address })}
      </p>
      {provider && <ProviderGuide provider={provider} />}
      <Field label={t('form.password')} help={provider ? undefined : t('form.passwordHelp')} error={errors.password?.message}>
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
      {add.isPending && <p className="text-sm text-ink-2">{t('form.testing')}</p>}
      <DialogDeeds>
        <Button look="quiet" onClick={onBack}>
          {t('form.otherAddress')}
        </Button>
        <Button type="submit" busy={add.isPending}>
          {t('form.deed')}
        </Button>
      </DialogDeeds>
    </form>
  )
}

/** A host that nothing ties to the address is named before any password can be typed. */
function IsItMine({ host, onYes, onBack }: { host: string; onYes(): void; onBack(): void }) {
  const t = useWords('accounts')
  return (
    <div className="grid gap-4">
      <Note kind="info">{t('form.isItMine', { host })}</Note>
      <DialogDeeds>
        <Button look="quiet" onClick={onBack}>
          {t('form.otherAddress')}
        </Button>
        <Button onClick={onYes}>{t('form.itIsMine')}</Button>
      </DialogDeeds>
    </div>
  )
}
