// Tests what the analytics answer from rollups: comparison, costs and CSV, on real PostgreSQL.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { previousPeriod, resolvePeriod } from '../../../../core/analytics/period.ts'
import { testDatabase } from '../../../../test/database.ts'
import { toCsv } from '../../../foundation/http/csv.ts'
import { countMailboxMix } from './counting/mailbox-mix.ts'
import { rollUp } from './counting/roll-up.ts'
import { emailOf, insertEmails, insertUser } from './counting/traffic.fixture.ts'
import { toTable } from './csv.ts'
import { readCosts, readOutcomes } from './delivery-views.ts'
import { analyticsHandlers } from './handlers.ts'
import type { AnalyticsDeps, Periods } from './periods.ts'
import { readLatency, readTraffic } from './traffic-views.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-26T10:05:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const dayAgo = 24 * 60
const deps: AnalyticsDeps = { db, now: () => now, prices: {}, currency: 'usd', explain: reason => `Because of ${reason}.` }
const period = resolvePeriod({ range: '24h', zone: 'UTC' }, now)
const periods: Periods = { now: period, before: previousPeriod(period), countedUntil: period.to }

beforeEach(async () => {
  await sql`truncate users, mailboxes, messages, decisions, deliveries, attempts, analytics_counts, analytics_durations, analytics_progress cascade`.execute(
    db,
  )
  const userId = await insertUser(db, minutesAgo(2 * dayAgo))
  await insertEmails(db, [
    ...[90, 95, 100].map(minutes => emailOf(userId, minutesAgo(minutes), { state: 'accepted', acceptedAt: minutesAgo(minutes - 1) })),
    emailOf(userId, minutesAgo(200), { state: 'failed', reason: 'undeliverable', failedAt: minutesAgo(190) }),
    emailOf(userId, minutesAgo(dayAgo + 90), { state: 'accepted', acceptedAt: minutesAgo(dayAgo + 89) }),
  ])
  await sql`insert into attempts (user_id, delivery_id, n, started_at, dispatched_at, outcome, price_category, is_billed)
    select user_id, id, 1, created_at, accepted_at, 'sent', case when accepted_at > ${minutesAgo(95)} then 'utility' else 'service' end, true
    from deliveries where accepted_at is not null`.execute(db)
  await rollUp(db, now)
})

test('each number comes with that of the day before', async () => {
  const { series } = await readTraffic(deps, periods)
  expect(series.map(({ key, count, previous }) => [key, count, previous])).toEqual([
    ['arrived', 4, 1],
    ['matched', 4, 1],
    ['forwarded', 3, 1],
    ['failed', 1, 0],
  ])
  expect(series[0]?.points.reduce((sum, count) => sum + count, 0)).toBe(4)
  const { series: latency } = await readLatency(deps, periods)
  expect(latency[0]?.total.count).toBe(3)
  expect(Math.abs((latency[0]?.total.p50 ?? 0) / 60 - 1)).toBeLessThan(0.05)
})

test('failures say why, in words', async () => {
  const { reasons } = await readOutcomes(deps, periods)
  expect(reasons).toEqual([{ state: 'failed', reason: 'undeliverable', text: 'Because of undeliverable.', count: 1, previous: 0 }])
})

test('costs are the counts times the prices that are set, and nothing is made up without a price', async () => {
  const priced = await readCosts({ ...deps, prices: { utility: 0.5 } }, periods)
  expect(priced.items.map(({ category, count, cost }) => [category, count, cost])).toEqual([
    ['utility', 2, 1],
    ['service', 1, null],
  ])
  expect(await readCosts(deps, periods)).toMatchObject({ currency: null, items: [{ cost: null }, { cost: null }] })
})

test('every plot comes as CSV', async () => {
  const { rows, head } = await toTable('traffic', deps, periods)
  expect(head).toContain('forwarded_before')
  expect(rows).toHaveLength(24)
  for (const plot of ['latency', 'outcomes', 'costs', 'funnel', 'retention', 'mailboxes'] as const) {
    const table = await toTable(plot, deps, periods)
    const text: string[] = []
    for await (const line of toCsv({ name: plot, head: table.head, rows: eachOf(table.rows) })) text.push(line)
    expect(text.length).toBe(table.rows.length + 1)
    expect(table.rows.every(row => row.length === table.head.length)).toBe(true)
  }
})

test('a server of one or two people is not named', async () => {
  for (const [host, people] of [
    ['imap.big.example.com', 3],
    ['mail.smith.example.org', 2],
  ] as const)
    for (let n = 0; n < people; n++)
      await sql`insert into mailboxes (user_id, id, kind, address, state, settings, created_at) values
        (gen_random_uuid(), gen_random_uuid(), 'imap', 'x', 'live', ${JSON.stringify({ host })}::jsonb, ${now})`.execute(db)
  const rows = await countMailboxMix(db, period.from)
  expect(rows.filter(row => row.metric === 'mail_server').map(({ label, count }) => [label, count])).toEqual([
    ['example.com', 3],
    ['other', 2],
  ])
})

test('before the first hour is counted the page says so', async () => {
  await sql`truncate analytics_progress`.execute(db)
  const request = { query: { range: '7d', zone: 'UTC' } } as Parameters<ReturnType<typeof analyticsHandlers>['traffic']>[0]
  expect((await analyticsHandlers(deps).traffic(request)).period.countedUntil).toBeNull()
})

async function* eachOf<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows
}
