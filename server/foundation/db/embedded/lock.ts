// A lock file that allows one server process per data folder.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startOf } from './process.ts'

/**
 * Takes the data folder for this process and returns what gives it back.
 * A lock whose process is gone, or whose pid now belongs to another process, is taken over; else throws a sentence.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = join(dataDir, 'mailferry.lock')
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, `${process.pid} ${startOf(process.pid)}\n`)
  try {
    while (!link(mine, lock)) {
      const found = read(lock)
      refuseOther(dataDir, holderOf(found))
      removeStale(lock, found)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return () => {
    if (whoHolds(dataDir) === process.pid) rmSync(lock, { force: true })
  }
}

/** The living process that holds the data folder, or undefined. */
export const whoHolds = (dataDir: string): number | undefined => holderOf(read(join(dataDir, 'mailferry.lock')))

function refuseOther(dataDir: string, pid: number | undefined): void {
  if (pid === undefined || pid === process.pid) return
  throw new Error(
    `The data folder ${dataDir} is in use by process ${pid}. Stop it, or start this one beside it with other ports and another folder, ` +
      'for example: PORT=8081 SMTP_PORT=2526 DATA_DIR=./data2 npm start',
  )
}

// Of two starts that find the same stale lock one wins the rename; a fresh lock that was caught so is put back.
function removeStale(lock: string, found: string): void {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (read(aside) !== found) link(aside, lock)
  rmSync(aside, { force: true })
}

// A hard link appears with its content at once: nobody can read a lock that is only half written.
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function holderOf(text: string): number | undefined {
  const [pid = '', ...start] = text.trim().split(' ')
  return start.length > 0 && startOf(Number(pid)) === start.join(' ') ? Number(pid) : undefined
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
