// Starts the parts in order and stops them in the other; one that fails to start stops those before it.
import type { FastifyInstance } from 'fastify'
import { openAnswerer } from './answer.ts'
import { openAuth } from './auth/auth.ts'
import { movableClock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { startEmbedded } from './db/embedded/supervisor.ts'
import { openPersonKeys } from './db/keys.ts'
import { migrate } from './db/migrate.ts'
import { openDb, openPool } from './db/pool.ts'
import { openTell, type Tell } from './db/signals.ts'
import { openEscalator } from './delivery/escalation/escalate.ts'
import { resumeNumber } from './delivery/number/queue.ts'
import { startWorker } from './delivery/worker.ts'
import { followClock } from './demo/follow-clock.ts'
import { type Forward, openForward } from './forward.ts'
import { greet } from './greeting.ts'
import { openApp } from './http/app.ts'
import { openJobs } from './jobs.ts'
import { makeExports } from './leave/make.ts'
import type { Log } from './log.ts'
import type { SignIns } from './mail/oauth/open.ts'
import type { EndedReply } from './mail/outgoing/work.ts'
import { openParser } from './mail/parse.ts'
import { startMail } from './mail/start.ts'
import { type Mailer, openMailer } from './mailer.ts'
import { tellPeople } from './notices.ts'
import { type Dns, type Outside, openOutside } from './outside.ts'
import { newId, openMasterKey } from './seal.ts'
import { scheduleSweeps } from './sweeps.ts'
import { openGraph } from './whatsapp/client.ts'
import { administrationOf } from './wiring/administration.ts'
import { answerParts } from './wiring/answering.ts'
import { codesOf } from './wiring/codes.ts'
import { deliveryHands } from './wiring/delivering.ts'
import { escalationParts } from './wiring/escalations.ts'
import { makeExportsJob, makeParts } from './wiring/exports.ts'
import { forwardStores, pageKeeper } from './wiring/forward.ts'
import { tellingForward, tellingHands } from './wiring/live.ts'
import { fileKeeping } from './wiring/mail-files.ts'
import { mountAll } from './wiring/mount.ts'
import { noticeParts } from './wiring/notices.ts'
import { startOutgoing } from './wiring/outgoing.ts'
import { startEnds } from './wiring/phone-commands.ts'
import { openLooks } from './wiring/phone-filters.ts'
import { phoneAnswers, tellEndedReply } from './wiring/phone-replies.ts'
import { openPush } from './wiring/push.ts'
import { databaseAway, portTaken } from './wiring/refusals.ts'
import { authOptions, openSignInsOf } from './wiring/sign-in.ts'
import { startTemplates } from './wiring/templates.ts'
import type { Work } from './wiring/work.ts'
import { dnsOf, type Ground } from './wiring.ts'
import { spokenWords, wordsOf } from './words.ts'

export interface Server {
  port: number
  smtpPort: number | null
  /** What a person who started it reads after the ready line. */
  greeting: string[]
  stop(): Promise<void>
}

/** What a test may put in place of a part, to plant a bug. */
export interface Planted {
  forward?: (real: Forward, ground: Ground) => Forward
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
  const tell = openTell(ground.db)
  const running = await startWork(ground, { outside, signIns, mailer, planted, tell }, starting)
  if (config.roles.includes('mail')) {
    const ends = startEnds(ground)
    starting.defer(() => ends.stop())
    const told = { onEnd: (ended: EndedReply) => tellEndedReply(ground, ended), onActEnd: async () => ends.wake() }
    const outgoing = startOutgoing(ground, outside, signIns, mailer, told)
    starting.defer(() => outgoing.stop())
  }
  const jobs = await openJobs(databaseUrl, log)
  starting.defer(() => jobs.stop())
  await scheduleSweeps(jobs, ground, auth, mailer)
  const push = await openPush(ground, master)
  await jobs.schedule(makeExportsJob, '* * * * *', () => makeExports(makeParts(ground, mailer)))
  await jobs.schedule('tell-people', '* * * * *', () => tellPeople(noticeParts(ground, master, mailer, push.tell)))
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
  const parts = starting.move()
  return { port, smtpPort: running.smtpPort, greeting, stop: () => parts.disposeAsync() }
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
  const ground: Ground = { config, log, db, keys, clock, words: wordsOf(), graph }
  return { ground, databaseUrl, master }
}

interface Given {
  outside: Outside
  signIns: SignIns
  mailer: Mailer
  planted: Planted
  tell: Tell
}

/** The parts that work without being asked: sending, answering phones, watching mailboxes. */
async function startWork(ground: Ground, given: Given, starting: AsyncDisposableStack): Promise<Work> {
  const { config, db, clock } = ground
  // A new token may have come with the restart: a paused number is tried at once.
  await resumeNumber(db, config.whatsapp.numberId, clock.now())
  const { wakeDelivery, wakeEscalator } = startDelivery(ground, given, starting)
  const looks = openLooks(ground)
  starting.defer(() => looks.stop())
  const answerer = openAnswerer(answerParts(ground, { ...phoneAnswers(ground), lookBack: looks.lookBack }))
  starting.defer(() => answerer.stop())
  const wakeAll = () => {
    answerer.wake()
    wakeEscalator()
    wakeDelivery()
  }
  const mail = config.roles.includes('mail')
    ? await startReceiving(ground, given, wakeDelivery, starting)
    : { smtpPort: null, onMail: null }
  return { ...mail, tell: given.tell, wakeDelivery, wakeAll }
}

function startDelivery(ground: Ground, { mailer, tell }: Given, starting: AsyncDisposableStack) {
  if (!ground.config.roles.includes('delivery')) return { wakeDelivery: () => undefined, wakeEscalator: () => undefined }
  const worker = startWorker(tellingHands(deliveryHands(ground, Math.random), tell))
  starting.defer(() => worker.stop())
  const wakeDelivery = () => worker.wake()
  const escalator = openEscalator(escalationParts(ground, mailer, wakeDelivery))
  starting.defer(() => escalator.stop())
  return { wakeDelivery, wakeEscalator: () => escalator.wake() }
}

/** Mail comes in by the mailboxes that are watched, and by SMTP. */
async function startReceiving(
  ground: Ground,
  { outside, signIns, planted, tell }: Given,
  wake: () => void,
  starting: AsyncDisposableStack,
): Promise<Pick<Work, 'smtpPort' | 'onMail'>> {
  const { config, db, clock, log, keys, words } = ground
  const parser = openParser({ workers: config.mail.parseWorkers, timeoutMs: config.mail.parseTimeoutMs })
  starting.defer(() => parser.stop())
  const forward = openForward({
    stores: forwardStores(ground),
    keepPages: pageKeeper(ground, parser.pageOf),
    files: fileKeeping(ground, parser.filesOf),
    now: clock.now,
    newId,
    parse: parser.parse,
    wake,
  })
  const onMail = tellingForward(planted.forward?.(forward, ground) ?? forward, tell)
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
