// Tests the console's log on PostgreSQL: filters, pages, details, CSV, live tail, saved views and verification.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LogFilters, LogItem } from '../../../../core/api/admin/logs.ts'
import { testDatabase } from '../../../../test/database.ts'
import { recordActivity } from '../../../account/log.ts'
import { addUser, openTestChain } from '../../../account/log-chain/chain.fixture.ts'
import { newId } from '../../../foundation/seal.ts'
import { loadWords } from '../../../foundation/words.ts'
import { readLogDetail } from './detail.ts'
import { toLogCsv } from './file.ts'
import { readLogSearch } from './filters.ts'
import { listLogPage, since } from './query.ts'
import { tailLogs } from './tail.ts'

const { db } = await testDatabase()
const say = loadWords().of('adminlogs')
const start = Date.UTC(2026, 10, 20)
const at = (second: number) => new Date(start + second * 1000)
let anna: string
let staff: string
const origin = { ip: '192.0.2.7', userAgent: 'a browser', details: {} }

beforeAll(async () => {
  anna = await addUser(db)
  staff = newId(at(0))
  for (let second = 0; second < 20; second++)
    await recordActivity(db, {
      ...origin,
      ...{ name: second % 2 === 0 ? 'auth.login' : 'auth.logout', status: second === 6 ? 'error' : 'success', email: 'Anna@example.org' },
      ...{ userId: second < 10 ? anna : null, at: at(second), ...(second === 9 && { source: 'browser' as const }) },
    })
  await recordActivity(db, { ...origin, name: 'login_success', status: 'success', email: null, userId: anna, at: at(30) })
  await db
    .insertInto('activity_logs')
    .values({
      ...{
        id: newId(at(40)),
        action: 'admin.user.suspended',
        resource_type: 'user',
        resource_id: anna,
        status: 'success',
        actor_id: staff,
      },
      ...{
        created_at: at(40),
        source: 'server',
        details: JSON.stringify({ reason: 'Spam', before: { state: 'active' }, after: { state: 'suspended', days: [1, 2] } }),
      },
    })
    .execute()
})

const find = async (filters: LogFilters) => (await listLogPage(db, await readLogSearch(db, filters, say), undefined, 100)).items

test.each<[LogFilters, number]>([
  [{}, 22],
  [{ kind: 'staff' }, 1],
  [{ kind: 'security' }, 1],
  [{ kind: 'activity' }, 20],
  [{ action: 'auth.login' }, 10],
  [{ action: 'auth.*' }, 20],
  [{ action: 'a*' }, 21],
  [{ action: 'admin.user.*' }, 1],
  [{ action: '%' }, 0],
  [{ action: '%*' }, 0],
  [{ status: 'error' }, 1],
  [{ source: 'browser' }, 1],
  [{ ip: '192.0.2.7' }, 21],
  [{ resourceType: 'user' }, 1],
  [{ from: at(5).toISOString(), to: at(8).toISOString() }, 3],
  [{ action: 'auth.*', status: 'error', from: at(7).toISOString() }, 0],
])('the filter %o finds its rows', async (filters, count) => {
  expect(await find(filters)).toHaveLength(count)
})

test('users and staff are found by id and by address, and an address that nobody has by what was typed', async () => {
  expect(await find({ user: anna })).toHaveLength(11)
  expect(await find({ user: `${anna.toUpperCase()}@example.org` })).toHaveLength(11)
  expect(await find({ user: 'anna@EXAMPLE.org' })).toHaveLength(20)
  expect(await find({ actor: staff })).toMatchObject([{ action: 'admin.user.suspended', kind: 'staff', actorId: staff }])
  expect(await find({ actor: 'nobody@example.org' })).toEqual([])
  await expect(find({ user: 'anna' })).rejects.toMatchObject({ status: 400, code: 'user_wrong' })
})

test.each<LogFilters>([{}, { action: 'auth.*' }])('pages hold every row once, newest first: %o', async filters => {
  const search = await readLogSearch(db, filters, say)
  const seen: LogItem[] = []
  let cursor: string | undefined
  do {
    const page = await listLogPage(db, search, cursor, 3)
    seen.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  expect(seen).toEqual(await find(filters))
  expect(seen.map(item => item.at)).toEqual(
    seen
      .map(item => item.at)
      .toSorted()
      .toReversed(),
  )
})

test('the details of an entry are a table of paths and values', async () => {
  const [entry] = await find({ kind: 'staff' })
  const detail = await readLogDetail(db, entry?.id ?? '', { seesMoney: true }, say)
  expect(Object.fromEntries(detail.details.map(({ name, value }) => [name, value]))).toEqual({
    ...{ reason: 'Spam', 'before.state': 'active', 'after.state': 'suspended', 'after.days.0': '1', 'after.days.1': '2' },
  })
  expect(detail).toMatchObject({ source: 'server', resourceId: anna, position: null, sealedAt: null })
  await expect(readLogDetail(db, newId(at(0)), { seesMoney: true }, say)).rejects.toMatchObject({ status: 404 })
})

test('CSV has the rows of the filter', async () => {
  const file = toLogCsv(db, await readLogSearch(db, { action: 'auth.*' }, say), at(0))
  expect(file.name).toBe('logs-2026-11-20')
  expect((await Array.fromAsync(file.rows)).map(row => row[2])).toEqual((await find({ action: 'auth.*' })).map(item => item.action))
})

describe('following the log', () => {
  async function follow(seconds: number, onSecond: (second: number) => Promise<void>) {
    let now = start + 100_000
    const search = await readLogSearch(db, { action: 'live.*' }, say)
    const closed = new AbortController()
    const lines: string[] = []
    const deps = {
      now: () => new Date(now),
      readSince: async (from: Date) => (await listLogPage(db, since(search, from), undefined, 100)).items,
      sleep: async (ms: number) => {
        now += ms
        const second = (now - start) / 1000 - 100
        if (second >= seconds) closed.abort()
        await onSecond(second)
      },
    }
    await tailLogs(deps, line => lines.push(line.kind === 'entry' ? line.entry.action : line.kind), closed.signal)
    return lines
  }
  const add = (name: string, second: number) =>
    recordActivity(db, { ...origin, name, status: 'info', email: null, userId: null, at: at(100 + second) })

  test('sends each new row once and in order, a late one too, and nothing from before', async () => {
    await add('live.before', -1)
    const lines = await follow(30, async second => {
      if (second === 2) await add('live.one', 2)
      if (second === 5) await add('live.two', 5)
      if (second === 6) await add('live.late', 3)
    })
    expect(lines).toEqual(['waiting', 'live.one', 'live.two', 'live.late', 'waiting', 'ended'])
  })

  test('ends by itself after half an hour', async () => {
    let now = start
    const kinds: string[] = []
    const deps = { now: () => new Date(now), sleep: async (ms: number) => void (now += ms), readSince: async () => [] }
    await tailLogs(deps, line => kinds.push(line.kind), new AbortController().signal)
    expect([now - start, kinds.at(-1)]).toEqual([1_800_000, 'ended'])
    expect(kinds.length).toBeLessThan(130)
  })
})

test('the newest actions are found when somebody has filled the log with thousands of names', async () => {
  await sql`insert into activity_logs (id, action, status, created_at)
    select gen_random_uuid(), 'noise.' || n, 'info', ${at(60)}::timestamptz from generate_series(1, 300) n`.execute(db)
  expect(await find({ action: 'noise.*' })).toHaveLength(100)
  expect(await find({ action: 'noise.29*' })).toHaveLength(11)
  await sql`delete from activity_logs where action like 'noise.%'`.execute(db)
})

test('an entry names its place in the chain once it is sealed', async () => {
  const chain = await openTestChain(db)
  await chain.log(2)
  await chain.seal()
  const [newest] = await find({})
  expect(await readLogDetail(db, newest?.id ?? '', { seesMoney: true }, say)).toMatchObject({
    position: 2,
    sealedAt: chain.now().toISOString(),
  })
})
