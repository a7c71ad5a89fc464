// Tests on PostgreSQL that what the doctor finds in the database reaches the overview, each trouble with its advice.
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { readConfig } from '../../foundation/config.ts'
import { openOutside } from '../../foundation/outside.ts'
import { loadWords } from '../../foundation/words.ts'
import { runOverviewChecks } from './overview-checks.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-26T12:00:00Z')
const outside = openOutside({ allow: [], loopback: false })
const run = async () =>
  runOverviewChecks(
    { db, config: readConfig({}), outside, problems: [], dns: null, now: () => now, machineNow: () => now },
    loadWords().of('doctor'),
  )
const troubles = async () => (await run()).filter(({ state }) => state === 'note' || state === 'failing')

const host = (id: string, freeBytes: number, beat_at = now) => ({
  ...{ id, roles: ['web'], version: '0.1.0', started_at: now, beat_at },
  load: JSON.stringify({
    ...{ loopDelayMs: 1, memoryBytes: 1, cpuPercent: 1, disk: { freeBytes, totalBytes: 100 } },
    connections: { max: 1, open: 1, idle: 1, waiting: 0 },
  }),
})

beforeEach(async () => {
  for (const table of ['hosts', 'error_groups'] as const) await db.deleteFrom(table).execute()
})

test('nothing is found on a healthy service, and a silent host is left to the overview itself', async () => {
  await db
    .insertInto('hosts')
    .values([host('web-1', 60), host('web-2', 60, new Date(now.getTime() - 600_000))])
    .execute()
  expect(await troubles()).toEqual([])
})

test('a disk that fills up is found before it is full, with what to do', async () => {
  await db
    .insertInto('hosts')
    .values([host('web-1', 15), host('web-2', 3)])
    .execute()
  expect(await troubles()).toMatchObject([
    { id: 'disk.web-1', state: 'note', fix: expect.stringContaining('before it’s full') },
    { id: 'disk.web-2', state: 'failing', fix: expect.stringContaining('Free up space') },
  ])
})

test('errors that the hosts logged are found', async () => {
  await db.insertInto('hosts').values(host('web-1', 60)).execute()
  const group = { host: 'web-1', fingerprint: 'a', level: 50, message: 'It broke.', count: '3', first_at: now, last_at: now }
  await db.insertInto('error_groups').values(group).execute()
  expect(await troubles()).toMatchObject([{ id: 'errors', state: 'note' }])
})
