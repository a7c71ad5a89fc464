// Making a copy: tried three times and no more, by one host at a time, and without bytes that belong to nothing.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { claimExport } from '../../files/exports/owners.ts'
import { openExport } from '../../files/exports/store.ts'
import { openPersonKeys } from '../../foundation/db/keys.ts'
import type { FilesPart, RowsPart } from '../../foundation/db/person-rows.ts'
import { openLog } from '../../foundation/log.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { wordsOf } from '../../foundation/words.ts'
import { type BuildExportDeps, makeExports } from './build-export.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)
const keys = openPersonKeys(newKey(), () => now)

async function wait() {
  const [userId, id] = [newId(now), newId(now)]
  const told: string[] = []
  await db.insertInto('exports').values({ user_id: userId, id, state: 'waiting', parts: 1, created_at: now }).execute()
  const make = (change: Partial<BuildExportDeps>) =>
    makeExports({
      ...{ db, log: openLog('silent'), now: () => now, keys, parts: [], wake: () => undefined },
      sayTo: async () => wordsOf('en').of('exports'),
      tell: async (_tx, to) => void told.push(to),
      ...change,
    })
  const row = () => db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const tries = async () => {
    const chunks = await db.selectFrom('export_chunks').select('try').distinct().where('export_id', '=', id).execute()
    return chunks.map(chunk => chunk.try)
  }
  return { userId, id, told, make, row, tries }
}

const rows = (read: RowsPart['rows']): RowsPart => ({ kind: 'rows', name: 'rows', tables: [], rows: read })
/** Which does not become smaller, so that some lines fill a chunk. */
const line = () => ({ noise: randomBytes(150_000).toString('base64') })

test('is tried three times, says that it is too large at once, and leaves no bytes behind', async () => {
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

test('of more files than an archive can name nothing is read', async () => {
  let read = 0
  const many: FilesPart = {
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

test('goes on with another host where the first is gone, whose late work counts for nothing and leaves no bytes', async () => {
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

test('what a host has written while another took over goes with it', async () => {
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

test('one part that takes longer than a claim lasts stays with its host', async () => {
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

test('is given up where each of three hosts died without a word', async () => {
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
