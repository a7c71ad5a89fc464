// Tests the doctor's judgments about the service, and that each can be said in words with all its values.
import { expect, test } from 'vitest'
import { loadWords } from '../../../foundation/words.ts'
import type { DoctorFinding } from '../finding.ts'
import type { HostFound } from '../service-owners.ts'
import {
  judgeBillingEvents,
  judgeClock,
  judgeDisk,
  judgeErrors,
  judgeHost,
  judgeIncidents,
  judgePauses,
  judgeQueries,
  judgeQueue,
  judgeRoundTrip,
  judgeSetAside,
} from './service.ts'

const t = loadWords().of('doctor')
const now = new Date('2026-11-26T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const load = { loopDelayMs: 3, memoryBytes: 1, cpuPercent: 1, disk: null, connections: { max: 20, open: 1, idle: 1, waiting: 0 } }
const host = (change: Partial<HostFound> = {}): HostFound => ({
  id: 'web-1',
  roles: [],
  version: '1',
  startedAt: now,
  beatAt: now,
  load,
  ...change,
})

/** Its state and sentences; a value that a text lacks would show. */
function say(finding: DoctorFinding | undefined): string {
  if (!finding) return 'none'
  const texts = [finding.found, ...(finding.fix ? [finding.fix] : [])].map(word => t(word, finding.values))
  for (const text of texts) expect(text).not.toMatch(/\{|undefined|NaN/)
  return `${finding.state}: ${texts.join(' ')}`
}
const disk = (usedPercent: number) => host({ load: { ...load, disk: { freeBytes: 1e10 * (100 - usedPercent), totalBytes: 1e12 } } })

test.each([
  ['ok: Responding in 3 ms.', judgeRoundTrip({ ms: 3, version: '18', used: 5, max: 100 })],
  ['note: Taking 90 ms', judgeRoundTrip({ ms: 90, version: '18', used: 5, max: 100 })],
  ['failing: 95 of 100 connections', judgeRoundTrip({ ms: 3, version: '18', used: 95, max: 100 })],
  ['ok: Our clock and the database’s differ', judgeClock('database', 300)],
  ['note: Our clock and WhatsApp’s differ by 5 s', judgeClock('whatsapp', -5000)],
  ['failing: Our clock and the database’s differ', judgeClock('database', 40_000)],
  ['skipped: WhatsApp didn’t say', judgeClock('whatsapp', null)],
  ['ok: web-1 has 900 GB free; 10% used.', judgeDisk(disk(10))],
  ['note: web-1 has 150 GB free; 85% used.', judgeDisk(disk(85))],
  ['failing: web-1 has only 40 GB free; 96% used.', judgeDisk(disk(96))],
  ['failing: web-1 has only 0.1 GB free; 97% used.', judgeDisk(host({ load: { ...load, disk: { freeBytes: 11e7, totalBytes: 32e8 } } }))],
  ['skipped: web-1 can’t read', judgeDisk(host())],
  ['ok: 7 deliveries are scheduled', judgeQueue({ dueSince: null, waiting: 7 }, now)],
  ['note: The oldest overdue delivery has been waiting 2 minutes', judgeQueue({ dueSince: ago(2), waiting: 7 }, now)],
  ['failing: The oldest overdue delivery has been waiting 12 minutes', judgeQueue({ dueSince: ago(12), waiting: 7 }, now)],
  ['ok: web-1 is running 1.', judgeHost(host(), '1', now)],
  ['note: web-1 is busy', judgeHost(host({ load: { ...load, loopDelayMs: 300 } }), '1', now)],
  ['failing: web-1 is blocked', judgeHost(host({ load: { ...load, loopDelayMs: 1500 } }), '1', now)],
  ['note: web-1 has stopped reporting', judgeHost(host({ beatAt: ago(2) }), '1', now)],
  ['note: web-1 is running 1, but the newest host is running 2', judgeHost(host(), '2', now)],
  [
    'note: web-1: 4 requests are waiting',
    judgeHost(host({ load: { ...load, connections: { ...load.connections, waiting: 4 } } }), '1', now),
  ],
  [
    'note: 2 kinds of errors in the last 24 hours. The newest: a',
    judgeErrors([50, 40, 60].map((level, n) => ({ level, count: '3', message: 'abc'[n] ?? '' }))),
  ],
  ['ok: No errors and 3 warnings in the last 24 hours.', judgeErrors([{ level: 40, count: '3', message: 'a' }])],
  ['ok: Nothing was logged', judgeErrors([])],
  ['note: One alert is open.', judgeIncidents([{ openedAt: ago(5) }])],
  ['ok: There are no open alerts.', judgeIncidents([])],
  ['ok: The last event arrived on today.', judgeBillingEvents({ at: now, waiting: 0 }, () => 'today')],
  ['failing: 101 events are waiting', judgeBillingEvents({ at: now, waiting: 101 }, () => 'today')],
  ['note: Stripe hasn’t sent', judgeBillingEvents({ at: null, waiting: 0 }, () => 'today')],
])('%s', (expected, finding) => {
  expect(say(finding)).toContain(expected)
})

test('what was set aside is one finding for each kind, and paused things too', () => {
  expect(judgeSetAside({ unread: 0, events: 0, exports: 0, inbound: 0, failed: [] }).map(say)).toEqual(['ok: Nothing is stuck.'])
  expect(
    judgeSetAside({ unread: 1, events: 2, exports: 3, inbound: 4, failed: [] })
      .map(say)
      .map(text => text.split(':')[0]),
  ).toEqual([...['note', 'failing', 'note', 'failing']])
  const none = { people: 0, lanes: 0, directSendLostAt: null, reason: null, troubleSince: null }
  expect(judgePauses(none).map(say)).toEqual(['ok: Nothing is paused.'])
  expect(judgePauses({ ...none, people: 2 }).map(say)).toEqual(['ok: 2 users have paused their phones.'])
  expect(
    judgePauses({ people: 2, lanes: 3, directSendLostAt: now, reason: 'Meta says no.', troubleSince: now }).map(({ subject }) => subject),
  ).toEqual([...['number', 'trouble', 'direct', 'lanes']])
})

test('what always fails is named by its kind and the class of its error, and trouble of WhatsApp by its beginning', () => {
  const kinds = ['inbound', 'email', 'webhook', 'delivery', 'notification', 'escalation', 'filter']
  const failed = kinds.map((kind, n) => ({ kind, count: n + 1, error: 'TypeError', newestAt: now }))
  const findings = judgeSetAside({ unread: 0, events: 0, exports: 0, inbound: 0, failed })
  expect(findings.map(({ subject, since }) => [subject, since])).toEqual(kinds.map(kind => [`failed.${kind}`, now]))
  expect(findings.map(say)).toEqual([
    expect.stringContaining('One message from a phone keeps failing (TypeError)'),
    expect.stringContaining('2 emails keep failing (TypeError)'),
    expect.stringContaining('3 WhatsApp webhook events keep failing'),
    expect.stringContaining('4 deliveries keep failing'),
    expect.stringContaining('5 notifications keep failing'),
    expect.stringContaining('6 escalating emails keep failing'),
    expect.stringContaining('7 filters can’t be read'),
  ])
  const [trouble] = judgePauses({ people: 0, lanes: 0, directSendLostAt: null, reason: null, troubleSince: ago(9) })
  expect([say(trouble), trouble?.since]).toEqual([expect.stringContaining('failing: WhatsApp isn’t accepting our messages'), ago(9)])
})

test('queries are measured only with pg_stat_statements; without it the fix says how', () => {
  expect(judgeQueries(null, 2).map(say)).toEqual([
    expect.stringContaining('ok: No long-running queries'),
    expect.stringContaining('create extension pg_stat_statements'),
  ])
  const slow = { text: 'select $1', meanMs: 812.4, calls: 30 }
  expect(judgeQueries([slow], 90).map(say)).toEqual([
    expect.stringContaining('note: A query has been running for 90 s.'),
    expect.stringContaining('note: This query takes 812 ms on average and has run 30 times: select $1'),
  ])
})
