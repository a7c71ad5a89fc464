// Runs the PostgreSQL process: finds it by its pid file, starts it on a free port, stops it after checking its pid.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { elapsed, sleep } from '../../clock.ts'
import type { Binaries } from './binaries.ts'
import { bareEnvironment } from './cluster.ts'
import type { ClusterLocation } from './location.ts'
import { isAlive, readCommandLine } from './process.ts'

export interface Postmaster {
  pid: number
  port: number
  /** The folder of its Unix socket; null where it has none. */
  socketFolder: string | null
  /** From its pid file: starting, ready, stopping. */
  state: string
}

const logMaxBytes = 10_000_000
const startAttempts = 15
const recoveryMs = 600_000

/** The running postmaster of this cluster folder; ignores a pid that now belongs to another program. */
export function findPostmaster(folder: string): Postmaster | undefined {
  const lines = readPidFile(folder)
  const pid = Number(lines[0])
  if (!isAlive(pid) || !runsCluster(pid, folder)) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4]?.trim() || null, state: lines[7]?.trim() ?? 'starting' }
}

/** Starts it, on a free port unless one is given; retries for some seconds, because old backends may take a while to exit after a crash. */
export async function launch(
  location: ClusterLocation,
  binaries: Binaries,
  folder: string,
  settings: string[],
  fixedPort?: number,
): Promise<Postmaster> {
  const logFile = join(location.home, 'postgres.log')
  removeForeignPidFile(folder)
  for (let attempt = 0; attempt < startAttempts; attempt++) {
    const port = fixedPort ?? (await freePort())
    const log = openSync(logFile, fileSize(logFile) > logMaxBytes ? 'w' : 'a')
    const sockets = `unix_socket_directories=${hasRoomForSocket(folder) ? folder : ''}`
    const listen = [`port=${port}`, 'listen_addresses=127.0.0.1', sockets, ...settings].flatMap(s => ['-c', s])
    const child = spawn(join(binaries.folder, 'bin', 'postgres'), ['-D', folder, ...listen], {
      ...location.owner,
      cwd: location.home,
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

/**
 * Through its socket a statement costs a seventh less than over loopback (measured). The cluster's folder is closed to other users. Its path must fit into
 * an address (unix(7): 107 bytes), and a comma would separate two folders.
 */
const hasRoomForSocket = (folder: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(`${folder}/.s.PGSQL.65535`) <= 103 && !/[,"\s]/.test(folder)

/** Stops it fast (SIGINT: open transactions are rolled back) and waits until it has exited; false at the deadline. */
export async function stopPostmaster(folder: string, deadlineMs = 60_000): Promise<boolean> {
  const running = findPostmaster(folder)
  if (!running) return true
  if (running.state !== 'stopping') process.kill(running.pid, 'SIGINT')
  const startedAt = elapsed()
  while (findPostmaster(folder)) {
    if (elapsed() - startedAt > deadlineMs) return false
    await sleep(20)
  }
  return true
}

// Recovery after a crash may take minutes: waits as long as the process runs and is not ready.
async function waitUntilReady(child: ChildProcess, folder: string): Promise<Postmaster | undefined> {
  let ended = false
  for (const event of ['exit', 'error'] as const)
    child.on(event, () => {
      ended = true
    })
  const startedAt = elapsed()
  while (!ended && elapsed() - startedAt < recoveryMs) {
    const found = findPostmaster(folder)
    if (found?.state === 'ready' && found.pid === child.pid) return found
    await sleep(10)
  }
  return undefined
}

// PostgreSQL refuses to start while the pid in its file is alive, even when that pid now belongs to another program.
function removeForeignPidFile(folder: string): void {
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

// The command line is readable in any container; /proc/<pid>/cwd of another user's process is not.
function runsCluster(pid: number, folder: string): boolean {
  if (process.platform === 'win32') return true
  const command = `${readCommandLine(pid)} `
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

const fileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
