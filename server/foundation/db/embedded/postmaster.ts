// The PostgreSQL process: found by its pid file, started on a free port, stopped after checking its pid.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { elapsed, sleep } from '../../clock.ts'
import type { Binaries } from './binaries.ts'
import { bareEnvironment } from './cluster.ts'
import type { ClusterLocation } from './location.ts'
import { commandOf, isAlive } from './process.ts'

export interface Postmaster {
  pid: number
  port: number
  /** As it writes it into its pid file: starting, ready, stopping. */
  state: string
}

const logMaxBytes = 10_000_000
const startAttempts = 15
const recoveryMs = 600_000

/** The postmaster of this cluster folder, when one runs; a pid that now belongs to another program is not it. */
export function findPostmaster(folder: string): Postmaster | undefined {
  const lines = readPidFile(folder)
  const pid = Number(lines[0])
  if (!isAlive(pid) || !runsCluster(pid, folder)) return undefined
  return { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? 'starting' }
}

/** Starts it, on a free port unless one is given; after a crash the old backends may need a while to leave, so it tries for some seconds. */
export async function launch(
  place: ClusterLocation,
  binaries: Binaries,
  folder: string,
  settings: string[],
  on?: number,
): Promise<Postmaster> {
  const logFile = join(place.home, 'postgres.log')
  dropForeignPidFile(folder)
  for (let attempt = 0; attempt < startAttempts; attempt++) {
    const port = on ?? (await freePort())
    const log = openSync(logFile, sizeOf(logFile) > logMaxBytes ? 'w' : 'a')
    const listen = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap(s => ['-c', s])
    const child = spawn(join(binaries.folder, 'bin', 'postgres'), ['-D', folder, ...listen], {
      ...place.owner,
      cwd: place.home,
      detached: true,
      stdio: ['ignore', log, log],
      env: bareEnvironment,
    })
    child.unref()
    closeSync(log)
    const ready = await waitUntilReady(child, folder)
    if (ready) return ready
    await sleep(500)
  }
  throw new Error(`PostgreSQL did not start. The end of ${logFile}:\n${readFileSync(logFile, 'utf8').slice(-1500)}`)
}

/** Asks it to stop at once (SIGINT: open transactions are rolled back) and waits until it is gone; false when it is not by then. */
export async function stopPostmaster(folder: string, deadlineMs = 60_000): Promise<boolean> {
  const running = findPostmaster(folder)
  if (!running) return true
  if (running.state !== 'stopping') process.kill(running.pid, 'SIGINT')
  const began = elapsed()
  while (findPostmaster(folder)) {
    if (elapsed() - began > deadlineMs) return false
    await sleep(20)
  }
  return true
}

// Recovery after a crash may take minutes: as long as the process lives and is not ready it is waited for.
async function waitUntilReady(child: ChildProcess, folder: string): Promise<Postmaster | undefined> {
  let ended = false
  for (const event of ['exit', 'error'] as const)
    child.on(event, () => {
      ended = true
    })
  const began = elapsed()
  while (!ended && elapsed() - began < recoveryMs) {
    const found = findPostmaster(folder)
    if (found?.state === 'ready' && found.pid === child.pid) return found
    await sleep(10)
  }
  return undefined
}

// PostgreSQL refuses to start while the pid in its file lives, even when that pid now belongs to another program.
function dropForeignPidFile(folder: string): void {
  const pid = Number(readPidFile(folder)[0])
  if (isAlive(pid) && !runsCluster(pid, folder)) rmSync(join(folder, 'postmaster.pid'), { force: true })
}

function readPidFile(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

// The command line can be read in any container; /proc/<pid>/cwd of another user's process cannot.
function runsCluster(pid: number, folder: string): boolean {
  if (process.platform === 'win32') return true
  const command = `${commandOf(pid)} `
  return /postgres/.test(command) && command.includes(`-D ${folder} `)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
