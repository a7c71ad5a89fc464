// Asks the operating system about a process: whether it is alive, its start time, its command line.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** When the process started, in the system's format: together with the pid it identifies a process even after the pid is reused. */
export function readStartTime(pid: number): string {
  if (!isAlive(pid)) return ''
  return readStat(pid)?.[19] ?? runPs(pid, 'lstart')
}

/** The command line of the process; empty when the system does not report it (Windows). */
export function readCommandLine(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ').trim() : runPs(pid, 'command')
}

const isZombie = (pid: number): boolean => readStat(pid)?.[0] === 'Z'

// The fields after the command's name, which may contain spaces and parentheses (proc(5): state is the first, starttime the twentieth).
function readStat(pid: number): string[] | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  return readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
}

function runPs(pid: number, field: string): string {
  if (process.platform === 'win32') return ''
  try {
    return execFileSync('ps', ['-ww', '-o', `${field}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}
