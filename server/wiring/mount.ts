// Mounts everything that a browser or another service asks for.
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sandboxStrip } from '../../core/words/strip.ts'
import { helpHandlers } from '../account/help/handlers.ts'
import { openKeyCheck } from '../account/keys/check.ts'
import { seenHandler } from '../account/notifications/handlers.ts'
import { seenNeeds } from '../account/notifications/store.ts'
import { settingsHandlers } from '../account/settings/handlers.ts'
import { readSettings } from '../account/settings/store.ts'
import { hasRole } from '../account/store.ts'
import { healthHandlers } from '../admin/health/handlers.ts'
import { templateHandlers } from '../admin/templates.ts'
import { type Auth } from '../auth/auth.ts'
import { networkOf } from '../auth/limits.ts'
import { systemClock } from '../clock.ts'
import { contactHandlers } from '../contact.ts'
import type { Tell } from '../db/signals.ts'
import { deliveryHandlers } from '../delivery/handlers.ts'
import { pauseHandlers } from '../delivery/pause/handlers.ts'
import { rotaHandlers } from '../delivery/rota/handlers.ts'
import { disconnectHandler } from '../disconnect.ts'
import { doctorHandlers } from '../doctor/handlers.ts'
import { closeFileLinks } from '../files/mail/store.ts'
import { filterHandlers } from '../filters/handlers.ts'
import { trialHandlers } from '../filters/trial/handlers.ts'
import { openTrials } from '../filters/trial/trials.ts'
import { kept } from '../http/health.ts'
import { outboxPages } from '../http/outbox.ts'
import { servePages } from '../http/pages.ts'
import { proxyPath } from '../http/proxy.ts'
import type { Jobs } from '../jobs.ts'
import { leaveHandler } from '../leave.ts'
import { ledgerHandlers } from '../ledger/handlers.ts'
import { notificationsHandler } from '../ledger/notifications/handlers.ts'
import type { OnMail } from '../mail/drain.ts'
import { mailHandlers } from '../mail/handlers.ts'
import type { SignIns } from '../mail/oauth/open.ts'
import { openDevices } from '../mail/whole/device.ts'
import { privateHeaders, wholeHandlers } from '../mail/whole/handlers.ts'
import { type Mailer } from '../mailer.ts'
import { onboardingHandlers } from '../onboarding.ts'
import { type Outside } from '../outside.ts'
import { pastRunHandler } from '../past-run.ts'
import { screens } from '../routes/screens.ts'
import { mountRoutes } from '../routes.ts'
import { type Key, keyedDigest } from '../seal.ts'
import { webhookHandlers } from '../whatsapp/webhook.ts'
import { dnsOf, type Ground, standInsOf, templateParts } from '../wiring.ts'
import { wordsOf } from '../words.ts'
import { eraseOf } from './administration.ts'
import { phonesOf } from './codes.ts'
import { deliveryParts } from './delivering.ts'
import { exportHandlersOf } from './exports.ts'
import { fileParts } from './files.ts'
import { healthParts } from './health.ts'
import { hearing } from './hearing.ts'
import { keyHandlersOf } from './keys.ts'
import { ledgerParts } from './ledger.ts'
import { linkRules } from './links.ts'
import { openLiveOf, tellingReports } from './live.ts'
import { news } from './news.ts'
import { previewed } from './on-phone.ts'
import { onboardingParts } from './onboarding.ts'
import { outgoingHandlersOf } from './outgoing.ts'
import { pastRunParts } from './past-run.ts'
import type { Push } from './push.ts'
import { filterParts, rotaParts, trialSource } from './trials.ts'

/** People who try filters at the same moment share these. */
const trialThreads = 2

const pages = join(import.meta.dirname, '..', '..', 'dist', 'web')

/** What works without being asked, as far as others may wake it. */
export interface Work {
  smtpPort: number | null
  /** Takes mail in, on a host that has that role. */
  onMail: OnMail | null
  wakeDelivery(): void
  /** Realtime is told on every host. */
  tell: Tell
  /** Something was heard from the messenger: phones may be answered and lanes may go on. */
  wakeAll(): void
}

export interface Mounted {
  auth: Auth
  mailer: Mailer
  master: Key
  outside: Outside
  signIns: SignIns
  databaseUrl: string
  push: Push
  jobs: Jobs
  work: Work
}

export async function mountAll(
  app: FastifyInstance,
  ground: Ground,
  { auth, mailer, master, outside, signIns, databaseUrl, push, jobs, work }: Mounted,
): Promise<void> {
  const { config, db, words, keys, graph } = ground
  const standIns = standInsOf(config)
  const trials = openTrials(trialSource(ground), trialThreads)
  app.addHook('onClose', trials.stop)
  const filtersOf = filterParts(ground, trials)
  const devices = openDevices(master, systemClock.now, config.publicUrl.startsWith('https:'))
  const rules = linkRules(ground)
  const whole = wholeHandlers({
    ...{
      db,
      keys,
      words,
      devices,
      now: ground.clock.now,
      verifySession: auth.verifySession,
      showsWhole: rules.showsWhole,
      fileLinks: rules.fileLinks,
    },
    closeFileLinks: (userId, messageId) => closeFileLinks(db, userId, messageId, ground.clock.now()),
    asksSignIn: async userId => (await readSettings(db, userId, 0)).linksAskSignIn,
    retentionDays: async userId => (await readSettings(db, userId, config.retentionDays)).retentionDays,
  })
  const isWhatsAppThere = async () => (await graph.numberInfo()).kind === 'number'
  await mountRoutes(app, {
    db,
    now: systemClock.now,
    fingerprint: text => keyedDigest(master, text),
    auth,
    isAdmin: userId => hasRole(db, userId, 'admin'),
    account: { db, master, now: systemClock.now, readBearer: auth.readBearer, publishableKey: config.publishableKey },
    files: fileParts(ground, auth, master),
    mailFiles: { db, keys, now: ground.clock.now, showsFiles: rules.showsFiles, gone: words.of('whatsapp')('files.gone') },
    live: openLiveOf({ db, databaseUrl, log: ground.log, auth, publishableKey: config.publishableKey }),
    verifyKey: openKeyCheck(db, systemClock.now),
    keyRequestsAMinute: config.keyRequestsAMinute,
    keys: keyHandlersOf(ground, auth, mailer),
    exports: exportHandlersOf(ground, jobs),
    settings: settingsHandlers({ db, now: systemClock.now, retentionDays: config.retentionDays }),
    push: push.handlers(words),
    disconnect: disconnectHandler({ db, now: ground.clock.now, say: words.of('mail'), revoke: signIns.revoke }),
    leave: leaveHandler({ auth, say: words.of('auth'), erase: eraseOf(ground, signIns) }),
    publicConfig: async () => ({
      mode: config.mode,
      publicUrl: config.publicUrl,
      publishableKey: config.publishableKey,
      ipLookupUrl: config.ipLookupUrl ?? `${config.publicUrl}/api/ip`,
      signUpOpen: config.auth.signUpOpen,
      ...(await phonesOf(ground, auth.secondFactors)),
      providers: auth.providers,
      captcha: config.auth.captcha && { provider: config.auth.captcha.provider, siteKey: config.auth.captcha.siteKey },
      retentionDays: config.retentionDays,
      mailSignIns: signIns.offered,
      standIns,
    }),
    help: helpHandlers({ db, now: systemClock.now, networkOf }),
    contact: contactHandlers({ db, mailer, operator: config.operator, publicUrl: config.publicUrl, say: words.of('contact') }),
    signIns: signIns.handlers,
    outgoing: outgoingHandlersOf(ground, outside, signIns),
    whole,
    markDevice: devices.mark,
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
      bubble: ({ userId, body }) => previewed({ ...ground, templates: templateParts(ground) }, userId, body),
      runOnPast: pastRunHandler(pastRunParts(ground, trials, work.wakeDelivery)),
    },
    delivery: deliveryHandlers(deliveryParts(ground, work.wakeDelivery)),
    pause: pauseHandlers({ db, clock: ground.clock, wake: work.wakeDelivery }),
    notifications: {
      list: notificationsHandler({ ...ledgerParts(ground), seenNeeds: userId => seenNeeds(db, userId) }),
      see: seenHandler({ db }),
    },
    rotas: rotaHandlers(rotaParts(ground)),
    ledger: ledgerHandlers(ledgerParts(ground)),
    onboarding: onboardingHandlers(onboardingParts(ground, work.onMail)),
    whatsapp: webhookHandlers({
      db,
      ...config.whatsapp,
      now: ground.clock.now,
      ...news(ground),
      ...tellingReports({ ...hearing(ground), onCommitted: work.wakeAll }, work.tell),
    }),
    doctor: doctorHandlers({ config, problems: [], outside, db, dns: dnsOf(config), now: systemClock.now }, words),
    templates: templateHandlers(templateParts({ ...ground, words: wordsOf() })),
    console: healthHandlers(healthParts(ground, work.smtpPort, kept(isWhatsAppThere))),
    health: {
      database: async () => (await db.selectNoFrom(e => e.lit(1).as('one')).execute()).length === 1,
      whatsapp: isWhatsAppThere,
    },
  })
  if (config.mode === 'sandbox') outboxPages(app, mailer, words.of('ui'))
  if (config.sandboxUrl) proxyPath(app, outside, '/sandbox/phone', `${config.sandboxUrl}/phone`)
  const isOpen = !['127.0.0.1', 'localhost', '::1'].includes(config.host)
  const strip = config.mode === 'sandbox' ? sandboxStrip(language => wordsOf(language).of('ui'), standIns, isOpen) : ''
  await servePages(app, pages, {
    publicUrl: config.publicUrl,
    strip,
    screens: config.mode === 'sandbox' ? [...screens, '/sandbox/gallery'] : screens,
    privately: [{ path: '/m/:token', headers: privateHeaders, isThere: request => whole.isOpen(tokenIn(request), request.ip) }],
    captcha: config.auth.captcha?.provider ?? null,
  })
}

const tokenIn = ({ params }: FastifyRequest): string => z.object({ token: z.string() }).parse(params).token
