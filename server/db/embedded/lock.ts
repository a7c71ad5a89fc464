// One process of ours per data folder: a lock file that names the process and when it began.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startOf } from './process.ts'

interface Holder {
  pid: number
  start: string
}

/**
 * Takes the data folder for this process and returns what gives it back.
 * A lock whose process is gone, or whose pid now belongs to another process, is taken over; else throws a sentence.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = join(dataDir, 'mailferry.lock')
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, `${process.pid} ${startOf(process.pid)}\n`)
  try {
    if (!link(mine, lock)) {
      refuseLiving(dataDir, lock)
      rmSync(lock, { force: true })
      if (!link(mine, lock)) refuseLiving(dataDir, lock)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return () => {
    if (holderOf(lock)?.pid === process.pid) rmSync(lock, { force: true })
  }
}

/** The living process that holds the data folder, or undefined. */
export function whoHolds(dataDir: string): number | undefined {
  const holder = holderOf(join(dataDir, 'mailferry.lock'))
  return holder && isAlive(holder.pid) && startOf(holder.pid) === holder.start ? holder.pid : undefined
}

function refuseLiving(dataDir: string, lock: string): void {
  const pid = whoHolds(dataDir)
  if (pid === undefined || pid === process.pid) return
  throw new Error(
    `The data folder ${dataDir} is in use by process ${pid}. Stop it, or start this one beside it with other ports and another folder, ` +
      `for example: PORT=8081 SMTP_PORT=2526 DATA_DIR=./data2 npm start (the lock is ${lock})`,
  )
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

function holderOf(lock: string): Holder | undefined {
  try {
    const [pid = '', ...start] = readFileSync(lock, 'utf8').trim().split(' ')
    return { pid: Number(pid), start: start.join(' ') }
  } catch {
    return undefined
  }
}
