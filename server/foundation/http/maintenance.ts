// Refuses what would change something while administrators maintain the server; staff can sign in and end it, and webhooks are taken.
import type { FastifyInstance } from 'fastify'
import { type Maintenance, textIn } from '../../../core/settings/notices.ts'
import { requestLanguage, requestWords } from '../words.ts'
import { HttpError } from './errors.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Signing in, and what only staff and foreign services call. */
const open = ['/webhooks/', '/api/admin/', '/auth/v1/token', '/auth/v1/factors', '/auth/v1/logout', '/sandbox/']
/** Without a time that it ends, clients may try again after this. */
const retryAfterSeconds = 300

export const isRefusedInMaintenance = (method: string, url: string): boolean =>
  !reading.has(method) && !open.some(path => url.startsWith(path))

export function refuseWritesInMaintenance(app: FastifyInstance, read: () => Maintenance, now: () => Date): void {
  const t = requestWords().of('http')
  app.addHook('onRequest', async (request, reply) => {
    const { on, endsAt, texts } = read()
    if (!on || !isRefusedInMaintenance(request.method, request.url)) return
    const leftSeconds = endsAt === null ? 0 : Math.ceil((Date.parse(endsAt) - now().getTime()) / 1000)
    void reply.header('retry-after', String(leftSeconds > 0 ? leftSeconds : retryAfterSeconds))
    const ends = leftSeconds > 0 && endsAt !== null ? t('maintenance.until', { time: formatTime(endsAt) }) : t('maintenance.soon')
    const own = texts ? `${textIn(texts, requestLanguage())} ` : ''
    throw new HttpError(503, 'maintenance', `${own || `${t('maintenance')} `}${ends}`)
  })
}

const formatTime = (time: string): string =>
  new Intl.DateTimeFormat(requestLanguage(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(time))
