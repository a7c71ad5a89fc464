// Sets up a fault run: Dovecot, the stand-in, people with mailboxes, filters and phones, and the server to kill.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dovecot, startDovecot } from '../dovecot.ts'
import { freePort } from '../free-port.ts'
import { ask, askUntil, type Person, signUp } from './api.ts'
import { type Disk, mountDisk, moveToDisk } from './disk.ts'
import { type Running, start } from './process.ts'

export interface World {
  base: string
  sandbox: string
  smtpPort: number
  dovecot: Dovecot
  people: Person[]
  /** Small disks under the data folder and under the database in it; null where there are none. */
  disks: { data: Disk; database: Disk } | null
  startServer(): Running
  /** Kills PostgreSQL's own process; false when none runs. */
  killDatabase(): boolean
  close(): Promise<void>
}

export const filteredWord = 'ferry'
export interface WorldOptions {
  /** The server to run: the real one, or one with a planted bug. */
  entry?: string
  people?: number
  env?: Record<string, string>
  /** Another folder of each account that is watched too. */
  folder?: string
  /** The port at which a person's mail server is reached, when it is not Dovecot's own. */
  wayTo?: (imapPort: number) => Promise<number>
  /** Puts the data folder and the database on small disks of their own, where this user may. */
  onDisks?: boolean
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
export async function openWorld({ entry = 'server/main.ts', env = {}, onDisks = false, ...options }: WorldOptions = {}): Promise<World> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-faults-'))
  chmodSync(folder, 0o755)
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const logFile = join(folder, 'log')
  const [port, smtpPort] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const dovecot = await startDovecot()
  opened.defer(dovecot.stop)
  const standIn = start('sandbox/main.ts', 'sandbox', { SERVER_URL: base, DATA_DIR: join(folder, 'sandbox') }, logFile)
  opened.defer(standIn.stop)
  const sandbox = await standIn.ready
  // A server that is killed every second must not be told of a status only after minutes.
  await ask(sandbox, 'POST', '/_sim/settings', { body: { pairRate: false, webhookRetryMs: 200, webhookRetryCapMs: 500 } })
  const dataDir = join(folder, 'data')
  const cluster = join(dataDir, 'postgres')
  const data = onDisks ? mountDisk(dataDir) : null
  opened.defer(() => data?.remove())
  const settings = { ...usual, PORT: String(port), SMTP_PORT: String(smtpPort), DATA_DIR: dataDir, SANDBOX_URL: sandbox, ...env }
  const lives: Running[] = []
  const startServer = () => {
    const server = start(entry, 'ready', settings, logFile)
    lives.splice(0, lives.length, ...lives.filter(life => !life.hasEnded()), server)
    return server
  }
  const people = await inFirstLife(startServer, () => makePeople(base, sandbox, dovecot, options))
  const database = data && moveToDisk(cluster, statSync(cluster))
  opened.defer(() => database?.remove())
  // The database outlives a server that was killed.
  opened.defer(() => void killDatabase(cluster))
  // And a living server would start it again.
  opened.defer(async () => void (await Promise.all(lives.map(life => life.kill()))))
  const kept = opened.move()
  return {
    base,
    sandbox,
    smtpPort,
    dovecot,
    people,
    disks: data && database ? { data, database } : null,
    startServer,
    killDatabase: () => killDatabase(cluster),
    close: () => kept.disposeAsync(),
  }
}

const usual = {
  DEMO: 'false',
  HOST_ID: 'faults',
  LOG_LEVEL: 'warn',
  LANE_BURST: '1000',
  LANE_REFILL_MS: '1',
  UNKNOWN_WAIT_MS: '2000',
  RETRY_BASE_MS: '200',
  // The judge counts what each mail brought by itself; the WhatsApp suite folds.
  FOLD_FROM: '0',
  // The judge reads more in a minute than any person.
  REQUESTS_A_MINUTE: '1000000',
}

async function inFirstLife<T>(startServer: () => Running, work: () => Promise<T>): Promise<T> {
  const server = startServer()
  try {
    await server.ready
    return await work()
  } finally {
    await server.stop()
  }
}

/** By its pid file; false when none runs. */
function killDatabase(cluster: string): boolean {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)) return false
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}

async function makePeople(
  base: string,
  sandbox: string,
  dovecot: Dovecot,
  { people: count = 4, wayTo, folder }: WorldOptions,
): Promise<Person[]> {
  const people: Person[] = []
  for (let i = 0; i < count; i++) {
    const imapPort = wayTo ? await wayTo(dovecot.imapPort) : dovecot.imapPort
    people.push(await makePerson({ base, sandbox, dovecot, imapPort, folder }, i))
  }
  return people
}

interface Place {
  base: string
  sandbox: string
  dovecot: Dovecot
  imapPort: number
  folder: string | undefined
}

async function makePerson({ base, sandbox, dovecot, imapPort, folder }: Place, n: number): Promise<Person> {
  const name = `person${n}`
  const password = `a long pass phrase ${n}`
  const signedUp = await signUp(base, { email: `${name}@example.com`, password })
  const token = textAt(signedUp, 'access_token')
  dovecot.addUser(name, password)
  const inFolder = `${name}+${folder}`
  // A folder is there once a mail is in it, and what is there before is nobody's business.
  if (folder) await dovecot.deliver(inFolder, { subject: `${filteredWord} of before` })
  const imap = {
    kind: 'imap',
    address: `${name}@example.org`,
    host: '127.0.0.1',
    port: imapPort,
    security: 'none',
    username: name,
    password,
    ...(folder && { folders: ['INBOX', folder] }),
  }
  // The server tries the account before it keeps it, for which a busy machine may be too slow.
  await askUntil(base, 'POST', '/api/mailboxes', { token, body: imap }, 5)
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
      ...(folder ? [{ kind: 'folder' as const, address: inFolder }] : []),
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
