// Renders the email about a new API key. It can't be turned off, so that a stranger's key is noticed.
import type { ApiKey } from '../../../core/api/keys.ts'
import { detectDevice } from '../../../core/session/device.ts'
import type { Words } from '../../../core/words/words.ts'
import type { SystemEmail } from '../../foundation/mailer.ts'
import { systemEmail } from './system-emails.ts'

export interface NewApiKey {
  key: ApiKey
  from: { ip: string; userAgent: string | null }
  /** Where the key is revoked without signing in. */
  page: string
}

export function keyEmail(words: Words, { key, from, page }: NewApiKey): Omit<SystemEmail, 'to'> {
  const [t, auth] = [words.of('notices'), words.of('auth')]
  const device = detectDevice(from.userAgent)
  const values = { name: key.name, scope: key.scope }
  return systemEmail(
    words,
    { page, stop: null },
    {
      subject: t('key_made.subject', values),
      text: t('key_made.text', values),
      facts: [
        [t('key_made.name'), `${key.name} (${key.prefix}…)`],
        [t('key_made.until'), formatMoment(words, key.expiresAt)],
        [auth('newDevice.when'), formatMoment(words, key.createdAt)],
        [auth('newDevice.device'), device ? auth('newDevice.known', { ...device }) : auth('newDevice.unknown')],
        [auth('newDevice.address'), from.ip],
      ],
      action: t('key_made.deed', values),
      otherwise: t('key_made.otherwise', values),
    },
  )
}

const formatMoment = ({ language }: Words, at: string): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`
