// Starts the parts in order and stops them in reverse; if one fails to start, those before it stop.
import type { FastifyInstance } from 'fastify'
import { openAuth } from '../auth/auth.ts'
import { openEscalator } from '../delivery/escalation/escalate.ts'
import { resumeNumber } from '../delivery/number/queue.ts'
import { startWorker } from '../delivery/worker.ts'
import { movableClock, systemClock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config.ts'
import { startEmbedded } from '../foundation/db/embedded/supervisor.ts'
import { openPersonKeys } from '../foundation/db/keys.ts'
import { migrate } from '../foundation/db/migrate.ts'
import { openDb, openPool } from '../foundation/db/pool.ts'
import { openChangeSignals, type SignalChange } from '../foundation/db/signals.ts'
import { openApp } from '../foundation/http/app.ts'
import { openJobs } from '../foundation/jobs.ts'
import type { Log } from '../foundation/log.ts'
import { type Mailer, openMailer } from '../foundation/mailer.ts'
import { type Dns, type Outside, openOutside } from '../foundation/outside.ts'
import { newId, openMasterKey } from '../foundation/seal.ts'
import { spokenWords, wordsOf } from '../foundation/words.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import type { EndedReply } from '../mail/outgoing/work.ts'
import { openParser } from '../mail/parsing/parse.ts'
import { startMail } from '../mail/receiving/start.ts'
import { startFinishedCommands } from '../use-cases/answer/command-effects.ts'
import { openLooks } from '../use-cases/answer/filter-effects.ts'
import { phoneAnswers, reportFailedReply } from '../use-cases/answer/reply-effects.ts'
import { openAnswerer } from '../use-cases/answer.ts'
import { followClock } from '../use-cases/demo/follow-clock.ts'
import { fileKeeping } from '../use-cases/forward/files.ts'
import { forwardStores } from '../use-cases/forward/stores.ts'
import { webViewKeeping } from '../use-cases/forward/web-views.ts'
import { type ForwardBatch, openForward } from '../use-cases/forward.ts'
import { makeExports } from '../use-cases/leave/build-export.ts'
import { notifyUsers } from '../use-cases/notifications.ts'
import { openGraph } from '../whatsapp/client.ts'
import { administrationOf } from './administration.ts'
import { answerContext, answerDeps } from './answer.ts'
import { type AppContext, dnsOf } from './app.ts'
import { codesOf } from './codes.ts'
import { deliveryWorkerDeps } from './delivery.ts'
import { escalationDeps } from './escalations.ts'
import { buildExportDeps, makeExportsJob } from './exports.ts'
import { greet } from './greeting.ts'
import { signalingForward, signalingWorker } from './live.ts'
import { mountAll } from './mount.ts'
import { notificationDeps } from './notifications.ts'
import { startOutgoing } from './outgoing.ts'
import { openPush } from './push.ts'
import { databaseAway, portTaken } from './refusals.ts'
import { authOptions, openSignInsOf } from './sign-in.ts'
import { scheduleSweeps } from './sweeps.ts'
import { startTemplates } from './templates.ts'
import { trialSource } from './trials.ts'
import type { Work } from './work.ts'

export interface Server {
  port: number
  smtpPort: number | null
  /** What a person who started it reads after the ready line. */
  greeting: string[]
  stop(): Promise<void>
}

/** What a test may put in place of a part, to plant a bug. */
export interface Planted {
  forward?: (real: ForwardBatch, app: AppContext) => ForwardBatch
  /** The name service that checks the senders of mail to our addresses. */
  dns?: Dns
}

export async function startServer(config: Config, log: Log, planted: Planted = {}): Promise<Server> {
  await using starting = new AsyncDisposableStack()
  const outside = openOutside({ allow: config.outsideAllow, loopback: config.mode === 'sandbox' })
  const { ground, databaseUrl, master } = await openGround(config, log, outside, starting)
  const mailer = openMailer({
    db: ground.db,
    master,
    outside,
    now: systemClock.now,
    from: config.mailer.from,
    relay: config.mailer.relay,
    log,
  })
  const signIns = openSignInsOf(ground, outside)
  const auth = await openAuth({ ...authOptions(ground, master, outside, mailer), ...administrationOf(ground, signIns), ...codesOf(ground) })
  const app = await openApp(config, log)
  starting.defer(() => app.close())
  const tell = openChangeSignals(ground.db)
  const running = await startWork(ground, { outside, signIns, mailer, planted, tell }, starting)
  if (config.roles.includes('mail')) {
    const ends = startFinishedCommands(answerContext(ground))
    starting.defer(() => ends.stop())
    const told = { onEnd: (ended: EndedReply) => reportFailedReply(answerContext(ground), ended), onActionEnd: async () => ends.wake() }
    const outgoing = startOutgoing(ground, outside, signIns, mailer, told)
    starting.defer(() => outgoing.stop())
  }
  const jobs = await openJobs(databaseUrl, log)
  starting.defer(() => jobs.stop())
  await scheduleSweeps(jobs, ground, auth, mailer)
  const push = await openPush(ground, master)
  await jobs.schedule(makeExportsJob, '* * * * *', () => makeExports(buildExportDeps(ground, mailer)))
  await jobs.schedule('tell-people', '* * * * *', () => notifyUsers(notificationDeps(ground, master, mailer, push.tell)))
  if (config.roles.includes('web'))
    await mountAll(
      app,
      { ...ground, words: spokenWords() },
      { auth, mailer, master, outside, signIns, databaseUrl, push, jobs, work: running },
    )
  await app.listen({ port: config.port, host: config.host }).catch(error => {
    throw portTaken(error, 'PORT', config.port)
  })
  await startTemplates(ground)
  const port = portOf(app) ?? config.port
  const greeting = config.mode === 'sandbox' ? await greet(ground, auth, outside, running) : []
  const deps = starting.move()
  return { port, smtpPort: running.smtpPort, greeting, stop: () => deps.disposeAsync() }
}

async function openGround(config: Config, log: Log, outside: Outside, starting: AsyncDisposableStack) {
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, log)
  if (embedded) starting.defer(() => embedded.stop())
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  const db = openDb(openPool(databaseUrl, config.databaseConnections))
  starting.defer(() => db.destroy())
  const ran = await migrate(db).catch(error => {
    throw config.databaseUrl ? databaseAway(error) : error
  })
  if (ran > 0) log.info({ ran }, 'the database was brought to the newest schema')
  const clock = movableClock()
  if (config.sandboxUrl) {
    const following = await followClock(clock, systemClock, outside, config.sandboxUrl)
    starting.defer(() => following.stop())
  }
  const master = openMasterKey(config.masterKeyFile)
  const keys = openPersonKeys(master, clock.now)
  const graph = openGraph({ outside, ...config.whatsapp })
  const app: AppContext = { config, log, db, keys, clock, words: wordsOf(), graph }
  return { ground: app, databaseUrl, master }
}

interface Given {
  outside: Outside
  signIns: SignIns
  mailer: Mailer
  planted: Planted
  tell: SignalChange
}

/** The parts that work without being asked: sending, answering phones, watching mailboxes. */
async function startWork(app: AppContext, given: Given, starting: AsyncDisposableStack): Promise<Work> {
  const { config, db, clock } = app
  // A new token may have come with the restart: a paused number is tried at once.
  await resumeNumber(db, config.whatsapp.numberId, clock.now())
  const { wakeDelivery, wakeEscalator } = startDelivery(app, given, starting)
  const looks = openLooks(app, trialSource(app))
  starting.defer(() => looks.stop())
  const answerer = openAnswerer(answerDeps(app, { ...phoneAnswers(answerContext(app)), lookBack: looks.lookBack }))
  starting.defer(() => answerer.stop())
  const wakeAll = () => {
    answerer.wake()
    wakeEscalator()
    wakeDelivery()
  }
  const mail = config.roles.includes('mail') ? await startReceiving(app, given, wakeDelivery, starting) : { smtpPort: null, onMail: null }
  return { ...mail, tell: given.tell, wakeDelivery, wakeAll }
}

function startDelivery(app: AppContext, { mailer, tell }: Given, starting: AsyncDisposableStack) {
  if (!app.config.roles.includes('delivery')) return { wakeDelivery: () => undefined, wakeEscalator: () => undefined }
  const worker = startWorker(signalingWorker(deliveryWorkerDeps(app, Math.random), tell))
  starting.defer(() => worker.stop())
  const wakeDelivery = () => worker.wake()
  const escalator = openEscalator(escalationDeps(app, mailer, wakeDelivery))
  starting.defer(() => escalator.stop())
  return { wakeDelivery, wakeEscalator: () => escalator.wake() }
}

/** Mail comes in by the mailboxes that are watched, and by SMTP. */
async function startReceiving(
  app: AppContext,
  { outside, signIns, planted, tell }: Given,
  wake: () => void,
  starting: AsyncDisposableStack,
): Promise<Pick<Work, 'smtpPort' | 'onMail'>> {
  const { config, db, clock, log, keys, words } = app
  const parser = openParser({ workers: config.mail.parseWorkers, timeoutMs: config.mail.parseTimeoutMs })
  starting.defer(() => parser.stop())
  const forward = openForward({
    stores: forwardStores(app),
    keepWebViews: webViewKeeping(app, parser.pageOf),
    files: fileKeeping(app, parser.filesOf),
    now: clock.now,
    newId,
    parse: parser.parse,
    wake,
  })
  const onMail = signalingForward(planted.forward?.(forward, app) ?? forward, tell)
  const { leaseMs, batch, maxBytes } = config.mail
  const mail = await startMail({
    db,
    keys,
    clock,
    log,
    door: { outside },
    tokens: signIns.tokens,
    onMail,
    say: words.of('mail'),
    hostId: config.hostId,
    leaseMs,
    batch,
    maxBytes,
    smtp: config.smtp,
    dns: planted.dns ?? dnsOf(config),
  }).catch(error => {
    throw portTaken(error, 'SMTP_PORT', config.smtp.port)
  })
  starting.defer(() => mail.stop())
  return { smtpPort: mail.smtpPort, onMail }
}

function portOf(app: FastifyInstance): number | null {
  const at = app.server.address()
  return typeof at === 'object' ? (at?.port ?? null) : null
}
