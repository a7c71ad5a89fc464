// Starts PostgreSQL for a data folder, or adopts the one that a killed server left running.
import { resolve } from 'node:path'
import pg from 'pg'
import { elapsed, sleep, systemClock } from '../../clock.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { clusterFolder, openCluster, passwordOf } from './cluster.ts'
import { type ClusterLocation, locateCluster } from './location.ts'
import { lockDataFolder, whoHolds } from './lock.ts'
import { findPostmaster, launch, type Postmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './process.ts'

export interface EmbeddedDatabase {
  url: string
  /** Whether it was already running, left by a process of ours that was killed. */
  adopted: boolean
  stop(): Promise<void>
}

interface Log {
  info(message: string): void
  warn(message: string): void
}

interface Options {
  /** False only for tests: what is committed is then lost when the machine stops. */
  fsync?: boolean
  /** Where a cluster lies whose own data folder other users cannot enter. */
  apart?: string
}

// One left behind may still be recovering or stopping.
const adoptionMs = 60_000
const lookMs = 1_000

const durable = ['jit=off', 'log_min_messages=warning', 'log_checkpoints=off']
const forTests = [...durable, 'fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200']

/**
 * Runs the data folder's own database on a free loopback port, behind a random password, and holds the folder for this process.
 * Throws a sentence that a person can act on when the folder is in use, of another major version, or PostgreSQL does not start.
 */
export async function startEmbedded(dataDir: string, log: Log, options: Options = {}): Promise<EmbeddedDatabase> {
  const place = locateCluster(dataDir, options.apart)
  const release = lockDataFolder(place.dataDir)
  try {
    if (place.home !== place.dataDir) log.warn(`Other users cannot enter ${place.dataDir}, so the database lies in ${place.home}.`)
    const { url, adopted, folder, running, again } = await run(place, options)
    if (adopted) log.info('adopted the PostgreSQL that an earlier process left running')
    const watching = keepRunning(running, again, log)
    const stop = async () => {
      await watching.stop()
      if (!(await stopPostmaster(folder))) log.warn(`PostgreSQL in ${folder} has not stopped yet; the next start waits for it.`)
      release()
    }
    return { url, adopted, stop }
  } catch (error) {
    release()
    throw error
  }
}

/** The address of the database that another process of ours runs for this data folder; undefined when none runs. */
export async function findEmbedded(dataDir: string, apart?: string): Promise<string | undefined> {
  const place = locateCluster(resolve(dataDir), apart)
  for (let i = 0; i < 200 && whoHolds(place.dataDir) !== undefined; i++) {
    const running = findPostmaster(clusterFolder(place))
    if (running?.state === 'ready') return urlOf(running.port, passwordOf(place))
    await sleep(50)
  }
  return undefined
}

async function run(place: ClusterLocation, { fsync = true }: Options) {
  const binaries = findBinaries(place)
  const { folder, password } = openCluster(place, binaries, fsync)
  const left = await adopt(folder, password, binaries)
  const start = (port?: number) => launch(place, binaries, folder, fsync ? durable : forTests, port)
  const running = left ?? (await start())
  const url = urlOf(running.port, password)
  await ensureDatabase(urlOf(running.port, password, 'postgres'))
  return { url, adopted: left !== undefined, folder, running, again: () => start(running.port) }
}

/** A system short of memory kills PostgreSQL first: it is started again where everybody looks for it. */
function keepRunning(first: Postmaster, again: () => Promise<Postmaster>, log: Log): { stop(): Promise<void> } {
  let { pid } = first
  return systemClock.every(lookMs, async () => {
    if (isAlive(pid)) return
    log.warn('PostgreSQL has ended by itself and is started again')
    try {
      pid = (await again()).pid
    } catch (error) {
      log.warn(error instanceof Error ? error.message : String(error))
    }
  })
}

async function adopt(folder: string, password: string, binaries: Binaries): Promise<Postmaster | undefined> {
  const began = elapsed()
  while (elapsed() - began < adoptionMs) {
    const found = findPostmaster(folder)
    if (!found) return undefined
    if (found.state === 'ready') {
      const version = await versionOf(urlOf(found.port, password, 'postgres'))
      // After an update the process left behind still runs the old programs, whose files may be gone.
      if (version && binaries.version.startsWith(`${version}.`)) return found
      if (version) await stopPostmaster(folder)
    }
    await sleep(50)
  }
  throw new Error(`A PostgreSQL in ${folder} neither answers nor stops. Stop process ${findPostmaster(folder)?.pid} and start again.`)
}

// Undefined while it does not answer: it may just have been killed, or not have begun to listen.
async function versionOf(url: string): Promise<string | undefined> {
  const rows = await ask(url, 'show server_version').catch(() => [])
  return rows[0] && String(rows[0]['server_version']).split(' ')[0]
}

async function ensureDatabase(url: string): Promise<void> {
  const rows = await ask(url, `select 1 from pg_database where datname = 'mailferry'`)
  if (rows.length === 0) await ask(url, 'create database mailferry')
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

const urlOf = (port: number, password: string, database = 'mailferry'): string =>
  `postgres://mailferry:${password}@127.0.0.1:${port}/${database}`
