// Sets up an outage run: two hosts on one PostgreSQL, stand-ins for Meta and for mail servers that outlive them, and links between all.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { type ImapServer, startImap } from '../../../../sandbox/imap/server.ts'
import { newAuthority } from '../../../certificates.ts'
import { ask } from '../../api.ts'
import { start } from '../../process.ts'
import { type Cluster, startCluster } from './database.ts'
import { type Front, openFront } from './front.ts'
import { type Host, openHost } from './host.ts'
import { type Link, openLink, portOf } from './link.ts'
import { makePeople, type OutagePerson } from './people.ts'

export interface OutageWorld {
  cluster: Cluster
  hosts: [Host, Host]
  front: Front
  /** Where requests of people go. */
  base: string
  sandbox: string
  imap: ImapServer
  /** To all mailboxes. */
  mailLink: Link
  people: OutagePerson[]
  /** Moves the clock of Meta and of the hosts, which ask for it each second. */
  pass(ms: number): Promise<void>
  logFile: string
  close(): Promise<void>
}

export interface OutageWorldOptions {
  people?: number
  /** By their names in bugs.ts. */
  bugs?: string[]
}

const hostSettings = {
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  SMTP_HOST: '127.0.0.1',
  LANE_BURST: '1000',
  LANE_REFILL_MS: '1',
  // Each mail leaves by itself, so that its order can be judged.
  FOLD_FROM: '0',
  WHATSAPP_TIMEOUT_MS: '1500',
  UNKNOWN_WAIT_MS: '15000',
  RETRY_BASE_MS: '500',
  RETENTION_DAYS: '365',
  REQUESTS_A_MINUTE: '1000000',
}

const messenger = { pairRate: false, dailyPeople: null, webhookRetryMs: 200, webhookRetryCapMs: 1000, webhookTimeoutMs: 3000 }

export async function openOutageWorld({ people: count = 8, bugs = [] }: OutageWorldOptions = {}): Promise<OutageWorld> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-outages-'))
  chmodSync(folder, 0o755)
  opened.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const logFile = join(folder, 'log')
  const cluster = await startCluster(folder)
  opened.defer(() => cluster.stop())
  const front = await openFront()
  opened.defer(() => front.close())
  const base = `http://127.0.0.1:${front.port}`
  const { metaPort, ...services } = await openServices(opened, { base, folder, logFile })
  const { sandbox, imap, mailLink } = services
  const settings = { ...settingsIn(folder), SANDBOX_URL: sandbox, PUBLIC_URL: base, PLANTED_BUGS: bugs.join('|') }
  const openOne = async (name: string) => {
    const host = await openHost({
      name,
      databaseUrlAt: cluster.urlAt,
      targets: { database: cluster.port(), meta: metaPort },
      env: links => ({ ...settings, DATA_DIR: join(folder, name), WHATSAPP_GRAPH_URL: `https://${metaHost}:${links.metaPort}` }),
      logFile,
    })
    opened.defer(() => host.close())
    return host
  }
  const hosts: [Host, Host] = [await openOne('a'), await openOne('b')]
  front.leadTo(hosts.map(host => host.port))
  // One after the other: the first one makes the tables and the key.
  for (const host of hosts) await host.start()
  const people = await makePeople({ base: hosts[0].base, sandbox, imap, mailHost, mailPort: mailLink.port }, count)
  const kept = opened.move()
  return {
    ...{ ...services, cluster, hosts, front, base, people, logFile },
    pass: async ms => void (await ask(sandbox, 'POST', '/_sim/clock', { body: { advance: Math.round(ms) } })),
    close: () => kept.disposeAsync(),
  }
}

/** Ends whatever a fault that broke off has left behind. */
export async function calm({ hosts, imap, mailLink, sandbox }: OutageWorld): Promise<void> {
  imap.lie(null, null)
  mailLink.turn({ kind: 'clear' })
  await ask(sandbox, 'DELETE', '/_sim/faults')
  for (const host of hosts) {
    host.turnAll({ kind: 'clear' })
    if (!host.isRunning()) await host.start()
    host.signal('SIGCONT')
    host.tell({ stopAt: null, skewMs: 0, lookUpMs: 0 })
  }
}

/** The stand-ins for Meta and for a mail server, and the ways to them. */
async function openServices(
  opened: AsyncDisposableStack,
  { base, folder, logFile }: { base: string; folder: string; logFile: string },
): Promise<Pick<OutageWorld, 'sandbox' | 'imap' | 'mailLink'> & { metaPort: number }> {
  const standIn = start('sandbox/main.ts', 'sandbox', { SERVER_URL: base, DATA_DIR: join(folder, 'sandbox') }, logFile)
  opened.defer(standIn.kill)
  const sandbox = await standIn.ready
  await ask(sandbox, 'POST', '/_sim/settings', { body: messenger })
  const imap = await startImap()
  opened.defer(() => imap.stop())
  const mailLink = await openLink(imap.port)
  opened.defer(() => mailLink.close())
  const authority = newAuthority()
  writeFileSync(join(folder, authorityFile), authority.ca)
  const meta = await openTls(authority.sign(metaHost), Number(new URL(sandbox).port))
  opened.defer(() => meta.close())
  return { sandbox, imap, mailLink, metaPort: meta.port }
}

const authorityFile = 'ca.pem'

const settingsIn = (folder: string) => ({
  ...hostSettings,
  MASTER_KEY_FILE: join(folder, 'master.key'),
  NODE_EXTRA_CA_CERTS: join(folder, authorityFile),
})

const metaHost = 'graph.faults.test'
const mailHost = 'mail.faults.test'

/** Meta speaks TLS; its stand-in does not. */
async function openTls({ cert, key }: { cert: string; key: string }, target: number): Promise<{ port: number; close(): void }> {
  const server = createTlsServer({ cert, key }, near => {
    const far = connect({ port: target, host: '127.0.0.1' })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.once('close', () => other.destroy())
    }
    near.pipe(far).pipe(near)
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  return { port: portOf(server.address()), close: () => void server.close() }
}
