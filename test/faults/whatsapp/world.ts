// Sets up the WhatsApp suite: a database and stand-in that outlive the server, people with phones, and a movable clock.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod/mini'
import type { Db } from '../../../server/foundation/db/pool.ts'
import { freePort } from '../../free-port.ts'
import { ownDatabase } from '../../own-database.ts'
import { ask, signUp } from '../api.ts'
import { type Running, start } from '../process.ts'

export interface Sender {
  name: string
  token: string
  address: string
  phones: string[]
}

export interface SendingWorld {
  base: string
  sandbox: string
  smtpPort: number
  db: Db
  people: Sender[]
  startServer(): Running
  /** Moves the stand-in's clock; the server asks for it each second. */
  pass(time: string): Promise<void>
  close(): Promise<void>
}

/** What a mail's subject begins with, and what its filter makes of it. */
export const emailKinds = {
  plain: [],
  urgent: [{ kind: 'urgent' }],
  digest: [{ kind: 'digest', every: 'hour' }],
  quiet: [{ kind: 'quiet', from: '22:00', to: '06:00', then: 'hold' }],
} as const
export type EmailKind = keyof typeof emailKinds

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  SMTP_HOST: '127.0.0.1',
  ROLES: 'web,mail,delivery',
  WHATSAPP_TIMEOUT_MS: '1200',
  UNKNOWN_WAIT_MS: '60000',
  RETRY_BASE_MS: '2000',
  RETENTION_DAYS: '365',
  // The judge reads more in a minute than any person.
  REQUESTS_A_MINUTE: '1000000',
}

/** The pace that we keep ourselves, and little more: the two clocks differ by what the server has not asked for yet. */
const messenger = { pairBurst: 14, webhookRetryMs: 200, webhookRetryCapMs: 500, sentDelayMs: 80, deliveredDelayMs: 200, dailyPeople: null }

export async function openSendingWorld(entry = 'server/main.ts'): Promise<SendingWorld> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-sending-'))
  chmodSync(folder, 0o755)
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const logFile = join(folder, 'log')
  const database = await ownDatabase()
  opened.defer(database.close)
  const [port, smtpPort] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const standIn = start('sandbox/main.ts', 'sandbox', { SERVER_URL: base, DATA_DIR: join(folder, 'sandbox') }, logFile)
  opened.defer(standIn.stop)
  const sandbox = await standIn.ready
  await ask(sandbox, 'POST', '/_sim/settings', { body: messenger })
  const env = {
    ...settings,
    ...{
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
      SANDBOX_URL: sandbox,
    },
  }
  const lives: Running[] = []
  let begun = 0
  const startServer = () => {
    // Each life is a host of its own: the database is shared, and what a dead host held is not another's.
    const server = start(entry, 'ready', { ...env, HOST_ID: `life${++begun}` }, logFile)
    lives.splice(0, lives.length, ...lives.filter(life => !life.hasEnded()), server)
    return server
  }
  opened.defer(async () => void (await Promise.all(lives.map(life => life.kill()))))
  const first = startServer()
  await first.ready
  const people: Sender[] = []
  for (let n = 0; n < 5; n++) people.push(await makePerson(base, sandbox, n))
  await first.stop()
  const kept = opened.move()
  return {
    ...{ base, sandbox, smtpPort, db: database.db, people, startServer },
    pass: async time => void (await ask(sandbox, 'POST', '/_sim/clock', { body: { advance: time } })),
    close: () => kept.disposeAsync(),
  }
}

const Session = z.object({ access_token: z.string() })
const Address = z.object({ address: z.string() })
const Offer = z.object({ text: z.string() })
const Linked = z.object({ items: z.array(z.object({ state: z.string() })) })

/** Every third has two phones. */
async function makePerson(base: string, sandbox: string, n: number): Promise<Sender> {
  const name = `person${n}`
  const account = { email: `${name}@example.com`, password: `a long pass phrase ${n}` }
  const { access_token: token } = Session.parse(await signUp(base, account))
  const { address } = Address.parse(await ask(base, 'POST', '/api/mailboxes', { token, body: { kind: 'address' } }))
  for (const [kind, actions] of Object.entries(emailKinds)) {
    const condition = { field: 'subject', operator: 'contains', values: [`ferry ${kind}`] }
    const body = { name: `Mails that are ${kind}`, condition, actions: [{ kind: 'forward', destinationIds: [] }, ...actions] }
    await ask(base, 'POST', '/api/filters', { token, body })
  }
  const phones = [0, 1].slice(0, n % 3 === 0 ? 2 : 1).map(i => `155503${1000 + n * 10 + i}`)
  for (const phone of phones) {
    const offer = Offer.parse(await ask(base, 'POST', '/api/destinations', { token, body: { name: phone } }))
    await ask(sandbox, 'POST', `/_sim/phones/${phone}/messages`, { body: { text: offer.text } })
  }
  for (let i = 0; i < 200; i++) {
    const { items } = Linked.parse(await ask(base, 'GET', '/api/destinations', { token }))
    if (items.filter(item => item.state === 'linked').length === phones.length) return { name, token, address, phones }
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Error('A phone did not link itself.')
}
