// The PostgreSQL of a run: the system's own, with a standby that can take over.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '../../../../scripts/machine.mjs'
import { freePort, startSystemPostgres } from '../../../../scripts/system-postgres.mjs'

export interface Cluster {
  /** Of the primary; where hosts connect through their links. */
  port(): number
  /** As the hosts write it, for a link at that port. */
  urlAt(port: number): string
  /** Asks the primary, on a connection of its own that no link leads through. */
  ask<Row>(statement: string, values?: unknown[]): Promise<Row[]>
  /** Makes a standby of the primary, which from now on commits only what the standby has, too. */
  addStandby(): Promise<Standby>
  stop(): Promise<void>
}

export interface Standby {
  port: number
  /** The primary loses its power, and the standby takes over. */
  promote(): Promise<void>
  remove(): Promise<void>
}

interface Running {
  port: number
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
}

export async function startCluster(folder: string): Promise<Cluster> {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL 15 or newer is missing on this machine: install the package postgresql.')
  const system = await startSystemPostgres(programs, folder)
  const url = new URL(system.url)
  let primary: Running | null = null
  let port = Number(url.port)
  const urlAt = (at: number) => Object.assign(new URL(system.url), { port: String(at) }).href
  const askAt = async <Row>(at: number, statement: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: urlAt(at), connectionTimeoutMillis: 5000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query(statement, values)
      return rows
    } finally {
      await client.end()
    }
  }
  // The tests' PostgreSQL commits without waiting for the disk; a standby must have what was committed.
  await askAt(port, "alter role mailferry set synchronous_commit = 'on'")
  return {
    port: () => port,
    urlAt,
    ask: (statement, values) => askAt(port, statement, values),
    async addStandby() {
      const standby = await copyCluster(programs, folder, urlAt(port))
      await askAt(port, "alter system set synchronous_standby_names = '*'")
      await askAt(port, 'select pg_reload_conf()')
      return {
        port: standby.port,
        async promote() {
          if (primary) await primary.stop('SIGKILL')
          else killPostmaster(join(folder, 'system-postgres'))
          await askAt(standby.port, 'select pg_promote()')
          primary = standby
          port = standby.port
        },
        async remove() {
          await askAt(port, 'alter system reset synchronous_standby_names')
          await askAt(port, 'select pg_reload_conf()')
          await standby.stop('SIGINT')
        },
      }
    },
    async stop() {
      await primary?.stop('SIGINT')
      await system.stop()
    },
  }
}

let copies = 0

async function copyCluster(programs: string, folder: string, from: string): Promise<Running> {
  const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const data = join(folder, `standby-${++copies}`)
  mkdirSync(data, { mode: 0o700 })
  if (owner.uid) chownSync(data, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } }
  const copied = spawnSync(`${programs}/pg_basebackup`, ['-D', data, '-d', from, '-R', '-c', 'fast', '-X', 'stream', '--no-sync'], options)
  if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${String(copied.stderr)}`)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'fsync=off']
  const server = spawn(`${programs}/postgres`, ['-D', data, ...settings.flatMap(one => ['-c', one])], { ...options, stdio: 'ignore' })
  const exited = once(server, 'exit')
  const stop = async (signal: 'SIGINT' | 'SIGKILL') => {
    if (signal === 'SIGKILL') killPostmaster(data)
    else server.kill(signal)
    await exited
  }
  await untilAnswers(Object.assign(new URL(from), { port: String(port) }).href)
  return { port, stop }
}

/** With all of its processes: what one of them still wrote would be a second truth. */
function killPostmaster(data: string): void {
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  kill(pid)
  for (const child of children.split(' ').filter(Boolean)) kill(Number(child))
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

async function untilAnswers(url: string): Promise<void> {
  for (let i = 0; ; i++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (i >= 200) throw error
      await new Promise(done => setTimeout(done, 50))
    }
  }
}
