// Sets up an abuse run: one server behind a trusted proxy, stand-ins for Meta, for mail servers and for the relay, and people.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ImapServer, startImap } from '../../sandbox/imap/server.ts'
import { ask } from '../faults/api.ts'
import { start } from '../faults/process.ts'
import { freePort } from '../free-port.ts'
import { type SmtpHost, startSmtpHost } from '../smtp-host.ts'
import { type AbusePerson, makePeople } from './people.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

export interface AbuseWorld {
  base: string
  sandbox: string
  smtpPort: number
  imap: ImapServer
  /** Where replies go. */
  outgoing: SmtpHost
  /** Where our own emails go. */
  relay: SmtpHost
  people: AbusePerson[]
  /** What the server's process holds, in megabytes. */
  readMemory(): number
  pid: number | undefined
  logFile: string
  /** Runs `npm run admin` beside the server, and returns what it says. */
  runAdmin(...words: string[]): Promise<string>
  close(): Promise<void>
}

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  TRUSTED_PROXIES: '127.0.0.1',
  LANE_BURST: '1000',
  LANE_REFILL_MS: '1',
  // Each email reaches its phone by itself, so that its time can be taken.
  FOLD_FROM: '0',
}

export async function openAbuseWorld({ people: count, bugs }: { people: number; bugs: string[] }): Promise<AbuseWorld> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-abuse-'))
  chmodSync(folder, 0o755)
  opened.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const logFile = join(folder, 'log')
  const [port, smtpPort, imap] = [await freePort(), await freePort(), await startImap()]
  opened.defer(() => imap.stop())
  const base = `http://127.0.0.1:${port}`
  // No certificate of theirs is one that anybody could check.
  const plain = { closeTimeout: 100, hideSTARTTLS: true }
  const [outgoing, relay] = [await startSmtpHost(plain), await startSmtpHost({ ...plain, authOptional: true })]
  opened.defer(outgoing.stop)
  opened.defer(relay.stop)
  const standIn = start('sandbox/main.ts', 'sandbox', { SERVER_URL: base, DATA_DIR: join(folder, 'sandbox') }, logFile)
  opened.defer(standIn.stop)
  const sandbox = await standIn.ready
  await ask(sandbox, 'POST', '/_sim/settings', { body: { pairRate: false, dailyPeople: null } })
  const env = {
    ...{ ...settings, PORT: String(port), SMTP_PORT: String(smtpPort), DATA_DIR: join(folder, 'data'), SANDBOX_URL: sandbox },
    ...{ MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}`, MAIL_FROM: 'hello@mailferry.example', PLANTED_BUGS: bugs.join('|') },
  }
  const server = start('test/abuse/server-entry.ts', 'ready', env, logFile)
  opened.defer(server.stop)
  await server.ready
  const people = await makePeople({ base, sandbox, imap, outgoing }, count)
  const kept = opened.move()
  return {
    ...{ base, sandbox, smtpPort, imap, outgoing, relay, people, logFile, pid: server.pid },
    readMemory: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    runAdmin: async (...words) => {
      const settings = { PATH: process.env['PATH'] ?? '', ...env }
      const { stdout } = await execute(process.execPath, ['server/use-cases/admin/command.ts', ...words], { env: settings, cwd: root })
      return stdout
    },
    close: () => kept.disposeAsync(),
  }
}
