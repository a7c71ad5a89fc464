// The form of a mailbox: what was found stands in it, and may be changed.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ImapSettings } from '../../../core/api/mail.ts'
import { useWords } from '../../words.tsx'
import type { Found } from './found.ts'

export function useMailboxForm({ address, discovered: { settings } }: Found) {
  const t = useWords('accounts')
  const shape = z.object({
    address: z.email(t('form.addressWrong')),
    password: z.string().min(1, t('form.passwordMissing')).max(1000).transform(withoutGroups),
    host: z.string().trim().min(1, t('form.hostWrong')).max(253),
    port: z.coerce
      .number<string | number>(t('form.portWrong'))
      .int(t('form.portWrong'))
      .min(1, t('form.portWrong'))
      .max(65_535, t('form.portWrong')),
    security: ImapSettings.shape.security,
    fingerprint: ImapSettings.shape.fingerprint,
    username: z.string().trim().min(1, t('form.usernameWrong')).max(320),
  })
  const empty = { host: '', port: 993, security: 'tls' as const, username: address }
  return useForm({ resolver: zodResolver(shape), defaultValues: { address, password: '', ...(settings ?? empty) }, mode: 'onTouched' })
}

/** Google shows its app passwords as four groups of four letters; the spaces do not belong to them. */
const withoutGroups = (password: string): string =>
  /^\s*[a-z]{4}( [a-z]{4}){3}\s*$/.test(password) ? password.replaceAll(' ', '') : password
