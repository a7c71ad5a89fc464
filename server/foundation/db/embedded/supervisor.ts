// Starts PostgreSQL for a data folder, or adopts one that a killed server left running.
import { resolve } from 'node:path'
import pg from 'pg'
import { elapsed, sleep, systemClock } from '../../clock.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { clusterFolder, openCluster, readPassword } from './cluster.ts'
import { type ClusterLocation, locateCluster } from './location.ts'
import { findLockHolder, lockDataFolder } from './lock.ts'
import { findPostmaster, launch, type Postmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './process.ts'

export interface EmbeddedDatabase {
  url: string
  /** Whether it was already running, left over from a killed server. */
  adopted: boolean
  stop(): Promise<void>
}

interface Log {
  info(message: string): void
  warn(message: string): void
}

interface Options {
  /** False only in tests: committed data is then lost when the machine stops. */
  fsync?: boolean
  /** Where to store the cluster when other users cannot enter the data folder. */
  apart?: string
}

// A leftover process may still be recovering or stopping.
const adoptionMs = 60_000
const checkEveryMs = 1_000

const durableSettings = ['jit=off', 'log_min_messages=warning', 'log_checkpoints=off']
// Autovacuum would look at hundreds of databases that live for seconds.
const testSettings = [
  ...durableSettings,
  ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200', 'autovacuum=off', 'max_wal_size=8GB'],
]

/**
 * Runs the data folder's database on a free loopback port, behind a random password, and locks the folder for this process.
 * Throws a user-facing message when the folder is in use, has another major version, or PostgreSQL does not start.
 */
export async function startEmbedded(dataDir: string, log: Log, options: Options = {}): Promise<EmbeddedDatabase> {
  const location = locateCluster(dataDir, options.apart)
  const release = lockDataFolder(location.dataDir)
  try {
    if (location.home !== location.dataDir)
      log.warn(`Other users cannot enter ${location.dataDir}, so the database is stored in ${location.home}.`)
    const { url, adopted, folder, running, restart } = await run(location, options)
    if (adopted) log.info('adopted a PostgreSQL that an earlier process left running')
    const watching = keepRunning(running, restart, log)
    const stop = async () => {
      await watching.stop()
      if (!(await stopPostmaster(folder))) log.warn(`PostgreSQL in ${folder} has not stopped yet; the next start will wait for it.`)
      release()
    }
    return { url, adopted, stop }
  } catch (error) {
    release()
    throw error
  }
}

/** The URL of the database that another of our processes runs for this data folder; undefined when none runs. */
export async function findEmbedded(dataDir: string, apart?: string): Promise<string | undefined> {
  const location = locateCluster(resolve(dataDir), apart)
  for (let i = 0; i < 200 && findLockHolder(location.dataDir) !== undefined; i++) {
    const running = findPostmaster(clusterFolder(location))
    if (running?.state === 'ready') return databaseUrl(running, readPassword(location))
    await sleep(50)
  }
  return undefined
}

async function run(location: ClusterLocation, { fsync = true }: Options) {
  const binaries = findBinaries(location)
  const { folder, password } = openCluster(location, binaries, fsync)
  const adopted = await adopt(folder, password, binaries)
  const start = (port?: number) => launch(location, binaries, folder, fsync ? durableSettings : testSettings, port)
  const running = adopted ?? (await start())
  const url = databaseUrl(running, password)
  await ensureDatabase(databaseUrl(running, password, 'postgres'))
  return { url, adopted: adopted !== undefined, folder, running, restart: () => start(running.port) }
}

/** A system short of memory kills PostgreSQL first: this restarts it at the same address. */
function keepRunning(first: Postmaster, restart: () => Promise<Postmaster>, log: Log): { stop(): Promise<void> } {
  let { pid } = first
  return systemClock.every(checkEveryMs, async () => {
    if (isAlive(pid)) return
    log.warn('PostgreSQL exited unexpectedly; restarting it')
    try {
      pid = (await restart()).pid
    } catch (error) {
      log.warn(error instanceof Error ? error.message : String(error))
    }
  })
}

async function adopt(folder: string, password: string, binaries: Binaries): Promise<Postmaster | undefined> {
  const startedAt = elapsed()
  while (elapsed() - startedAt < adoptionMs) {
    const found = findPostmaster(folder)
    if (!found) return undefined
    if (found.state === 'ready') {
      const version = await readVersion(databaseUrl(found, password, 'postgres'))
      // After an update a leftover process still runs the old programs, whose files may be gone.
      if (version && binaries.version.startsWith(`${version}.`)) return found
      if (version) await stopPostmaster(folder)
    }
    await sleep(50)
  }
  throw new Error(`A PostgreSQL in ${folder} neither answers nor stops. End process ${findPostmaster(folder)?.pid} and start again.`)
}

// Undefined while it does not answer: it may just have been killed, or not listen yet.
async function readVersion(url: string): Promise<string | undefined> {
  const rows = await query(url, 'show server_version').catch(() => [])
  return rows[0] && String(rows[0]['server_version']).split(' ')[0]
}

async function ensureDatabase(url: string): Promise<void> {
  const rows = await query(url, `select 1 from pg_database where datname = 'mailferry'`)
  if (rows.length === 0) await query(url, 'create database mailferry')
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

function databaseUrl({ port, socketFolder }: Postmaster, password: string, database = 'mailferry'): string {
  const url = `postgres://mailferry:${password}@127.0.0.1:${port}/${database}`
  return socketFolder ? `${url}?host=${encodeURIComponent(socketFolder)}` : url
}
