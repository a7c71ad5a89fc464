// Tests that rollups equal a plain count, however often and late they are made, on real PostgreSQL.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { resolvePeriod } from '../../../../../core/analytics/period.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { readProgress } from '../../../../analytics/progress-owners.ts'
import { readCohorts, readCounts } from '../../../../analytics/series-owners.ts'
import { rollUp } from './roll-up.ts'
import { countPlainly, type Email, emailOf, insertEmails, insertUser, readRollups, type Sent } from './traffic.fixture.ts'

const { db } = await testDatabase()
const start = new Date('2026-11-23T00:00:00Z')
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const hours = (count: number) => count * 60

beforeEach(async () => {
  await sql`truncate users, mailboxes, filters, destinations, messages, decisions, deliveries, attempts,
    analytics_counts, analytics_durations, analytics_retention, analytics_progress cascade`.execute(db)
})

/** Within three days. */
const minute = fc.integer({ min: 0, max: hours(72) - 1 })
const delivery = (arrived: number): fc.Arbitrary<Partial<Sent>> =>
  fc
    .record({
      state: fc.constantFrom<Sent['state']>('queued', 'accepted', 'delivered', 'failed', 'expired'),
      seconds: fc.integer({ min: 0, max: 5 * 3600 }),
      more: fc.integer({ min: 1, max: 20 * 3600 }),
      waits: fc.boolean(),
      reason: fc.constantFrom('undeliverable', 'too_old', null),
    })
    .map(({ state, seconds, more, waits, reason }) => {
      const acceptedAt = new Date(later(arrived).getTime() + seconds * 1000)
      const endedAt = new Date(acceptedAt.getTime() + more * 1000)
      return {
        ...{ state, reason: state === 'failed' || state === 'expired' ? reason : null },
        acceptedAt: state === 'queued' || state === 'expired' ? null : acceptedAt,
        deliveredAt: state === 'delivered' ? endedAt : null,
        failedAt: state === 'failed' ? endedAt : null,
        waitUntil: waits ? acceptedAt : null,
      }
    })
const traffic = fc.array(
  minute.chain(arrived => fc.option(delivery(arrived)).map(sent => ({ arrived, sent }))),
  { maxLength: 60 },
)

async function store(emails: { arrived: number; sent: Partial<Sent> | null }[]): Promise<Email[]> {
  const userId = await insertUser(db, start)
  const stored = emails.map(({ arrived, sent }) => emailOf(userId, later(arrived), sent))
  await insertEmails(db, stored)
  return stored
}

const clear = () =>
  sql`truncate users, messages, decisions, deliveries, analytics_counts, analytics_durations, analytics_progress cascade`.execute(db)

test('rollups equal a plain count, whatever hours they are made at', async () => {
  await fc.assert(
    fc.asyncProperty(traffic, fc.array(fc.integer({ min: hours(1), max: hours(100) }), { maxLength: 4 }), async (emails, runs) => {
      await clear()
      const stored = await store(emails)
      for (const at of [...runs].sort((a, b) => a - b)) await rollUp(db, later(at))
      await rollUp(db, later(hours(100) + 5))
      expect(await readRollups(db)).toEqual(countPlainly(stored, later(hours(100))))
    }),
    { numRuns: 25 },
  )
})

test('hours that are counted again stay as they are, and hours counted twice are noticed', async () => {
  const stored = await store([{ arrived: 30, sent: { state: 'delivered', acceptedAt: later(31), deliveredAt: later(70) } }])
  await rollUp(db, later(hours(5)))
  await db.updateTable('analytics_progress').set({ counted_until: start }).execute()
  await rollUp(db, later(hours(5)))
  expect(await readRollups(db)).toEqual(countPlainly(stored, later(hours(4))))

  // The bug: a second run adds to the rows of the first.
  await sql`create function add_instead() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then return null; end if;
    update analytics_counts set count = count + new.count where (metric, tier, at, label) = (new.metric, new.tier, new.at, new.label);
    return case when found then null else new end; end $$`.execute(db)
  await sql`create trigger add_instead before insert or delete on analytics_counts for each row execute function add_instead()`.execute(db)
  await db.updateTable('analytics_progress').set({ counted_until: start }).execute()
  await rollUp(db, later(hours(5)))
  await sql`drop function add_instead cascade`.execute(db)
  expect(await readRollups(db)).not.toEqual(countPlainly(stored, later(hours(4))))
})

test('what is confirmed after its hour was counted corrects that hour', async () => {
  const [email] = await store([{ arrived: 10, sent: { state: 'accepted', acceptedAt: later(11) } }])
  await rollUp(db, later(hours(3) + 5))
  const deliveredAt = later(50)
  await db
    .updateTable('deliveries')
    .set({ state: 'delivered', delivered_at: deliveredAt, updated_at: later(hours(3) + 30) })
    .execute()
  await rollUp(db, later(hours(4) + 5))
  const corrected = email?.delivery ? [{ ...email, delivery: { ...email.delivery, state: 'delivered' as const, deliveredAt } }] : []
  expect(await readRollups(db)).toEqual(countPlainly(corrected, later(hours(4))))
})

test('an email that arrived while its mailbox was away is counted in the hour of its arrival', async () => {
  const userId = await insertUser(db, start)
  await rollUp(db, later(hours(6) + 5))
  const late = emailOf(userId, later(90))
  await insertEmails(db, [late])
  await db
    .updateTable('decisions')
    .set({ at: later(hours(6) + 20) })
    .execute()
  await rollUp(db, later(hours(7) + 5))
  expect(Object.keys(await readRollups(db))).toContain(`arrived hour ${later(60).toISOString()} `)
})

test('after a long downtime a run counts so many days, and the next run goes on', async () => {
  await store([{ arrived: 0, sent: null }])
  expect(await rollUp(db, later(hours(240)), 3)).toBe(3)
  expect((await readProgress(db))?.countedUntil).toEqual(later(hours(72)))
  await rollUp(db, later(hours(240) + 5))
  expect((await readProgress(db))?.countedUntil).toEqual(later(hours(240)))
  expect(await rollUp(db, later(hours(240) + 10))).toBe(0)
})

test('rollups stay when the messages and accounts that they counted are gone', async () => {
  const stored = await store([{ arrived: 30, sent: { state: 'accepted', acceptedAt: later(31) } }])
  await rollUp(db, later(hours(30)))
  await sql`truncate users, messages, decisions, deliveries cascade`.execute(db)
  await rollUp(db, later(hours(60)))
  expect(await readRollups(db)).toEqual(countPlainly(stored, later(hours(59))))
})

test('a user counts in each step that they took after all earlier ones, and is counted again when they go on', async () => {
  const userId = await insertUser(db, later(5))
  await insertUser(db, later(20))
  await sql`insert into mailboxes (user_id, id, kind, address, state, created_at)
    values (${userId}, gen_random_uuid(), 'address', 'a', 'live', ${later(10)})`.execute(db)
  await sql`insert into filters (user_id, id, position, name, condition, actions, created_at, updated_at)
    values (${userId}, gen_random_uuid(), 0, '', '{}', '[]', ${later(12)}, ${later(12)})`.execute(db)
  await rollUp(db, later(hours(1) + 5))
  const period = resolvePeriod({ range: '24h', zone: 'UTC' }, later(hours(24)))
  const steps = async () =>
    Object.fromEntries(
      (await readCounts(db, period, ['signed_up', 'connected', 'linked', 'filter_saved', 'forwarded'])).map(row => [row.metric, row.count]),
    )
  expect(await steps()).toEqual({ signed_up: 2, connected: 1 })
  await sql`insert into destinations (user_id, id, name, state, created_at, consent)
    values (${userId}, gen_random_uuid(), '', 'linked', ${later(70)}, ${JSON.stringify({ at: later(80).toISOString() })}::jsonb)`.execute(
    db,
  )
  await rollUp(db, later(hours(2) + 5))
  expect(await steps()).toEqual({ signed_up: 2, connected: 1, linked: 1, filter_saved: 1 })
  await insertEmails(db, [emailOf(userId, later(130), { state: 'accepted', acceptedAt: later(131) })])
  await rollUp(db, later(hours(24) + 5))
  expect(await steps()).toEqual({ signed_up: 2, connected: 1, linked: 1, filter_saved: 1, forwarded: 1 })
  expect(await readCohorts(db, start, later(hours(24 * 7)), later(hours(24 * 7)))).toEqual([{ week: '2026-11-23', size: 2, active: [1] }])
})
