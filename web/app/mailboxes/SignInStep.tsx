// The second step: what the provider wants, the password, and the server where it was not found or is another one.
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DialogDeeds } from '../../ui/DialogParts.tsx'
import { Field } from '../../ui/Field.tsx'
import { HelpLink } from '../../ui/HelpLink.tsx'
import { Note } from '../../ui/Note.tsx'
import { PasswordInput } from '../../ui/TextInput.tsx'
import { useWords } from '../../words.tsx'
import { Certificate } from './Certificate.tsx'
import type { Found } from './found.ts'
import { helpFor, ProviderGuide } from './ProviderGuide.tsx'
import { ServerSettings } from './ServerSettings.tsx'
import { useAdding } from './useAdding.ts'

export function SignInStep({ found, onBack, onAdded }: { found: Found; onBack(): void; onAdded(mailbox: Mailbox): void }) {
  const t = useWords('accounts')
  const { settings, provider, mustConfirm } = found.discovered
  const [settingsOpen, setSettingsOpen] = useState(settings === null)
  const { form, save, isBusy, certificate } = useAdding(found, onAdded, () => setSettingsOpen(true))
  const [isMine, setMine] = useState(!mustConfirm)
  const { errors } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (!isMine) return
    // The dialog looks after the focus of the step that has just gone; ours comes after that.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setFocus(settings ? 'password' : 'host')))
    return () => cancelAnimationFrame(frame)
  }, [isMine, settings, setFocus])
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
      <Field
        label={t('form.password')}
        help={provider ? undefined : t('form.passwordHelp')}
        error={errors.password?.message}
        aside={<HelpLink to={helpFor(provider)}>{t('form.which')}</HelpLink>}
      >
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
        <ServerSettings form={form} host={t('form.host')} />
      </details>
      {errors.root && (
        <Note kind="danger" alert>
          {errors.root.message}
        </Note>
      )}
      {certificate && (
        <>
          <Certificate fingerprint={certificate.fingerprint} host={certificate.host} />
          <Checkbox label={t('pin.mine')} checked={certificate.isTrusted} onChange={certificate.trust} />
        </>
      )}
      {isBusy && <p className="text-sm text-ink-2">{t('form.testing')}</p>}
      <DialogDeeds>
        <Button look="quiet" onClick={onBack}>
          {t('form.otherAddress')}
        </Button>
        <Button type="submit" busy={isBusy}>
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
