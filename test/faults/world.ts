// What a fault run needs around it: Dovecot, the stand-in, people with mailboxes, filters and phones, and the server to kill.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dovecot, startDovecot } from '../dovecot.ts'
import { ask, askUntil, type Person } from './api.ts'
import { freePort, type Running, start } from './process.ts'

export interface World {
  base: string
  sandbox: string
  smtpPort: number
  dovecot: Dovecot
  people: Person[]
  logFile: string
  startServer(): Running
  close(): Promise<void>
}

export const filteredWord = 'ferry'
export interface WorldOptions {
  /** The server to run: the real one, or one with a planted bug. */
  entry?: string
  people?: number
  env?: Record<string, string>
}

/**
 * What the messenger does meanwhile: it takes its time, so that kills fall into sends; it takes a message and breaks the
 * connection; it tells a status twice, or late.
 */
export async function misbehave(sandbox: string): Promise<void> {
  const faults = [
    { match: {}, percent: 10, action: { kind: 'accept-then-reset' } },
    { match: {}, percent: 100, action: { kind: 'delay', ms: 80 } },
    { match: {}, percent: 10, action: { kind: 'duplicate-webhook' } },
    { match: {}, percent: 10, action: { kind: 'reorder-webhook', byMs: 300 } },
  ]
  for (const fault of faults) await ask(sandbox, 'POST', '/_sim/faults', { body: { ...fault, times: null } })
}

/** Everything on free ports and in a folder of its own; the server has been started once and stopped again. */
export async function openWorld({ entry = 'server/main.ts', people: count = 4, env: more = {} }: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-faults-'))
  chmodSync(folder, 0o755)
  const logFile = join(folder, 'log')
  const [port, smtpPort] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const dovecot = await startDovecot()
  const standIn = start('sandbox/main.ts', 'sandbox', { SERVER_URL: base, DATA_DIR: join(folder, 'sandbox') }, logFile)
  const sandbox = await standIn.ready
  // A server that is killed every second must not be told of a status only after minutes.
  await ask(sandbox, 'POST', '/_sim/settings', { body: { pairRate: false, webhookRetryMs: 200, webhookRetryCapMs: 500 } })
  const env = {
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: join(folder, 'data'),
    SANDBOX_URL: sandbox,
    DEMO: 'false',
    HOST_ID: 'faults',
    LOG_LEVEL: 'warn',
    LANE_BURST: '1000',
    LANE_REFILL_MS: '1',
    UNKNOWN_WAIT_MS: '2000',
    RETRY_BASE_MS: '200',
    ...more,
  }
  const startServer = () => start(entry, 'ready', env, logFile)
  const first = startServer()
  await first.ready
  const people: Person[] = []
  for (let i = 0; i < count; i++) people.push(await makePerson(base, sandbox, dovecot, i))
  await first.stop()
  return {
    base,
    sandbox,
    smtpPort,
    dovecot,
    people,
    logFile,
    startServer,
    close: async () => {
      await standIn.stop()
      await dovecot.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makePerson(base: string, sandbox: string, dovecot: Dovecot, n: number): Promise<Person> {
  const name = `person${n}`
  const password = `a long pass phrase ${n}`
  const signedUp = await askUntil(base, 'POST', '/auth/v1/signup', { body: { email: `${name}@example.com`, password } })
  const token = textAt(signedUp, 'access_token')
  dovecot.addUser(name, password)
  const imap = {
    kind: 'imap',
    address: `${name}@example.org`,
    host: '127.0.0.1',
    port: dovecot.imapPort,
    security: 'none',
    username: name,
    password,
  }
  await ask(base, 'POST', '/api/mailboxes', { token, body: imap })
  const own = await ask(base, 'POST', '/api/mailboxes', { token, body: { kind: 'address' } })
  await ask(base, 'POST', '/api/filters', {
    token,
    body: {
      name: 'Everything with the word',
      condition: { field: 'subject', operator: 'contains', values: [filteredWord] },
      actions: [{ kind: 'forward', destinationIds: [] }],
    },
  })
  const phone = `155501${String(2000 + n)}`
  const offer = await ask(base, 'POST', '/api/destinations', { token, body: { name: 'Phone' } })
  await ask(sandbox, 'POST', `/_sim/phones/${phone}/messages`, { body: { text: textAt(offer, 'text') } })
  await untilLinked(base, token)
  return {
    name,
    token,
    phone,
    addresses: [
      { kind: 'imap', address: name },
      { kind: 'address', address: textAt(own, 'address') },
    ],
  }
}

async function untilLinked(base: string, token: string): Promise<void> {
  for (let i = 0; i < 150; i++) {
    if (JSON.stringify(await ask(base, 'GET', '/api/destinations', { token })).includes('"linked"')) return
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Error('A phone did not link itself.')
}

function textAt(answer: unknown, field: string): string {
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, field) : undefined
  if (typeof value !== 'string') throw new Error(`An answer has no ${field}: ${JSON.stringify(answer).slice(0, 300)}`)
  return value
}
