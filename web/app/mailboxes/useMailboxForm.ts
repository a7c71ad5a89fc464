// The form of a mailbox: what was found stands in it, and may be changed.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { ImapSettings } from '../../../core/api/mail.ts'
import { useWords } from '../../words.tsx'
import type { Found } from './found.ts'

export function useMailboxForm({ address, discovered: { settings } }: Found) {
  const t = useWords('accounts')
  const shape = z.object({
    address: z.email(t('form.addressWrong')),
    password: z.pipe(z.string().check(z.minLength(1, t('form.passwordMissing'))), z.transform(withoutGroups)),
    host: z.string().check(z.trim(), z.minLength(1, t('form.hostWrong')), z.maxLength(253, t('form.hostWrong'))),
    port: z.coerce
      .number<string | number>(t('form.portWrong'))
      .check(z.int(t('form.portWrong')), z.minimum(1, t('form.portWrong')), z.maximum(65_535, t('form.portWrong'))),
    security: ImapSettings.shape.security,
    fingerprint: ImapSettings.shape.fingerprint,
    username: z.string().check(z.trim(), z.minLength(1, t('form.usernameWrong')), z.maxLength(320, t('form.usernameWrong'))),
  })
  const empty = { host: '', port: 993, security: 'tls' as const, username: address }
  return useForm({ resolver: zodResolver(shape), defaultValues: { address, password: '', ...(settings ?? empty) }, mode: 'onTouched' })
}

/** Google shows its app passwords as four groups of four letters; the spaces do not belong to them. */
const withoutGroups = (password: string): string =>
  /^\s*[a-z]{4}( [a-z]{4}){3}\s*$/.test(password) ? password.replaceAll(' ', '') : password
