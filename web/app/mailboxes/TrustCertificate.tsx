// Accepts a server's changed certificate after the person has compared its fingerprint.
import { useEffect } from 'react'
import type { Mailbox } from '../../../core/api/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useChangeMailbox, useCheckMailbox } from '../queries/mailboxes.ts'
import { CertificateFingerprint } from './CertificateFingerprint.tsx'

export function TrustCertificate({ mailbox, open, onClose }: { mailbox: Mailbox; open: boolean; onClose(): void }) {
  const t = useWords('accounts')
  return (
    <Dialog open={open} onClose={onClose} title={t('pin.new')} lead={mailbox.address}>
      <CompareFingerprint mailbox={mailbox} onClose={onClose} />
    </Dialog>
  )
}

function CompareFingerprint({ mailbox, onClose }: { mailbox: Mailbox; onClose(): void }) {
  const t = useWords('accounts')
  const explain = useExplain()
  const check = useCheckMailbox()
  const change = useChangeMailbox()
  const { mutate: test } = check
  useEffect(() => test(mailbox), [test, mailbox])
  const fingerprint = check.data?.fingerprint
  const trust = () =>
    fingerprint &&
    change.mutate(
      { id: mailbox.id, fingerprint },
      {
        onSuccess: () => {
          toast.success(t('pin.trusted', { address: mailbox.address }))
          onClose()
        },
      },
    )
  const failure = change.error ?? check.error
  return (
    <div className="grid gap-4">
      {check.isPending && <p className="text-sm text-ink-2">{t('form.testing')}</p>}
      {fingerprint && <CertificateFingerprint fingerprint={fingerprint} host={mailbox.host ?? ''} />}
      {check.data && !fingerprint && <Note kind={check.data.ok ? 'ok' : 'danger'}>{check.data.ok ? t('works') : check.data.message}</Note>}
      {failure && (
        <Note kind="danger" alert>
          {explain(failure)}
        </Note>
      )}
      <DialogButtons>
        <Button look="quiet" onClick={onClose}>
          {t('pin.not')}
        </Button>
        <Button disabled={!fingerprint} busy={change.isPending} onClick={trust}>
          {t('pin.trust')}
        </Button>
      </DialogButtons>
    </div>
  )
}
