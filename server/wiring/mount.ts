// Mounts everything that browsers and other services call.
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { sandboxStrip } from '../../core/words/strip.ts'
import { openTrials } from '../filters/trial/trials.ts'
import { outboxPages } from '../foundation/http/outbox.ts'
import { servePages } from '../foundation/http/pages.ts'
import { proxyPath } from '../foundation/http/proxy.ts'
import { wordsOf } from '../foundation/words.ts'
import { privateHeaders, type WebViewHandlers } from '../mail/messages/web-view/handlers.ts'
import { screens } from '../routes/screens.ts'
import { mountRoutes } from '../routes.ts'
import { answerersOf, type HandlerDeps } from './answerers.ts'
import { type AppContext, standInsOf } from './app.ts'
import { trialSource } from './trials.ts'

/** People who try filters at the same moment share these. */
const trialThreads = 2

export async function mountAll(app: FastifyInstance, ground: AppContext, given: Omit<HandlerDeps, 'trials'>): Promise<void> {
  const { config, words } = ground
  const trials = openTrials(trialSource(ground), trialThreads)
  app.addHook('onClose', trials.stop)
  const answerers = answerersOf(ground, { ...given, trials })
  await mountRoutes(app, answerers)
  if (config.mode === 'sandbox') outboxPages(app, given.mailer, words.of('ui'))
  if (config.sandboxUrl) proxyPath(app, given.outside, '/sandbox/phone', `${config.sandboxUrl}/phone`)
  await mountPages(app, ground, answerers.whole)
}

const pages = join(import.meta.dirname, '..', '..', 'dist', 'web')

/** `whole` knows behind which links there is a mail. */
async function mountPages(app: FastifyInstance, { config }: AppContext, whole: WebViewHandlers): Promise<void> {
  const isSandbox = config.mode === 'sandbox'
  const isOpen = !['127.0.0.1', 'localhost', '::1'].includes(config.host)
  await servePages(app, pages, {
    publicUrl: config.publicUrl,
    strip: isSandbox ? sandboxStrip(language => wordsOf(language).of('ui'), standInsOf(config), isOpen) : '',
    screens: isSandbox ? [...screens, '/sandbox/gallery'] : screens,
    privately: [{ path: '/m/:token', headers: privateHeaders, isThere: request => whole.isOpen(tokenIn(request), request.ip) }],
    captcha: config.auth.captcha?.provider ?? null,
  })
}

const tokenIn = ({ params }: FastifyRequest): string => z.object({ token: z.string() }).parse(params).token
