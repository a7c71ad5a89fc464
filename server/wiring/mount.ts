// Mounts every route and page that browsers and other services call.
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { offerPlans } from '../../core/plans/offer.ts'
import { sandboxStrip } from '../../core/words/strip.ts'
import { sellablePlans } from '../billing/plans/owners.ts'
import { openTrials } from '../filters/trial/trials.ts'
import { systemClock } from '../foundation/clock.ts'
import { outboxPages } from '../foundation/http/outbox.ts'
import { servePages } from '../foundation/http/pages.ts'
import { proxyPath } from '../foundation/http/proxy.ts'
import { serveSecurityTxt } from '../foundation/http/security-txt.ts'
import type { SoldPagesDeps } from '../foundation/http/sold-pages.ts'
import { serveSource } from '../foundation/http/source.ts'
import { loadWords } from '../foundation/words.ts'
import { privateHeaders, type WebViewHandlers } from '../mail/messages/web-view/handlers.ts'
import { screens } from '../routes/screens.ts'
import { mountRoutes } from '../routes.ts'
import { hasShownNotices } from '../use-cases/admin/settings/handlers.ts'
import { type AppContext, listStandIns } from './app.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { pastRunDeps, schedulePastRuns } from './past-run.ts'
import { bindHandlers } from './route-handlers.ts'
import { trialSource } from './trials.ts'

/** A plan that is published appears on the public pages of every host within this time. */
const planRefreshMs = 10_000

/** Shared by everybody who runs filter trials at the same time. */
const trialThreads = 2

export async function mountAll(app: FastifyInstance, appContext: AppContext, deps: Omit<HandlerDeps, 'trials'>): Promise<void> {
  const { config, words } = appContext
  const trials = openTrials(trialSource(appContext), trialThreads)
  app.addHook('onClose', trials.stop)
  await schedulePastRuns(deps.jobs, appContext, pastRunDeps(appContext, trials, deps.work.wakeDelivery))
  const handlers = bindHandlers(appContext, { ...deps, trials })
  await mountRoutes(app, handlers)
  if (config.mode === 'sandbox') outboxPages(app, deps.mailer, words.of('sandbox'))
  if (config.sandboxUrl) proxyPath(app, deps.outside, '/sandbox/phone', `${config.sandboxUrl}/phone`)
  serveSecurityTxt(app, { publicUrl: config.publicUrl, takesMessages: () => config.operator.email !== null })
  serveSource(app, { sourceUrl: config.publicSite.sourceUrl, root, folder: join(built, 'source') })
  const hasNotices = () => hasShownNotices(deps.settings, systemClock.now())
  await mountPages(app, appContext, handlers.webView, hasNotices)
}

const root = join(import.meta.dirname, '..', '..')
const built = join(root, 'dist')
const pages = join(built, 'web')
const renderer = join(built, 'ssr')

/** `webViews` knows which links lead to an email. */
async function mountPages(
  app: FastifyInstance,
  appContext: AppContext,
  webViews: WebViewHandlers,
  hasNotices: () => boolean,
): Promise<void> {
  const { config } = appContext
  const isSandbox = config.mode === 'sandbox'
  await servePages(app, pages, {
    publicUrl: config.publicUrl,
    strip: isSandbox ? sandboxStrip(language => loadWords(language).of('sandbox'), listStandIns(config), config.isSandboxInPublic) : '',
    screens: isSandbox ? [...screens, '/sandbox/gallery'] : screens,
    privateScreens: [{ path: '/m/:token', headers: privateHeaders, exists: request => webViews.isOpen(parseToken(request), request.ip) }],
    captcha: () => config.auth.captcha?.provider ?? null,
    hasNotices,
    sold: bindSoldPages(appContext),
    sourceUrl: config.publicSite.sourceUrl,
    privateSite: config.publicSite.isFull ? null : { operatorName: () => config.operator.name },
  })
}

function bindSoldPages({ config, db, log }: AppContext): SoldPagesDeps | null {
  const { provider, currency } = config.billing
  const readOffer = async () => offerPlans(provider, await sellablePlans(db), currency)
  return provider && { folder: renderer, readOffer, refreshMs: planRefreshMs, log }
}

const parseToken = ({ params }: FastifyRequest): string => z.object({ token: z.string() }).parse(params).token
