// The form that adds an email account, with server errors assigned to its fields.

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { type Discovered, ImapSettings, type Mailbox } from '../../../../core/api/mail.ts'
import { ApiError } from '../../../ApiError.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { useAddMailbox } from '../../queries/mailboxes.ts'

/** The details of an error about an untrusted certificate. */
const CertificateOffer = z.object({ fingerprint: z.string() })

/** The error codes shown at the password field; all others concern the server settings. */
const passwordProblems = /password|sign_in|app_|no_access|imap_off/

/** `onServerProblem` runs when the entered server causes the error. */
export function useAddMailboxForm(found: FoundMailbox, onAdded: (mailbox: Mailbox) => void, onServerProblem: () => void) {
  const t = useWords('accounts')
  const explain = useExplain()
  const form = useMailboxForm(found)
  const add = useAddMailbox()
  const [offeredFingerprint, setOfferedFingerprint] = useState<string | null>(null)
  const onError = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : null
    const message = explain(error)
    if (code && passwordProblems.test(code)) return form.setError('password', { message }, { shouldFocus: true })
    const offer = CertificateOffer.safeParse(error instanceof ApiError ? error.details : null)
    // A certificate shown before may be of another server.
    form.setValue('fingerprint', undefined)
    setOfferedFingerprint(offer.success ? offer.data.fingerprint : null)
    form.setError('root', { message })
    onServerProblem()
  }
  const save = form.handleSubmit(async values => {
    form.clearErrors()
    const mailbox = await add.mutateAsync({ kind: 'imap', ...values }).catch(onError)
    if (!mailbox) return
    toast.success(t('added', { address: mailbox.address }))
    onAdded(mailbox)
  })
  /** The untrusted certificate that the server presented. */
  const certificate = offeredFingerprint && {
    fingerprint: offeredFingerprint,
    host: form.getValues('host'),
    isTrusted: form.watch('fingerprint') !== undefined,
    trust: (isTrusted: boolean) => {
      form.clearErrors('root')
      form.setValue('fingerprint', isTrusted ? offeredFingerprint : undefined)
    },
  }
  return { form, save, isBusy: add.isPending, certificate }
}

function useMailboxForm({ address, discovered: { settings, provider } }: FoundMailbox) {
  const t = useWords('accounts')
  const isGoogle = settings?.host === 'imap.gmail.com' && provider !== null
  const schema = z.object({
    address: z.email(t('form.addressWrong')),
    password: z.pipe(
      z.pipe(z.string().check(z.minLength(1, t('form.passwordMissing'))), z.transform(withoutGroups)),
      passwordOf(isGoogle, n => t('form.googlePassword', { n })),
    ),
    host: z.string().check(z.trim(), z.minLength(1, t('form.hostWrong')), z.maxLength(253, t('form.hostWrong'))),
    port: z.coerce
      .number<string | number>(t('form.portWrong'))
      .check(z.int(t('form.portWrong')), z.minimum(1, t('form.portWrong')), z.maximum(65_535, t('form.portWrong'))),
    security: ImapSettings.shape.security,
    fingerprint: ImapSettings.shape.fingerprint,
    username: z.string().check(z.trim(), z.minLength(1, t('form.usernameWrong')), z.maxLength(320, t('form.usernameWrong'))),
  })
  const empty = { host: '', port: 993, security: 'tls' as const, username: address }
  return useForm({ resolver: zodResolver(schema), defaultValues: { address, password: '', ...(settings ?? empty) }, mode: 'onTouched' })
}

/** Google signs in with app passwords alone, which have 16 letters: anything else is told before it is sent anywhere. */
const passwordOf = (isGoogle: boolean, message: (length: number) => string) =>
  z.string().check(
    z.refine(password => !isGoogle || password.length === googleLength, {
      error: issue => message(typeof issue.input === 'string' ? issue.input.length : 0),
    }),
  )
const googleLength = 16

/** Google shows its app passwords as four groups of four characters; the spaces are not part of them. */
const withoutGroups = (password: string): string =>
  /^\s*[a-z]{4}( [a-z]{4}){3}\s*$/.test(password) ? password.replaceAll(' ', '') : password

export interface FoundMailbox {
  address: string
  discovered: Discovered
}
