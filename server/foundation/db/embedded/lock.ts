// Allows one server process per data folder, with a lock file.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStartTime } from './process.ts'

/**
 * Locks the data folder for this process and returns a function that unlocks it.
 * Takes over a lock whose process is gone or whose pid now belongs to another process; otherwise throws a user-facing message.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = join(dataDir, 'mailferry.lock')
  const ownFile = `${lock}.${process.pid}`
  writeFileSync(ownFile, `${process.pid} ${readStartTime(process.pid)}\n`)
  try {
    while (!link(ownFile, lock)) {
      const content = readLock(lock)
      refuseOtherHolder(dataDir, parseHolder(content))
      removeStale(lock, content)
    }
  } finally {
    rmSync(ownFile, { force: true })
  }
  return () => {
    if (findLockHolder(dataDir) === process.pid) rmSync(lock, { force: true })
  }
}

/** The running process that holds the data folder, or undefined. */
export const findLockHolder = (dataDir: string): number | undefined => parseHolder(readLock(join(dataDir, 'mailferry.lock')))

function refuseOtherHolder(dataDir: string, pid: number | undefined): void {
  if (pid === undefined || pid === process.pid) return
  throw new Error(
    `The data folder ${dataDir} is in use by process ${pid}. Stop it, or start this one with other ports and another folder, ` +
      'for example: PORT=8081 SMTP_PORT=2526 DATA_DIR=./data2 npm start',
  )
}

// When two processes find the same stale lock, one wins the rename; a fresh lock renamed by mistake is put back.
function removeStale(lock: string, content: string): void {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (readLock(aside) !== content) link(aside, lock)
  rmSync(aside, { force: true })
}

// A hard link appears together with its content: nobody can read a half-written lock.
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function parseHolder(text: string): number | undefined {
  const [pid = '', ...start] = text.trim().split(' ')
  return start.length > 0 && readStartTime(Number(pid)) === start.join(' ') ? Number(pid) : undefined
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
