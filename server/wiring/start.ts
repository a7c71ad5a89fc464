// Starts the parts in order and stops them in reverse; if one fails to start, the parts before it stop.
import type { FastifyInstance } from 'fastify'
import { openAuth } from '../auth/auth.ts'
import { type AddressGuard, openAddressGuard } from '../auth/blocked/guard.ts'
import type { StripeProvider } from '../billing/stripe/open.ts'
import { openEscalator } from '../delivery/escalation/escalate.ts'
import { resumeNumber } from '../delivery/number/queue.ts'
import type { OnStep } from '../delivery/steps.ts'
import { startWorker } from '../delivery/worker.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config.ts'
import type { Pools } from '../foundation/db/pools.ts'
import { openChangeSignals, type SignalChange } from '../foundation/db/signals.ts'
import { openApp } from '../foundation/http/app.ts'
import { refuseBlocked } from '../foundation/http/blocked.ts'
import { refuseWritesInMaintenance } from '../foundation/http/maintenance.ts'
import { openJobs } from '../foundation/jobs.ts'
import type { Log } from '../foundation/log.ts'
import { type Mailer, openMailer } from '../foundation/mailer.ts'
import { type Dns, type Outside, openOutside, type Resolver } from '../foundation/outside.ts'
import { newId, type SealKey } from '../foundation/seal.ts'
import { requestWords } from '../foundation/words.ts'
import { type ConnectionLimiter, openConnectionLimiter } from '../mail/mailboxes/connection-limiter.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import type { EndedReply } from '../mail/outgoing/work.ts'
import { openParser } from '../mail/parsing/parse.ts'
import { startMail } from '../mail/receiving/start.ts'
import { startFinishedCommands } from '../use-cases/answer/command-effects.ts'
import { openPastMatches } from '../use-cases/answer/filter-effects.ts'
import { phoneAnswers, reportFailedReply } from '../use-cases/answer/reply-effects.ts'
import { openAnswerer } from '../use-cases/answer.ts'
import { openFileSaver } from '../use-cases/forward/files.ts'
import { type ForwardStores, forwardStores } from '../use-cases/forward/stores.ts'
import { openWebViews } from '../use-cases/forward/web-views.ts'
import { type ForwardBatch, openForward } from '../use-cases/forward.ts'
import { makeExports } from '../use-cases/leave/build-export.ts'
import { notifyUsers } from '../use-cases/notifications.ts'
import { scheduleRollups } from './admin-analytics.ts'
import { bindAdministration } from './administration.ts'
import { answerContext, answerDeps } from './answer.ts'
import { type AppContext, openDnsIfEnabled } from './app.ts'
import { openBilling } from './billing.ts'
import { bindCodeSender } from './codes.ts'
import { deliveryWorkerDeps } from './delivery.ts'
import { escalationDeps } from './escalations.ts'
import { buildExportDeps, makeExportsJob } from './exports.ts'
import { startFigures } from './figures.ts'
import { prepareGreeting } from './greeting.ts'
import { signalingForward, signalingWorker } from './live.ts'
import { measuringForward, measuringStores, measuringWorker } from './measuring.ts'
import { mountAll, mountHealth } from './mount.ts'
import { notificationDeps } from './notifications.ts'
import { openContext } from './open-context.ts'
import { scheduleAlerts } from './operations.ts'
import { startOutgoing } from './outgoing.ts'
import { openPush } from './push.ts'
import { explainPortError } from './refusals.ts'
import { bindPhoneLinked } from './security-emails.ts'
import { authOptions, bindSignIns } from './sign-in.ts'
import { scheduleSweeps } from './sweeps.ts'
import { startTemplates } from './templates.ts'
import { tracingForward, tracingParser, tracingStores, tracingWorker } from './tracing.ts'
import { trialSource } from './trials.ts'
import type { Work } from './work.ts'

export interface Server {
  port: number
  smtpPort: number | null
  /** The lines printed after the ready line. */
  greeting: string[]
  stop(): Promise<void>
}

/** Parts that a test may replace, to plant a bug or a fault. */
export interface Planted {
  forward?: (real: ForwardBatch, app: AppContext) => ForwardBatch
  /** The DNS resolver that checks the senders of mail to our addresses. */
  dns?: Dns
  stripe?: (real: StripeProvider) => StripeProvider
  stores?: (real: ForwardStores) => ForwardStores
  onStep?: OnStep
  /** Finds the addresses of the hosts that we connect to. */
  resolve?: Resolver
}

export async function startServer(startConfig: Config, log: Log, planted: Planted = {}): Promise<Server> {
  await using starting = new AsyncDisposableStack()
  const outside = openOutside({
    ...{ allow: startConfig.outsideAllow, loopback: startConfig.mode === 'sandbox' },
    ...(planted.resolve && { resolve: planted.resolve }),
  })
  const { appContext, pool, mailPools, databaseUrl, master, settings } = await openContext(startConfig, log, outside, starting)
  const { config } = appContext
  const mailer = openMailer({
    db: appContext.db,
    master,
    outside,
    now: systemClock.now,
    get from() {
      return config.mailer.from
    },
    get relay() {
      return config.mailer.relay
    },
    log,
  })
  const signIns = bindSignIns(appContext, outside)
  const wakeLater = { delivery: () => undefined as void }
  const billing = await openBilling(appContext, outside, () => wakeLater.delivery(), planted.stripe)
  starting.defer(() => billing.stop())
  const auth = await openAuth({
    ...authOptions(appContext, { master, outside, mailer, maintenance: settings.maintenance }),
    ...bindAdministration(appContext, signIns, billing.payments),
    ...bindCodeSender(appContext),
  })
  const app = await openApp(config, log)
  starting.defer(() => app.close())
  const guard = await openAddressGuard({ db: appContext.db, clock: systemClock, log })
  starting.defer(() => guard.stop())
  refuseBlocked(app, guard.isBlocked, () => config.operator.email)
  refuseWritesInMaintenance(app, settings.maintenance, systemClock.now)
  const signalChange = openChangeSignals(appContext.db)
  // Watching and replying share what a provider allows.
  const limiter = openConnectionLimiter()
  const running = await startWork(
    appContext,
    { master, outside, signIns, mailer, planted, signalChange, guard, limiter, mailPools },
    starting,
  )
  wakeLater.delivery = running.wakeDelivery
  if (config.roles.includes('mail')) {
    const finishedCommands = startFinishedCommands(answerContext(appContext))
    starting.defer(() => finishedCommands.stop())
    const reporters = {
      onEnd: (ended: EndedReply) => reportFailedReply(answerContext(appContext), ended),
      onActionEnd: async () => finishedCommands.wake(),
    }
    const outgoing = startOutgoing(appContext, outside, signIns, mailer, limiter, reporters)
    starting.defer(() => outgoing.stop())
    const renewing = signIns.startRenewing()
    starting.defer(() => renewing.stop())
  }
  const jobs = await openJobs(databaseUrl, log)
  starting.defer(() => jobs.stop())
  await scheduleSweeps(jobs, appContext, auth, mailer)
  await billing.schedule(jobs)
  await scheduleRollups(jobs, appContext)
  await scheduleAlerts(jobs, appContext, outside, mailer)
  const push = await openPush(appContext, master)
  await jobs.schedule(makeExportsJob, '* * * * *', () => makeExports(buildExportDeps(appContext, mailer)))
  await jobs.schedule('tell-people', '* * * * *', () => notifyUsers(notificationDeps(appContext, master, mailer, push.send)))
  if (config.roles.includes('web'))
    await mountAll(
      app,
      { ...appContext, words: requestWords() },
      { auth, mailer, master, outside, signIns, databaseUrl, push, jobs, billing, settings, guard, work: running, onStep: planted.onStep },
    )
  else mountHealth(app, appContext)
  await app.listen({ port: config.port, host: config.host }).catch(error => {
    throw explainPortError(error, 'PORT', config.port)
  })
  const figures = startFigures(appContext, pool)
  starting.defer(() => figures.stop())
  await startTemplates(appContext)
  const port = readPort(app) ?? config.port
  const greeting = config.mode === 'sandbox' ? await prepareGreeting(appContext, auth, outside, running) : []
  const deps = starting.move()
  return { port, smtpPort: running.smtpPort, greeting, stop: () => deps.disposeAsync() }
}

interface WorkDeps {
  master: SealKey
  /** Connections of their own for mail that arrives, and for the leases of mailboxes. */
  mailPools: Pick<Pools, 'mailDb' | 'leaseDb'>
  outside: Outside
  signIns: SignIns
  mailer: Mailer
  planted: Planted
  signalChange: SignalChange
  guard: AddressGuard
  limiter: ConnectionLimiter
}

/** Starts the background parts: sending, answering phones, watching mailboxes. */
async function startWork(app: AppContext, deps: WorkDeps, starting: AsyncDisposableStack): Promise<Work> {
  const { config, db, clock } = app
  // The restart may have brought a new token, so a paused number resumes at once.
  await resumeNumber(db, config.whatsapp.numberId, clock.now())
  const { wakeDelivery, wakeEscalator } = startDelivery(app, deps, starting)
  const pastMatches = openPastMatches(app, trialSource(app))
  starting.defer(() => pastMatches.stop())
  const phoneDeps = { ...phoneAnswers(answerContext(app)), findPastMatches: pastMatches.findPastMatches }
  const answerer = openAnswerer(answerDeps(app, phoneDeps, bindPhoneLinked(app, deps)))
  starting.defer(() => answerer.stop())
  const wakeAll = () => {
    answerer.wake()
    wakeEscalator()
    wakeDelivery()
  }
  const mail = config.roles.includes('mail') ? await startReceiving(app, deps, wakeDelivery, starting) : { smtpPort: null, onMail: null }
  return { ...mail, signalChange: deps.signalChange, wakeDelivery, wakeAll }
}

function startDelivery(app: AppContext, { mailer, outside, signalChange, planted }: WorkDeps, starting: AsyncDisposableStack) {
  if (!app.config.roles.includes('delivery')) return { wakeDelivery: () => undefined, wakeEscalator: () => undefined }
  const findWhatsApp = async () => {
    const { hostname, port, protocol } = new URL(app.config.whatsapp.graphUrl)
    return outside.addressOf(hostname.replace(/^\[|\]$/g, ''), Number(port) || (protocol === 'http:' ? 80 : 443))
  }
  const measured = measuringWorker(deliveryWorkerDeps(app, Math.random, planted.onStep, findWhatsApp))
  const worker = startWorker(signalingWorker(app.tracing ? tracingWorker(measured, app.tracing) : measured, signalChange))
  starting.defer(() => worker.stop())
  const wakeDelivery = () => worker.wake()
  const escalator = openEscalator(escalationDeps(app, mailer, wakeDelivery))
  starting.defer(() => escalator.stop())
  return { wakeDelivery, wakeEscalator: () => escalator.wake() }
}

/** Receives mail from watched mailboxes and by SMTP. */
async function startReceiving(
  app: AppContext,
  { outside, signIns, planted, signalChange, guard, limiter, mailPools: { mailDb, leaseDb } }: WorkDeps,
  wake: () => void,
  starting: AsyncDisposableStack,
): Promise<Pick<Work, 'smtpPort' | 'onMail'>> {
  const { config, clock, log, keys, words, tracing } = app
  const onMailDb = { ...app, db: mailDb }
  const parser = openParser({ workers: config.mail.parseWorkers, timeoutMs: config.mail.parseTimeoutMs })
  starting.defer(() => parser.stop())
  const measured = measuringStores(forwardStores(onMailDb))
  const stores = tracing ? tracingStores(measured) : measured
  const forward = openForward({
    stores: planted.stores?.(stores) ?? stores,
    webViews: openWebViews(app, parser.pageOf),
    fileSaver: openFileSaver(onMailDb, parser.filesOf),
    now: clock.now,
    newId,
    parse: tracing ? tracingParser(parser.parse) : parser.parse,
    wake,
  })
  const counted = measuringForward(planted.forward?.(forward, app) ?? forward)
  const onMail = signalingForward(tracing ? tracingForward(counted, tracing) : counted, signalChange)
  const { leaseMs, batch, maxBytes, fetching, maxMailboxes } = config.mail
  const mail = await startMail({
    ...{ db: mailDb, leaseDb },
    keys,
    clock,
    log,
    door: { outside },
    limiter,
    tokens: signIns.tokens,
    onMail,
    say: words.of('mail'),
    hostId: config.hostId,
    leaseMs,
    batch,
    maxBytes,
    fetching,
    maxMailboxes,
    smtp: config.smtp,
    dns: planted.dns ?? openDnsIfEnabled(config),
    limitsOf: app.limitsOf,
    isBlocked: guard.isBlocked,
  }).catch(error => {
    throw explainPortError(error, 'SMTP_PORT', config.smtp.port)
  })
  starting.defer(() => mail.stop())
  return { smtpPort: mail.smtpPort, onMail }
}

function readPort(app: FastifyInstance): number | null {
  const at = app.server.address()
  return typeof at === 'object' ? (at?.port ?? null) : null
}
