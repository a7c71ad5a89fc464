// Judges the service as a whole: its database, clocks, disks, queue, hosts, and what was set aside.
import { type DoctorFinding, failing, needsAttention, ok, skip } from '../finding.ts'
import type { HostFound, SlowQuery, StuckFound } from '../service-owners.ts'

const minuteMs = 60_000

export function judgeRoundTrip({ ms, version, used, max }: { ms: number; version: string; used: number; max: number }): DoctorFinding {
  const values = { ms, version, used, max }
  if (used > max * 0.9) return failing('latency', 'latency.full', values)
  return ms > 50 ? needsAttention('latency', 'latency.slow', values) : ok('latency', 'latency.ok', values)
}

export type ClockSource = 'database' | 'whatsapp'
/** Signatures and one-time codes tolerate half a minute. */
const skewNoteMs = 2000
const skewFailingMs = 30_000

/** `skewMs`: how far the other clock is ahead of ours; null if it did not say. */
export function judgeClock(source: ClockSource, skewMs: number | null): DoctorFinding {
  const finding = { subject: source }
  if (skewMs === null) return { ...skip('clock', 'clock.unknown', { source }), ...finding }
  const values = { source, seconds: Math.round(Math.abs(skewMs) / 100) / 10 }
  if (Math.abs(skewMs) >= skewFailingMs) return { ...failing('clock', 'clock.wrong', values), ...finding }
  return {
    ...(Math.abs(skewMs) >= skewNoteMs ? needsAttention('clock', 'clock.off', values) : ok('clock', 'clock.ok', values)),
    ...finding,
  }
}

export function judgeDisk({ id, load: { disk } }: HostFound): DoctorFinding {
  if (!disk || disk.totalBytes === 0) return { ...skip('disk', 'disk.unknown', { host: id }), subject: id }
  const percent = Math.round(100 * (1 - disk.freeBytes / disk.totalBytes))
  const values = { host: id, percent, free: toGigabytes(disk.freeBytes) }
  if (percent >= 92) return { ...failing('disk', 'disk.full', values), subject: id }
  return { ...(percent >= 80 ? needsAttention('disk', 'disk.filling', values) : ok('disk', 'disk.ok', values)), subject: id }
}

/** Whole ones, or tenths where there are few. */
const toGigabytes = (bytes: number): number => (bytes >= 10e9 ? Math.floor(bytes / 1e9) : Math.floor(bytes / 1e8) / 10)

export function judgeQueue({ dueSince, waiting }: { dueSince: Date | null; waiting: number }, now: Date): DoctorFinding {
  const minutes = dueSince ? Math.floor((now.getTime() - dueSince.getTime()) / minuteMs) : 0
  const more = { link: '/admin?list=deliveries&state=queued', ...(dueSince && minutes > 0 && { since: dueSince }) }
  if (minutes >= 10) return { ...failing('queue', 'queue.stuck', { minutes, n: waiting }), ...more }
  return {
    ...(minutes >= 1 ? needsAttention('queue', 'queue.slow', { minutes, n: waiting }) : ok('queue', 'queue.ok', { n: waiting })),
    ...more,
  }
}

const silentAfterMs = minuteMs

/** Delays of timers: what waits for them waits as long. */
export function judgeHost(host: HostFound, newest: string, now: Date): DoctorFinding {
  const { id, beatAt, load, version } = host
  const values = { host: id, ms: load.loopDelayMs, version, newest }
  const about = { subject: id }
  if (now.getTime() - beatAt.getTime() > silentAfterMs) return { ...needsAttention('host', 'host.silent', values), ...about, since: beatAt }
  if (load.loopDelayMs > 1000) return { ...failing('host', 'host.blocked', values), ...about }
  if (load.connections.waiting > 0)
    return {
      ...needsAttention('host', 'host.connections', { ...values, n: load.connections.waiting, max: load.connections.max }),
      ...about,
    }
  if (version !== newest) return { ...needsAttention('host', 'host.version', values), ...about }
  return { ...(load.loopDelayMs > 200 ? needsAttention('host', 'host.slow', values) : ok('host', 'host.ok', values)), ...about }
}

/** `slowest` is null without pg_stat_statements. */
export function judgeQueries(slowest: SlowQuery[] | null, longestSeconds: number): DoctorFinding[] {
  const running =
    longestSeconds > 60
      ? needsAttention('queries', 'queries.running', { seconds: longestSeconds })
      : ok('queries', 'queries.none', { seconds: longestSeconds })
  if (!slowest)
    return [
      { ...running, subject: 'running' },
      { ...needsAttention('queries', 'queries.unknown'), subject: 'slowest' },
    ]
  const [slow] = slowest
  const values = slow && { ms: Math.round(slow.meanMs), calls: slow.calls, text: slow.text }
  const finding =
    slow && slow.meanMs > 500 ? needsAttention('queries', 'queries.slow', values) : ok('queries', 'queries.ok', { ms: values?.ms ?? 0 })
  return [
    { ...running, subject: 'running' },
    { ...finding, subject: 'slowest' },
  ]
}

export function judgeSetAside({ unread, events, exports, inbound, failed }: StuckFound): DoctorFinding[] {
  const found = [
    ...(unread > 0 ? [{ ...needsAttention('aside', 'aside.unread', { n: unread }), subject: 'unread' }] : []),
    ...(events > 0 ? [{ ...failing('aside', 'aside.events', { n: events }), subject: 'events' }] : []),
    ...(exports > 0 ? [{ ...needsAttention('aside', 'aside.exports', { n: exports }), subject: 'exports' }] : []),
    ...(inbound > 0 ? [{ ...failing('aside', 'aside.inbound', { n: inbound }), subject: 'inbound' }] : []),
    ...failed.map(({ kind, count, error, newestAt }) => ({
      ...needsAttention('aside', 'aside.failed', { kind, n: count, error }),
      ...{ subject: `failed.${kind}`, since: newestAt },
    })),
  ]
  return found.length > 0 ? found : [ok('aside', 'aside.none')]
}

export interface PausesFound {
  people: number
  lanes: number
  directSendLostAt: Date | null
  /** Why our number is paused, as text. */
  reason: string | null
  /** Since when WhatsApp has accepted nothing from us. */
  troubleSince: Date | null
}

export function judgePauses({ people, lanes, directSendLostAt, reason, troubleSince }: PausesFound): DoctorFinding[] {
  const found: DoctorFinding[] = [
    ...(reason ? [{ ...needsAttention('rest', 'rest.now', { why: reason }), subject: 'number' }] : []),
    ...(troubleSince ? [{ ...failing('pauses', 'pauses.trouble'), subject: 'trouble', since: troubleSince }] : []),
    ...(directSendLostAt ? [{ ...needsAttention('pauses', 'pauses.direct'), subject: 'direct', since: directSendLostAt }] : []),
    ...(lanes > 0 ? [{ ...needsAttention('pauses', 'pauses.lanes', { n: lanes }), subject: 'lanes' }] : []),
  ]
  return found.length > 0 ? found : [ok('pauses', people > 0 ? 'pauses.people' : 'pauses.none', { n: people })]
}

export function judgeErrors(groups: { level: number; count: string; message: string }[]): DoctorFinding {
  const errors = groups.filter(({ level }) => level >= 50)
  const n = groups.reduce((sum, { count }) => sum + Number(count), 0)
  if (errors.length > 0) return needsAttention('errors', 'errors.some', { n: errors.length, message: errors[0]?.message ?? '' })
  return ok('errors', n > 0 ? 'errors.warnings' : 'errors.none', { n })
}

export const judgeIncidents = (open: readonly { openedAt: Date }[]): DoctorFinding => {
  const [oldest] = open
  return oldest
    ? { ...needsAttention('incidents', 'incidents.open', { n: open.length }), link: '/admin', since: oldest.openedAt }
    : { ...ok('incidents', 'incidents.none'), link: '/admin' }
}

export function judgeBillingEvents({ at, waiting }: { at: Date | null; waiting: number }, day: (at: Date) => string): DoctorFinding {
  if (waiting > 100) return failing('events', 'events.waiting', { n: waiting })
  return at ? ok('events', 'events.ok', { on: day(at) }) : needsAttention('events', 'events.never')
}
