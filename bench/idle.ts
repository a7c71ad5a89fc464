// Measures what an idle mailbox costs: memory, time to connect and CPU time, with and without TLS.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../server/foundation/db/embedded/supervisor.ts'
import { openUserKeys } from '../server/foundation/db/keys.ts'
import { migrate } from '../server/foundation/db/migrate.ts'
import { type Db, openDb, openPool } from '../server/foundation/db/pool.ts'
import { newId, newKey, type SealKey } from '../server/foundation/seal.ts'
import { sealPassword } from '../server/mail/mailboxes/sealed.ts'
import { addImapMailbox } from '../server/mail/mailboxes/store.ts'
import { start } from '../test/faults/process.ts'
import { memoryKb, mostOpenFiles, workedMs } from './idle/process.ts'
import { type MailServer, password, startServer } from './idle/servers.ts'

const baseline = 100
const observedMs = 20_000

/** `--mailboxes N --server dovecot | sandbox [--only plain | tls]`: KB per mailbox between 100 and N, seconds until all N are connected. */
export async function benchIdle(): Promise<string> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { mailboxes: { type: 'string', default: '2000' }, server: { type: 'string', default: 'dovecot' }, only: { type: 'string' } },
  })
  const mailboxes = Number(values.mailboxes)
  const kind = values.server === 'sandbox' ? 'sandbox' : 'dovecot'
  if (!(mailboxes > baseline)) throw new Error(`--mailboxes takes a number above ${baseline}.`)
  // Dovecot's login process holds both ends of a TLS connection.
  const files = mailboxes * (kind === 'dovecot' ? 2 : 1) + 1000
  if (mostOpenFiles() < files) throw new Error(`Allow more open files first: ulimit -n ${files}`)
  const results: string[] = []
  for (const security of ['plain', 'tls'] as const)
    if (!values.only || values.only === security) results.push(await measureOnce(kind, mailboxes, security))
  return `idle server=${kind} mailboxes=${mailboxes} ${results.join(' ')}`
}

async function measureOnce(kind: 'dovecot' | 'sandbox', mailboxes: number, security: 'plain' | 'tls'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-idle-'))
  chmodSync(folder, 0o755)
  await using ending = new AsyncDisposableStack()
  ending.defer(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startServer(kind, mailboxes, folder)
  ending.defer(() => server.stop())
  const database = await startEmbedded(folder, { info: () => undefined, warn: () => undefined }, { fsync: false })
  ending.defer(() => database.stop())
  const db = openDb(openPool(database.url, 4))
  ending.defer(() => db.destroy())
  await migrate(db)
  const master = newKey()
  const addMore = (count: number) => addMailboxes(db, master, server, security, count)
  const log = join(folder, 'host.log')
  const env = { DATABASE_URL: database.url, MASTER: master.toString('base64'), CA_FILE: server.caFile }
  const host = start('bench/idle/host.ts', 'ready', env, log)
  ending.defer(() => host.stop())
  const pid = Number(await host.ready)
  await addMore(baseline)
  await waitUntilLive(db, baseline)
  const before = await settledKb(pid)
  const began = performance.now()
  await addMore(mailboxes - baseline)
  await waitUntilLive(db, mailboxes)
  const seconds = (performance.now() - began) / 1000
  const after = await settledKb(pid)
  const share = await idleShare(pid)
  const kb = (after - before) / (mailboxes - baseline)
  const at = (name: string, value: string) => `${security}_${name}=${value}`
  return [
    at('kb', kb.toFixed(1)),
    at('connected_s', seconds.toFixed(0)),
    at('host_mb', (after / 1024).toFixed(0)),
    at('cpu_percent', (share * 100).toFixed(1)),
  ].join(' ')
}

async function addMailboxes(db: Db, master: SealKey, server: MailServer, security: 'plain' | 'tls', count: number): Promise<void> {
  const keys = openUserKeys(master, () => new Date())
  for (let n = 0; n < count; n++) {
    const [userId, id] = [randomUUID(), newId(new Date())]
    const username = `idle-${id}`
    server.addUser(username)
    const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, id, password)
    const [port, over] = security === 'tls' ? [server.tlsPort, 'tls' as const] : [server.port, 'none' as const]
    const settings = { host: 'localhost', port, security: over, username }
    await addImapMailbox(db, userId, { id, address: `${username}@example.com`, settings, secret, now: new Date() })
  }
}

async function waitUntilLive(db: Db, wanted: number): Promise<void> {
  for (let checks = 0; ; checks++) {
    const counts = await db
      .selectFrom('mailboxes')
      .select(['state', 'reason', eb => eb.fn.countAll<string>().as('count')])
      .groupBy(['state', 'reason'])
      .execute()
    const live = Number(counts.find(row => row.state === 'live')?.count ?? 0)
    if (live >= wanted) return
    if (checks % 20 === 0) process.stderr.write(`${live} of ${wanted} connected\n`)
    if (checks > 2400) throw new Error(`Only ${live} of ${wanted} were connected: ${JSON.stringify(counts)}`)
    await sleep(500)
  }
}

/** Collects the garbage from signing in first, which would otherwise count as the cost of waiting. */
async function settledKb(pid: number): Promise<number> {
  await sleep(5000)
  process.kill(pid, 'SIGUSR2')
  await sleep(2000)
  return memoryKb(pid)
}

/** The share of one processor that the host uses while nothing happens. */
async function idleShare(pid: number): Promise<number> {
  const before = workedMs(pid)
  await sleep(observedMs)
  return (workedMs(pid) - before) / observedMs
}
