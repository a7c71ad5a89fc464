// The lines of a system email that say when, where and on which device something was done.
import { deviceOf } from '../../../core/session/device.ts'
import { wordsOf } from '../../foundation/words.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'

export function whenAndWhere(deps: AuthDeps, request: AuthRequest, language: string): [name: string, value: string][] {
  const t = wordsOf(language).of('auth')
  const device = deviceOf(request.userAgent)
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(deps.now())
  return [
    [t('newDevice.when'), `${when} UTC`],
    [t('newDevice.device'), device ? t('newDevice.known', { ...device }) : t('newDevice.unknown')],
    [t('newDevice.address'), request.ip],
  ]
}
