// Tests the heartbeat on PostgreSQL: what a host reports, and which rows stay.
import { expect, test, vi } from 'vitest'
import { HostLoad } from '../../core/api/admin/host.ts'
import { testDatabase } from '../../test/database.ts'
import { movableClock } from './clock.ts'
import { saveErrorGroups, saveHeartbeat } from './db/hosts.ts'
import { startHeartbeat } from './hosts.ts'
import { openLog } from './log.ts'
import { openRecentErrors } from './recent-errors.ts'

const { db, pool } = await testDatabase()
const hosts = () => db.selectFrom('hosts').selectAll().orderBy('id').execute()

test('a host reports at once and every ten seconds; when it stops its row is gone', async () => {
  const clock = movableClock()
  const errors = openRecentErrors()
  errors.record(50, ['a failure'], clock.now())
  const host = { id: 'web-1', roles: ['web'], version: '0.1.0' }
  const heartbeat = startHeartbeat({ db, pool, clock, log: openLog('silent'), host, dataDir: '/', errors })
  const first = await vi.waitFor(async () => {
    const [row] = await hosts()
    if (!row) throw new Error('No heartbeat yet.')
    return row
  })
  const load = HostLoad.parse(first.load)
  expect(load.disk?.totalBytes).toBeGreaterThan(0)
  expect(load.memoryBytes).toBeGreaterThan(1e6)
  clock.moveTo(10_000)
  await vi.waitFor(async () => expect((await hosts())[0]?.beat_at).not.toEqual(first.beat_at))
  expect((await hosts())[0]?.started_at).toEqual(first.started_at)
  await heartbeat.stop()
  expect(await hosts()).toEqual([])
  expect(await db.selectFrom('error_groups').selectAll().execute()).toMatchObject([{ host: 'web-1', message: 'a failure', count: '1' }])
})

test('a host that was silent for a day is removed by the next heartbeat of another', async () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const row = (id: string, hoursAgo: number) => {
    const beat_at = new Date(now.getTime() - hoursAgo * 3_600_000)
    return { id, roles: ['mail'], version: '0.1.0', started_at: beat_at, beat_at, load: '{}' }
  }
  for (const one of [row('old', 25), row('silent', 23), row('new', 0)]) await saveHeartbeat(db, one)
  expect((await hosts()).map(({ id }) => id)).toEqual(['new', 'silent'])
})

test('counts of a group add up, and groups of more than a week ago are dropped', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  const group = (message: string, count: number, day: number) => ({
    ...{ fingerprint: `50 ${message}`, level: 50, message, count, firstAt: at(day), lastAt: at(day) },
  })
  await saveErrorGroups(db, 'b', [group('often', 2, 1), group('once', 1, 1)], at(1))
  await saveErrorGroups(db, 'b', [group('often', 3, 7)], at(7))
  await saveErrorGroups(db, 'b', [], at(9))
  const rows = await db.selectFrom('error_groups').selectAll().where('host', '=', 'b').execute()
  expect(rows).toMatchObject([{ message: 'often', count: '5', first_at: at(1), last_at: at(7) }])
})
