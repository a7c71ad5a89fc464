// Mounts everything that a browser or another service asks for.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sandboxStrip } from '../../core/words/strip.ts'
import { settingsHandlers } from '../account/settings/handlers.ts'
import { hasRole } from '../account/store.ts'
import { templateHandlers } from '../admin/templates.ts'
import { type Auth } from '../auth/auth.ts'
import { systemClock } from '../clock.ts'
import { deliveryHandlers } from '../delivery/handlers.ts'
import { disconnectHandler } from '../disconnect.ts'
import { doctorHandlers } from '../doctor/handlers.ts'
import { filterHandlers } from '../filters/handlers.ts'
import { trialHandlers } from '../filters/trial/handlers.ts'
import { openTrials } from '../filters/trial/trials.ts'
import { outboxPages } from '../http/outbox.ts'
import { servePages } from '../http/pages.ts'
import { proxyPath } from '../http/proxy.ts'
import { leaveHandler } from '../leave.ts'
import { ledgerHandlers } from '../ledger/handlers.ts'
import { mailHandlers } from '../mail/handlers.ts'
import type { SignIns } from '../mail/oauth/open.ts'
import { type Mailer } from '../mailer.ts'
import { type Outside } from '../outside.ts'
import { pastRunHandler } from '../past-run.ts'
import { mountRoutes, screens } from '../routes.ts'
import { type Key, keyedDigest } from '../seal.ts'
import { webhookHandlers } from '../whatsapp/webhook.ts'
import { deliveryParts, dnsOf, type Ground, hearing, ledgerParts, standInsOf, templateParts } from '../wiring.ts'
import { news } from './news.ts'
import { pastRunParts } from './past-run.ts'
import { filterParts, trialSource } from './trials.ts'

/** People who try filters at the same moment share these. */
const trialThreads = 2

const pages = join(import.meta.dirname, '..', '..', 'dist', 'web')

/** What works without being asked, as far as others may wake it. */
export interface Work {
  smtpPort: number | null
  wakeDelivery(): void
  /** Something was heard from the messenger: phones may be answered and lanes may go on. */
  wakeAll(): void
}

export interface Mounted {
  auth: Auth
  mailer: Mailer
  master: Key
  outside: Outside
  signIns: SignIns
  work: Work
}

export async function mountAll(
  app: FastifyInstance,
  ground: Ground,
  { auth, mailer, master, outside, signIns, work }: Mounted,
): Promise<void> {
  const { config, db, words, keys, graph } = ground
  const standIns = standInsOf(config)
  const trials = openTrials(trialSource(ground), trialThreads)
  app.addHook('onClose', trials.stop)
  const filtersOf = filterParts(ground, trials)
  await mountRoutes(app, {
    db,
    now: systemClock.now,
    fingerprint: text => keyedDigest(master, text),
    auth,
    isAdmin: userId => hasRole(db, userId, 'admin'),
    account: { db, master, now: systemClock.now, readBearer: auth.readBearer, publishableKey: config.publishableKey },
    settings: settingsHandlers({ db, now: systemClock.now, retentionDays: config.retentionDays }),
    disconnect: disconnectHandler({ db, now: ground.clock.now, say: words.of('mail'), revoke: signIns.revoke }),
    leave: leaveHandler({ db, now: systemClock.now, auth, say: words.of('auth'), revoke: signIns.revokeAll }),
    publicConfig: async () => ({
      mode: config.mode,
      publicUrl: config.publicUrl,
      publishableKey: config.publishableKey,
      ipLookupUrl: config.ipLookupUrl ?? `${config.publicUrl}/api/ip`,
      signUpOpen: config.auth.signUpOpen,
      retentionDays: config.retentionDays,
      mailSignIns: signIns.offered,
      standIns,
    }),
    signIns: signIns.handlers,
    mail: mailHandlers({
      db,
      keys,
      outside,
      say: words.of('mail'),
      domain: config.smtp.domain,
      dns: dnsOf(config),
      tokens: signIns.tokens,
    }),
    filters: {
      ...filterHandlers(filtersOf),
      ...trialHandlers(filtersOf),
      runOnPast: pastRunHandler(pastRunParts(ground, trials, work.wakeDelivery)),
    },
    delivery: deliveryHandlers(deliveryParts(ground, work.wakeDelivery)),
    ledger: ledgerHandlers(ledgerParts(ground)),
    whatsapp: webhookHandlers({
      db,
      ...config.whatsapp,
      now: ground.clock.now,
      ...hearing(ground),
      ...news(ground),
      onCommitted: work.wakeAll,
    }),
    doctor: doctorHandlers({ config, problems: [], outside, db, dns: dnsOf(config), now: systemClock.now }, words),
    templates: templateHandlers(templateParts(ground)),
    health: {
      database: async () => (await db.selectNoFrom(e => e.lit(1).as('one')).execute()).length === 1,
      whatsapp: async () => (await graph.numberInfo()).kind === 'number',
    },
  })
  if (config.mode === 'sandbox') outboxPages(app, mailer, words.of('ui'))
  if (config.sandboxUrl) proxyPath(app, outside, '/sandbox/phone', `${config.sandboxUrl}/phone`)
  const warning = config.mode === 'sandbox' && !['127.0.0.1', 'localhost', '::1'].includes(config.host) ? words.of('ui')('strip.open') : ''
  const strip = config.mode === 'sandbox' ? sandboxStrip(words.of('ui'), standIns, warning) : ''
  await servePages(app, pages, strip, config.mode === 'sandbox' ? [...screens, '/sandbox/gallery'] : screens)
}
