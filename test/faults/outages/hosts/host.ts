// A server process of a run, with links of its own to the database and to Meta.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../free-port.ts'
import { bare } from '../../process.ts'
import type { HostCommand } from './host-entry.ts'
import { type Link, type LinkWeather, openLink } from './link.ts'

export interface HostPlan {
  name: string
  databaseUrlAt(port: number): string
  targets: { database: number; meta: number }
  /** `metaPort` is where the link to Meta begins. */
  env(ports: { metaPort: number }): Record<string, string>
  logFile: string
}

export interface Host {
  name: string
  base: string
  port: number
  smtpPort: number
  links: { database: Link; meta: Link }
  /** Starts the process; resolves when it serves. */
  start(): Promise<void>
  tell(command: HostCommand): void
  isRunning(): boolean
  /** Whether the kernel has stopped it. */
  isFrozen(): boolean
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void
  kill(): Promise<void>
  /** By SIGTERM, as an operator does. */
  stop(): Promise<void>
  turnAll(weather: LinkWeather): void
  close(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..', '..', '..')
const startMs = 120_000

export async function openHost({ name, databaseUrlAt, targets, env, logFile }: HostPlan): Promise<Host> {
  const links = { database: await openLink(targets.database), meta: await openLink(targets.meta) }
  const [port, smtpPort] = [await freePort(), await freePort()]
  let child: ChildProcess | null = null
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || !isRunning()) return
    const gone = new Promise<void>(done => child?.once('exit', () => done()))
    child.kill(signal)
    await gone
  }
  const settings = {
    ...env({ metaPort: links.meta.port }),
    ...{ HOST_ID: name, PORT: String(port), SMTP_PORT: String(smtpPort), DATABASE_URL: databaseUrlAt(links.database.port) },
  }
  return {
    ...{ name, port, smtpPort, links, isRunning },
    base: `http://127.0.0.1:${port}`,
    async start() {
      child = spawn(process.execPath, [join(import.meta.dirname, 'host-entry.ts')], {
        cwd: root,
        env: { ...bare(), ...settings },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      child.stderr?.on('data', data => appendFileSync(logFile, data))
      await untilReady(child, name, logFile)
    },
    tell: command => void child?.send(command),
    isFrozen: () => child?.pid !== undefined && isRunning() && stateOf(child.pid) === 'T',
    signal: signal => void child?.kill(signal),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    turnAll: weather => {
      for (const link of Object.values(links)) link.turn(weather)
    },
    async close() {
      await end('SIGKILL')
      for (const link of Object.values(links)) link.close()
    },
  }
}

function untilReady(child: ChildProcess, name: string, logFile: string): Promise<void> {
  return new Promise((done, fail) => {
    const refuse = (what: string) => fail(new Error(`${name} ${what}:\n${readFileSync(logFile, 'utf8').slice(-3000)}`))
    const late = setTimeout(() => refuse(`was not ready in ${startMs} ms`), startMs)
    child.once('exit', () => {
      clearTimeout(late)
      refuse('ended before it was ready')
    })
    child.stdout?.on('data', data => {
      appendFileSync(logFile, data)
      if (!String(data).includes('ready ')) return
      clearTimeout(late)
      done()
    })
  })
}

/** As the kernel has it: T is stopped. */
function stateOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] ?? ''
  } catch {
    return ''
  }
}
