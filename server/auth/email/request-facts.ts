// Lists when, from where and on which device a request was made, for system emails.
import { detectDevice } from '../../../core/session/device.ts'
import { loadWords } from '../../foundation/words.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'

export function requestFacts(deps: AuthDeps, request: AuthRequest, language: string): [name: string, value: string][] {
  const t = loadWords(language).of('auth')
  const device = detectDevice(request.userAgent)
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(deps.now())
  return [
    [t('newDevice.when'), `${when} UTC`],
    [t('newDevice.device'), device ? t('newDevice.known', { ...device }) : t('newDevice.unknown')],
    [t('newDevice.address'), request.ip],
  ]
}
