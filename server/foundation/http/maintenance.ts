// Refuses what would change something while administrators maintain the server; staff can sign in and end it, and webhooks are taken.
import type { FastifyInstance } from 'fastify'
import { type Maintenance, textIn } from '../../../core/settings/notices.ts'
import { requestLanguage, requestWords } from '../words.ts'
import { HttpError, maintenanceCode } from './errors.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
/**
 * Signing in, and what only staff and foreign services call. /otp answers everybody alike, because another answer would tell who is staff;
 * /verify refuses the codes and links of everybody else.
 */
const open = [
  ...['/webhooks/', '/api/admin/', '/sandbox/'],
  ...['/auth/v1/token', '/auth/v1/otp', '/auth/v1/verify', '/auth/v1/factors', '/auth/v1/logout'],
]
/** Without a time that it ends, clients may try again after this. */
const retryAfterSeconds = 300

export const isRefusedInMaintenance = (method: string, url: string): boolean =>
  !reading.has(method) && !open.some(path => url.startsWith(path))

export function refuseWritesInMaintenance(app: FastifyInstance, read: () => Maintenance, now: () => Date): void {
  app.addHook('onRequest', async (request, reply) => {
    const maintenance = read()
    if (!maintenance.on || !isRefusedInMaintenance(request.method, request.url)) return
    const leftSeconds = secondsLeft(maintenance, now())
    void reply.header('retry-after', String(leftSeconds > 0 ? leftSeconds : retryAfterSeconds))
    throw maintenanceRefusal(maintenance, now())
  })
}

const t = requestWords().of('http')

/** Says why, and when to try again. */
export function maintenanceRefusal(maintenance: Maintenance, now: Date): HttpError {
  const { endsAt, texts } = maintenance
  const isTimed = endsAt !== null && secondsLeft(maintenance, now) > 0
  const ends = isTimed ? t('maintenance.until', { time: formatTime(endsAt) }) : t('maintenance.soon')
  return new HttpError(503, maintenanceCode, `${texts ? textIn(texts, requestLanguage()) : t('maintenance')} ${ends}`)
}

const secondsLeft = ({ endsAt }: Maintenance, now: Date): number =>
  endsAt === null ? 0 : Math.ceil((Date.parse(endsAt) - now.getTime()) / 1000)

const formatTime = (time: string): string =>
  new Intl.DateTimeFormat(requestLanguage(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(time))
