// Reads the memory of a process (shared pages counted proportionally), its CPU time, and its limit on open files.
import { readFileSync } from 'node:fs'

/** PSS in KB (proc(5), smaps_rollup). */
export function memoryKb(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  if (!found) throw new Error('This kernel does not report the proportional memory (Pss) of a process.')
  return Number(found[1])
}

/** User and kernel time of all threads; the kernel counts in hundredths of a second. */
export function workedMs(pid: number): number {
  const [, rest = ''] = /^\d+ \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export function mostOpenFiles(): number {
  const found = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
  return found ? Number(found[1]) : Infinity
}
