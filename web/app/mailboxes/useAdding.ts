// Adds an inbox from its form; what the server refuses is said where it belongs.
import { useState } from 'react'
import { z } from 'zod/mini'
import type { Mailbox } from '../../../core/api/mail.ts'
import { ApiError } from '../../ApiError.ts'
import { useExplain } from '../../ui/failure.ts'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { useAddMailbox } from '../mailboxes.ts'
import type { Found } from './found.ts'
import { useMailboxForm } from './useMailboxForm.ts'

/** What comes with the refusal of a certificate. */
const Offer = z.object({ fingerprint: z.string() })

/** Where a problem belongs: a wrong password to the password, an unknown server to its settings. */
const aboutPassword = /password|sign_in|app_|no_access|imap_off/

/** `onServer` runs when the trouble is with the server that was named. */
export function useAdding(found: Found, onAdded: (mailbox: Mailbox) => void, onServer: () => void) {
  const t = useWords('accounts')
  const explain = useExplain()
  const form = useMailboxForm(found)
  const add = useAddMailbox()
  const [offered, setOffered] = useState<string | null>(null)
  const failed = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : null
    const message = explain(error)
    if (code && aboutPassword.test(code)) return form.setError('password', { message }, { shouldFocus: true })
    const offer = Offer.safeParse(error instanceof ApiError ? error.details : null)
    if (offer.success) {
      form.setValue('fingerprint', undefined)
      setOffered(offer.data.fingerprint)
    }
    form.setError('root', { message })
    onServer()
  }
  const save = form.handleSubmit(async values => {
    form.clearErrors()
    const mailbox = await add.mutateAsync({ kind: 'imap', ...values }).catch(failed)
    if (!mailbox) return
    toast.success(t('added', { address: mailbox.address }))
    onAdded(mailbox)
  })
  /** The certificate that the server showed and nobody vouches for. */
  const certificate = offered && {
    fingerprint: offered,
    host: form.getValues('host'),
    isTrusted: form.watch('fingerprint') !== undefined,
    trust: (isTrusted: boolean) => {
      form.clearErrors('root')
      form.setValue('fingerprint', isTrusted ? offered : undefined)
    },
  }
  return { form, save, isBusy: add.isPending, certificate }
}
