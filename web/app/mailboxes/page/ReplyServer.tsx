// Edits the server that sends an account's replies; it is tested before it is saved.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Mailbox } from '../../../../core/api/mail.ts'
import { type Outgoing, OutgoingSettings } from '../../../../core/api/outgoing.ts'
import { ApiError } from '../../../ApiError.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { CertificateFingerprint } from '../CertificateFingerprint.tsx'
import { ServerFields } from '../ServerFields.tsx'
import { useChangeOutgoing } from './reply-settings.ts'

interface ReplyServerProps {
  mailbox: Mailbox
  outgoing: Outgoing
  onSaved(): void
  onClose(): void
}

/** The details of an error about an untrusted certificate. */
const CertificateOffer = z.object({ fingerprint: z.string() })

export function ReplyServer({ mailbox, outgoing, onSaved, onClose }: ReplyServerProps) {
  const t = useWords('answering')
  const account = useWords('accounts')
  const explain = useExplain()
  const form = useServerForm(mailbox, outgoing)
  const change = useChangeOutgoing(mailbox.id)
  const [offeredCertificate, setOfferedCertificate] = useState<{ fingerprint: string; host: string } | null>(null)
  const onError = (error: unknown) => {
    const offer = CertificateOffer.safeParse(error instanceof ApiError ? error.details : null)
    if (!offer.success) return setOfferedCertificate(null)
    form.setValue('fingerprint', undefined)
    setOfferedCertificate({ fingerprint: offer.data.fingerprint, host: form.getValues('host') })
  }
  const save = form.handleSubmit(settings =>
    change.mutate(
      // A certificate is trusted only at the server that presented it.
      { settings: isElsewhere(settings, outgoing, offeredCertificate) ? { ...settings, fingerprint: undefined } : settings },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          onSaved()
          onClose()
        },
        onError,
      },
    ),
  )
  return (
    <form className="grid gap-4" noValidate onSubmit={event => void save(event)}>
      <p className="text-sm text-ink-2">{t(mailbox.signIn === 'oauth2' ? 'server.leadProvider' : 'server.lead')}</p>
      <ServerFields form={form} hostLabel={t('host')} />
      {change.error && (
        <Note kind="danger" alert>
          {explain(change.error)}
        </Note>
      )}
      {offeredCertificate && (
        <>
          <CertificateFingerprint {...offeredCertificate} />
          <Checkbox
            label={account('pin.mine')}
            checked={form.watch('fingerprint') !== undefined}
            onChange={isTrusted => form.setValue('fingerprint', isTrusted ? offeredCertificate.fingerprint : undefined)}
          />
        </>
      )}
      {change.isPending && <p className="text-sm text-ink-2">{t('testing')}</p>}
      <DialogButtons>
        <Button type="submit" busy={change.isPending}>
          {t('server.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}

function isElsewhere({ host }: OutgoingSettings, { settings }: Outgoing, offeredCertificate: { host: string } | null): boolean {
  return host !== (offeredCertificate?.host ?? settings?.host)
}

function useServerForm({ address }: Mailbox, { settings }: Outgoing) {
  const t = useWords('accounts')
  const replyWords = useWords('answering')
  const port = z.coerce.number<string | number>(t('form.portWrong'))
  const schema = z.extend(OutgoingSettings, {
    host: z.string().check(z.trim(), z.minLength(1, replyWords('hostWrong')), z.maxLength(253, replyWords('hostWrong'))),
    port: port.check(z.int(t('form.portWrong')), z.minimum(1, t('form.portWrong')), z.maximum(65_535, t('form.portWrong'))),
    username: z.string().check(z.trim(), z.minLength(1, t('form.usernameWrong')), z.maxLength(320, t('form.usernameWrong'))),
  })
  const empty = { host: '', port: 465, security: 'tls' as const, username: address }
  return useForm({ resolver: zodResolver(schema), defaultValues: settings ?? empty, mode: 'onTouched' })
}
