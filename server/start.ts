// Starts the parts in order and stops them in the other; one that fails to start stops those before it.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sandboxStrip } from '../core/words/strip.ts'
import { openAnswerer } from './answer.ts'
import { type Auth, openAuth } from './auth/auth.ts'
import { movableClock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { startEmbedded } from './db/embedded/supervisor.ts'
import { openPersonKeys } from './db/keys.ts'
import { migrate } from './db/migrate.ts'
import { openDb, openPool } from './db/pool.ts'
import { deliveryHandlers } from './delivery/handlers.ts'
import { resumeNumber } from './delivery/queue.ts'
import { startWorker } from './delivery/worker.ts'
import { followClock } from './demo/follow-clock.ts'
import { disconnectHandler } from './disconnect.ts'
import { filterHandlers } from './filters/handlers.ts'
import { trialHandlers } from './filters/trial/handlers.ts'
import { openTrials } from './filters/trial/trials.ts'
import { type Forward, openForward } from './forward.ts'
import { greet } from './greeting.ts'
import { openApp } from './http/app.ts'
import { outboxPages } from './http/outbox.ts'
import { servePages } from './http/pages.ts'
import { proxyPath } from './http/proxy.ts'
import { openJobs } from './jobs.ts'
import { leaveHandler } from './leave.ts'
import { ledgerHandlers } from './ledger/handlers.ts'
import type { Log } from './log.ts'
import { mailHandlers } from './mail/handlers.ts'
import type { SignIns } from './mail/oauth/open.ts'
import { openParser } from './mail/parse.ts'
import { startMail } from './mail/start.ts'
import { type Mailer, openMailer } from './mailer.ts'
import { tellPeople } from './notices.ts'
import { type Dns, type Outside, openDns, openOutside } from './outside.ts'
import { pastRunHandler } from './past-run.ts'
import { mountRoutes, screens } from './routes.ts'
import { type Key, keyedDigest, newId, openMasterKey } from './seal.ts'
import { scheduleSweeps } from './sweeps.ts'
import { openGraph } from './whatsapp/client.ts'
import { webhookHandlers } from './whatsapp/webhook.ts'
import { pastRunParts } from './wiring/past-run.ts'
import { filterParts, trialSource } from './wiring/trials.ts'
import {
  answerParts,
  authOptions,
  deliveryHands,
  deliveryParts,
  forwardStores,
  type Ground,
  hearing,
  ledgerParts,
  noticeParts,
  openSignInsOf,
  standInsOf,
} from './wiring.ts'
import { wordsOf } from './words.ts'

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

/** People who try filters at the same moment share these. */
const trialThreads = 2

const pages = join(import.meta.dirname, '..', 'dist', 'web')

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
  const auth = await openAuth(authOptions(ground, master, outside, mailer))
  const signIns = openSignInsOf(ground, outside)
  const app = await openApp(config, log)
  starting.defer(() => app.close())
  const running = await startWork(ground, outside, signIns, planted, starting)
  const jobs = await openJobs(databaseUrl, log)
  starting.defer(() => jobs.stop())
  await scheduleSweeps(jobs, ground, auth, mailer)
  await jobs.schedule('tell-people', '* * * * *', () => tellPeople(noticeParts(ground, master, mailer)))
  if (config.roles.includes('web')) await mountAll(app, ground, { auth, mailer, master, outside, signIns, work: running })
  await app.listen({ port: config.port, host: config.host }).catch(error => {
    throw portTaken(error, 'PORT', config.port)
  })
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
    const following = followClock(clock, systemClock, outside, config.sandboxUrl)
    starting.defer(() => following.stop())
  }
  const master = openMasterKey(config.masterKeyFile)
  const keys = openPersonKeys(master, clock.now)
  const graph = openGraph({ outside, ...config.whatsapp })
  const ground: Ground = { config, log, db, keys, clock, words: wordsOf(), graph }
  return { ground, databaseUrl, master }
}

interface Work {
  smtpPort: number | null
  wakeDelivery(): void
  /** Something was heard from the messenger: phones may be answered and lanes may go on. */
  wakeAll(): void
}

/** The parts that work without being asked: sending, answering phones, watching mailboxes. */
async function startWork(
  ground: Ground,
  outside: Outside,
  signIns: SignIns,
  planted: Planted,
  starting: AsyncDisposableStack,
): Promise<Work> {
  const { config, db, clock, log, keys, words } = ground
  // A new token may have come with the restart: a paused number is tried at once.
  await resumeNumber(db, config.whatsapp.numberId, clock.now())
  const worker = config.roles.includes('delivery') ? startWorker(deliveryHands(ground, Math.random)) : null
  if (worker) starting.defer(() => worker.stop())
  const wakeDelivery = () => worker?.wake()
  const answerer = openAnswerer(answerParts(ground))
  starting.defer(() => answerer.stop())
  const work: Work = {
    smtpPort: null,
    wakeDelivery,
    wakeAll: () => {
      answerer.wake()
      wakeDelivery()
    },
  }
  if (!config.roles.includes('mail')) return work
  const parser = openParser({ workers: config.mail.parseWorkers, timeoutMs: config.mail.parseTimeoutMs })
  starting.defer(() => parser.stop())
  const real = openForward({ stores: forwardStores(ground), now: clock.now, newId, parse: parser.parse, wake: wakeDelivery })
  const onMail = planted.forward?.(real, ground) ?? real
  const door = { outside }
  const { leaseMs, batch, maxBytes } = config.mail
  const mail = await startMail({
    db,
    keys,
    clock,
    log,
    door,
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
  return { ...work, smtpPort: mail.smtpPort }
}

interface Mounted {
  auth: Auth
  mailer: Mailer
  master: Key
  outside: Outside
  signIns: SignIns
  work: Work
}

async function mountAll(app: FastifyInstance, ground: Ground, { auth, mailer, master, outside, signIns, work }: Mounted): Promise<void> {
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
    account: { db, master, now: systemClock.now, readBearer: auth.readBearer, publishableKey: config.publishableKey },
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
    whatsapp: webhookHandlers({ db, ...config.whatsapp, ...hearing(ground), onCommitted: work.wakeAll }),
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

/** What to do about a database that cannot be reached or does not let us in (SQLSTATE 28 and 3D); another error is left as it is. */
function databaseAway(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^(E[A-Z_]+|28...|3D...)$/.test(code)) return error
  const why = (error instanceof Error && error.message) || code
  return new Error(`The database of DATABASE_URL cannot be used: ${why}. Check its host, port, user, password and name.`)
}

/** What to do about a port that another program listens on; any other error is left as it is. */
function portTaken(error: unknown, setting: 'PORT' | 'SMTP_PORT', port: number): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is taken by another program. Choose a free one: ${setting}=${port + 1} npm start`)
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be opened by this user. Choose one above 1023: ${setting}=${port + 8000} npm start`)
  return error
}

const dnsOf = (config: Config) => (config.asksDns ? openDns() : null)

function portOf(app: FastifyInstance): number | null {
  const at = app.server.address()
  return typeof at === 'object' ? (at?.port ?? null) : null
}
