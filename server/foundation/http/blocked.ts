// Refuses requests from blocked addresses, before anything else is done for them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestWords } from '../words.ts'
import { HttpError } from './errors.ts'

/** Pages and their files stay open, so that a browser can show why it is refused; but for links that would tell whether an email exists. */
const guarded = ['/api/', '/auth/v1', '/rest/v1', '/functions/v1', '/storage/v1', '/realtime/v1', '/m/']

const t = requestWords().of('http')

/** `contact` gives the operator's email; null when there is none. Register it before the routes. */
export function refuseBlocked(app: FastifyInstance, isBlocked: (ip: string) => boolean, contact: () => string | null): void {
  app.addHook('onRequest', async request => {
    // With a proxy that we trust this is the address of its client; what anybody else claims is ignored.
    if (!isGuarded(request) || !isBlocked(request.ip)) return
    const email = contact()
    throw new HttpError(403, 'address_blocked', email ? t('blocked', { email }) : t('blockedAsk'))
  })
}

/** By the pattern of the route, because a path can be written in many ways. Without one there is nothing to protect. */
const isGuarded = ({ routeOptions }: FastifyRequest): boolean => guarded.some(prefix => routeOptions.url?.startsWith(prefix))
