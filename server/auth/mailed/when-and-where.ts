// The lines of a letter that say when something was done, and from where.
import { deviceOf } from '../../../core/session/device.ts'
import { wordsOf } from '../../words.ts'
import type { Ask } from '../endpoint.ts'
import type { AuthParts } from '../parts.ts'

export function whenAndWhere(parts: AuthParts, ask: Ask, language: string): [name: string, value: string][] {
  const t = wordsOf(language).of('auth')
  const device = deviceOf(ask.userAgent)
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(parts.now())
  return [
    [t('newDevice.when'), `${when} UTC`],
    [t('newDevice.device'), device ? t('newDevice.known', { ...device }) : t('newDevice.unknown')],
    [t('newDevice.address'), ask.ip],
  ]
}
