// What the operating system knows of a process: alive, start time, program.
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

/** When the process began, as the system writes it: with the pid it names one process even after the pid was reused. */
export function startOf(pid: number): string {
  if (!isAlive(pid)) return ''
  return statOf(pid)?.[19] ?? askPs(pid, 'lstart')
}

/** The words of the command that the process runs; empty when the system does not tell (Windows). */
export function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ').trim() : askPs(pid, 'command')
}

const isZombie = (pid: number): boolean => statOf(pid)?.[0] === 'Z'

// The fields after the command's name, which itself may hold spaces and brackets (proc(5): state is the first, starttime the twentieth).
function statOf(pid: number): string[] | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  return readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
}

function askPs(pid: number, field: string): string {
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
