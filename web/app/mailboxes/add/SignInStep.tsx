// The second step: the provider's requirements, the password, and the server if discovery failed or was wrong.
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Mailbox } from '../../../../core/api/mail.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { PasswordInput } from '../../../ui/forms/TextInput.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { HelpLink } from '../../../ui/text/HelpLink.tsx'
import { useWords } from '../../../words/words.tsx'
import { CertificateFingerprint } from '../CertificateFingerprint.tsx'
import { ServerFields } from '../ServerFields.tsx'
import { helpPage, ProviderGuide } from './ProviderGuide.tsx'
import type { FoundMailbox } from './useAddMailbox.ts'
import { useAddMailboxForm } from './useAddMailbox.ts'

export function SignInStep({ found, onBack, onAdded }: { found: FoundMailbox; onBack(): void; onAdded(mailbox: Mailbox): void }) {
  const t = useWords('accounts')
  const { settings, provider, mustConfirm } = found.discovered
  const [settingsOpen, setSettingsOpen] = useState(settings === null)
  const { form, save, isBusy, certificate } = useAddMailboxForm(found, onAdded, () => setSettingsOpen(true))
  const [isConfirmed, setConfirmed] = useState(!mustConfirm)
  const { errors } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (!isConfirmed) return
    // The dialog first handles the focus of the previous step; ours must come after that.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setFocus(settings ? 'password' : 'host')))
    return () => cancelAnimationFrame(frame)
  }, [isConfirmed, settings, setFocus])
  if (!isConfirmed && settings) return <ConfirmHost host={settings.host} onConfirm={() => setConfirmed(true)} onBack={onBack} />
  const hasWrongSettings = errors.host || errors.port || errors.username
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
        aside={<HelpLink to={helpPage(provider)}>{t('form.which')}</HelpLink>}
      >
        <PasswordInput autoComplete="off" {...form.register('password')} />
      </Field>
      <details
        open={settingsOpen || Boolean(hasWrongSettings)}
        onToggle={event => setSettingsOpen(event.currentTarget.open)}
        className="group border-t border-line"
      >
        <summary className="flex list-none items-center justify-between gap-3 pt-4 text-sm font-strong">
          {t('form.server')}
          <ChevronDown size={18} aria-hidden className="group-open:rotate-180" />
        </summary>
        <ServerFields form={form} hostLabel={t('form.host')} />
      </details>
      {errors.root && (
        <Note kind="danger" alert>
          {errors.root.message}
        </Note>
      )}
      {certificate && (
        <>
          <CertificateFingerprint fingerprint={certificate.fingerprint} host={certificate.host} />
          <Checkbox label={t('pin.mine')} checked={certificate.isTrusted} onChange={certificate.trust} />
        </>
      )}
      {isBusy && <p className="text-sm text-ink-2">{t('form.testing')}</p>}
      <DialogButtons>
        <Button look="quiet" onClick={onBack}>
          {t('form.otherAddress')}
        </Button>
        <Button type="submit" busy={isBusy}>
          {t('form.deed')}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** A host that has no proven link to the address is confirmed before a password can be typed. */
function ConfirmHost({ host, onConfirm, onBack }: { host: string; onConfirm(): void; onBack(): void }) {
  const t = useWords('accounts')
  return (
    <div className="grid gap-4">
      <Note kind="info">{t('form.isItMine', { host })}</Note>
      <DialogButtons>
        <Button look="quiet" onClick={onBack}>
          {t('form.otherAddress')}
        </Button>
        <Button onClick={onConfirm}>{t('form.itIsMine')}</Button>
      </DialogButtons>
    </div>
  )
}
