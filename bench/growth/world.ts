// Starts the real server with the WhatsApp stand-in on a database in which one user has very much email, and signs people in.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { z } from 'zod/mini'
import { openUserKeys } from '../../server/foundation/db/keys.ts'
import { openMasterKey } from '../../server/foundation/seal.ts'
import { countNext } from '../../server/use-cases/ledger/counts/count.ts'
import { ask } from '../../test/faults/api.ts'
import { start } from '../../test/faults/process.ts'
import { freePort } from '../../test/free-port.ts'
import { type OwnDatabase, ownDatabase } from '../../test/own-database.ts'
import { fillHistory, type HistoryOwner } from './data.ts'

export interface SignedInPerson {
  userId: string
  token: string
}

interface HeavyUser extends SignedInPerson, HistoryOwner {
  /** At our own domain: what is sent there is forwarded when its subject has the word “ferry”. */
  address: string
}

export interface GrowthWorld {
  url: string
  database: OwnDatabase
  heavy: HeavyUser
  /** Milliseconds from the start of the server's process until it was ready, with all data in place. */
  startMs: number
  signUp(name: string): Promise<SignedInPerson>
  /** Resolves when the server has said 250. */
  sendMail(subject: string): Promise<void>
  /** Milliseconds until WhatsApp accepts the email with this subject. */
  untilAccepted(subject: string): Promise<void>
  close(): Promise<void>
}

const Session = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })
const WithId = z.object({ id: z.string() })
const Mailbox = z.object({ id: z.string(), address: z.string() })
const Offer = z.object({ text: z.string(), destination: WithId })
const OnPhones = z.object({ messages: z.array(z.object({ text: z.nullable(z.string()) })) })

export async function openGrowthWorld(messages: number, env: Record<string, string> = {}): Promise<GrowthWorld> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-bench-'))
  chmodSync(folder, 0o755)
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const database = await ownDatabase()
  opened.defer(database.close)
  const [port, smtpPort, keyFile, logFile] = [await freePort(), await freePort(), join(folder, 'master.key'), join(folder, 'log')]
  const url = `http://127.0.0.1:${port}`
  const standIn = start('sandbox/main.ts', 'sandbox', { SERVER_URL: url, DATA_DIR: join(folder, 'sandbox') }, logFile)
  opened.defer(standIn.stop)
  const sandbox = await standIn.ready
  await ask(sandbox, 'POST', '/_sim/settings', { body: { pairRate: false } })
  const settings = {
    ...{ PORT: String(port), SMTP_PORT: String(smtpPort), DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url },
    ...{ MASTER_KEY_FILE: keyFile, SANDBOX_URL: sandbox, DEMO: 'false', LOG_LEVEL: 'warn', LANE_BURST: '1000', LANE_REFILL_MS: '1' },
    ...{ REQUESTS_A_MINUTE: '100000000', FOLD_FROM: '0', ...env },
  }
  const startServer = () => start('server/main.ts', 'ready', settings, logFile)
  let server = startServer()
  opened.defer(() => server.stop())
  await server.ready
  const heavy = await makeHeavyUser(url, sandbox, database)
  const contentKey = await openUserKeys(openMasterKey(keyFile), () => new Date()).contentKeyOf(database.db, heavy.userId)
  await server.stop()
  await fillHistory(database.url, heavy, contentKey, messages)
  // The job that counts messages runs once an hour: a history that came all at once has not been counted yet.
  while (!(await database.db.transaction().execute(tx => countNext(tx, heavy.userId, new Date()))));
  const began = performance.now()
  server = startServer()
  await server.ready
  const kept = opened.move()
  return {
    ...{ url, database, heavy, startMs: performance.now() - began },
    signUp: name => signUp(url, name),
    sendMail: subject => sendMail(smtpPort, heavy.address, subject),
    untilAccepted: subject => untilAccepted(sandbox, subject),
    close: () => kept.disposeAsync(),
  }
}

async function signUp(url: string, name: string): Promise<SignedInPerson> {
  const body = { email: `${name}@example.com`, password: `a long pass phrase of ${name}` }
  const { access_token: token, user } = Session.parse(await ask(url, 'POST', '/auth/v1/signup', { body }))
  return { userId: user.id, token }
}

async function makeHeavyUser(url: string, sandbox: string, { db }: OwnDatabase): Promise<HeavyUser> {
  const person = await signUp(url, 'heavy')
  const { token, userId } = person
  const addMailbox = async () => Mailbox.parse(await ask(url, 'POST', '/api/mailboxes', { token, body: { kind: 'address' } }))
  const [first, second, third] = [await addMailbox(), await addMailbox(), await addMailbox()]
  const phoneId = await linkPhone(url, sandbox, token, '15550101001')
  const oldPhoneId = await linkPhone(url, sandbox, token, '15550101002')
  await db.updateTable('destinations').set({ state: 'stopped' }).where('user_id', '=', userId).where('id', '=', oldPhoneId).execute()
  const filter = {
    name: 'Ferry',
    condition: { field: 'subject', operator: 'contains', values: ['ferry'] },
    actions: [{ kind: 'forward', destinationIds: [] }],
  }
  const { id: filterId } = WithId.parse(await ask(url, 'POST', '/api/filters', { token, body: filter }))
  await db.updateTable('settings').set({ retention_days: 365 }).where('user_id', '=', userId).execute()
  return { ...person, address: first.address, mailboxIds: [first.id, second.id, third.id], phoneId, oldPhoneId, filterId }
}

async function linkPhone(url: string, sandbox: string, token: string, phone: string): Promise<string> {
  const { text, destination } = Offer.parse(await ask(url, 'POST', '/api/destinations', { token, body: { name: 'Phone' } }))
  await ask(sandbox, 'POST', `/_sim/phones/${phone}/messages`, { body: { text } })
  for (let tries = 0; tries < 150; tries++) {
    const { items } = z
      .object({ items: z.array(z.object({ id: z.string(), state: z.string() })) })
      .parse(await ask(url, 'GET', '/api/destinations', { token }))
    if (items.some(one => one.id === destination.id && one.state === 'linked')) return destination.id
    await sleep(100)
  }
  throw new Error(`The phone ${phone} was not linked.`)
}

async function sendMail(port: number, to: string, subject: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail({ from: 'Billing <billing@example.net>', to, subject, text: 'Hello. '.repeat(50) })
  } finally {
    transport.close()
  }
}

async function untilAccepted(sandbox: string, subject: string): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    const { messages } = OnPhones.parse(await ask(sandbox, 'GET', '/_sim/messages'))
    if (messages.some(message => message.text?.includes(subject))) return
    await sleep(10)
  }
  throw new Error(`“${subject}” did not reach WhatsApp.`)
}
