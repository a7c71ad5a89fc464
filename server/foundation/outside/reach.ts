// Notes how well this process reaches others: slow look-ups of names, and servers that are left alone because they don't answer.
import { elapsed } from '../clock.ts'
import { serversLeftAlone, slowNameLookups } from '../http/metrics.ts'

const slowMs = 1_000
const recentMs = 10 * 60_000
const mostKept = 1_000
const slowAt: number[] = []

export function recordLookup(tookMs: number): void {
  if (tookMs <= slowMs) return
  slowNameLookups.inc()
  slowAt.push(elapsed())
  if (slowAt.length > mostKept) slowAt.shift()
}

/** In the last ten minutes; a thousand at most. */
export const countSlowLookups = (): number => slowAt.filter(at => elapsed() - at < recentMs).length

export type ServerKind = 'mail' | 'sign_in'
const alone: Record<ServerKind, Set<string>> = { mail: new Set(), sign_in: new Set() }

export function noteLeftAlone(kind: ServerKind, name: string, isLeftAlone: boolean): void {
  if (isLeftAlone) alone[kind].add(name)
  else alone[kind].delete(name)
  serversLeftAlone.set({ kind }, alone[kind].size)
}

export const countLeftAlone = (): { mailServers: number; signIns: string[] } => ({
  mailServers: alone.mail.size,
  signIns: [...alone.sign_in].toSorted(),
})
