// Tests building exports: at most three attempts, one host at a time, and no orphaned bytes.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { claimExport } from '../../files/exports/owners.ts'
import { openExport } from '../../files/exports/store.ts'
import type { FilesExport, RowsExport } from '../../foundation/db/export-rows.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { type BuildExportDeps, makeExports } from './build-export.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)
const keys = openUserKeys(newKey(), () => now)

async function wait() {
  const [userId, id] = [newId(now), newId(now)]
  const told: string[] = []
  await db.insertInto('exports').values({ user_id: userId, id, state: 'waiting', parts: 1, created_at: now }).execute()
  const make = (change: Partial<BuildExportDeps>) =>
    makeExports({
      ...{ db, log: openLog('silent'), now: () => now, keys, parts: [], wake: () => undefined },
      sayTo: async () => loadWords('en').of('exports'),
      notifyReady: async (_tx, to) => void told.push(to),
      ...change,
    })
  const row = () => db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const tries = async () => {
    const chunks = await db.selectFrom('export_chunks').select('try').distinct().where('export_id', '=', id).execute()
    return chunks.map(chunk => chunk.try)
  }
  return { userId, id, told, make, row, tries }
}

const rows = (read: RowsExport['rows']): RowsExport => ({ kind: 'rows', name: 'rows', tables: [], rows: read })
/** Which does not become smaller, so that some lines fill a chunk. */
const line = () => ({ noise: randomBytes(150_000).toString('base64') })

test('an export is tried three times, fails at once when too large, and leaves no bytes behind', async () => {
  const broken = rows(async function* () {
    for (let n = 0; n < 5; n++) yield line()
    throw new Error('gone')
  })
  const { told, make, row, tries } = await wait()
  await make({ parts: [broken] })
  expect(await row()).toMatchObject({ state: 'failed', reason: 'broken', tries: 3 })
  const large = await wait()
  await large.make({ mostBytes: 100 })
  expect(await large.row()).toMatchObject({ state: 'failed', reason: 'too_large', tries: 1 })
  expect([await tries(), await large.tries(), told, large.told]).toEqual([[], [], [], []])
})

test('an export with too many files is refused before anything is read', async () => {
  let read = 0
  const many: FilesExport = {
    ...{ kind: 'files', name: 'many', tables: [], count: async () => 65_535 },
    async *files() {
      read++
      yield { name: 'one', bytes: Readable.from([]) }
    },
  }
  const { make, row } = await wait()
  await make({ parts: [many] })
  expect(await row()).toMatchObject({ state: 'failed', reason: 'too_many', tries: 1 })
  expect(read).toBe(0)
})

test('another host continues an abandoned export; late work of the first is ignored and leaves no bytes', async () => {
  const { userId, id, told, make, row, tries } = await wait()
  let isTaken = false
  const interrupted = rows(async function* () {
    for (let n = 0; n < 5; n++) yield line()
    if (!isTaken) await claimExport(db, minutes(60), minutes(61))
    isTaken = true
    for (let n = 0; n < 5; n++) yield line()
  })
  await make({ parts: [interrupted, rows(async function* () {})] })
  expect(await row()).toMatchObject({ state: 'working', tries: 2 })
  expect(await tries()).toEqual([])
  // A host that died has written this.
  await db
    .insertInto('export_chunks')
    .values({ user_id: userId, export_id: id, try: 2, n: 0, sealed: Buffer.of(1) })
    .execute()
  await make({ now: () => minutes(62), parts: [interrupted] })
  expect(await row()).toMatchObject({ state: 'ready', tries: 3 })
  expect(await tries()).toEqual([3])
  expect(told).toEqual([userId])
})

test('what a host wrote after losing its claim is deleted', async () => {
  const { id, make, row, tries } = await wait()
  let before: number[] = []
  const interrupted = rows(async function* () {
    for (let n = 0; n < 15; n++) yield line()
    before = await tries()
    // By hand: a chunk may be written just after the one that takes over has dropped those of before.
    await db
      .updateTable('exports')
      .set({ tries: 2, claimed_until: minutes(60) })
      .where('id', '=', id)
      .execute()
    yield line()
  })
  await make({ parts: [interrupted] })
  expect(before).toEqual([1])
  expect(await row()).toMatchObject({ state: 'working', tries: 2 })
  expect(await tries()).toEqual([])
})

test('a section that takes longer than a claim stays with its host', async () => {
  const { userId, id, make, row } = await wait()
  let at = now
  const taken: unknown[] = []
  const slow = rows(async function* () {
    for (let n = 0; n < 30; n++) {
      at = minutes(n)
      taken.push(await claimExport(db, at, minutes(n + 10)))
      yield line()
    }
  })
  await make({ now: () => at, parts: [slow] })
  expect(taken.filter(Boolean)).toEqual([])
  expect(await row()).toMatchObject({ state: 'ready', tries: 1 })
  expect(await openExport(db, userId, id, at)).not.toBeNull()
})

test('an export fails after three hosts died', async () => {
  const { userId, id, make, row, tries } = await wait()
  for (let n = 0; n < 3; n++) expect(await claimExport(db, minutes(n * 10), minutes(n * 10 + 10))).toMatchObject({ id, tries: n + 1 })
  await db
    .insertInto('export_chunks')
    .values({ user_id: userId, export_id: id, try: 3, n: 0, sealed: Buffer.of(1) })
    .execute()
  await make({ now: () => minutes(29) })
  expect(await row()).toMatchObject({ state: 'working' })
  await make({ now: () => minutes(30) })
  expect(await row()).toMatchObject({ state: 'failed', reason: 'broken', tries: 3 })
  expect(await tries()).toEqual([])
})
