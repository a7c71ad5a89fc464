// Plants each way to change a sealed log by hand, and checks that the verification names it.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { openTestChain } from './chain.fixture.ts'

const { db } = await testDatabase()
let chain: Awaited<ReturnType<typeof openTestChain>>
let ids: string[]
const idAt = (index: number) => ids[index] ?? ''

beforeEach(async () => {
  chain = await openTestChain(db)
  await chain.log(20)
  await chain.seal()
  ids = await chain.readIds()
})

const kinds = async () => (await chain.verify()).findings.map(({ kind }) => kind)

test('an untouched log has no findings, however its rows are divided into batches', async () => {
  expect(await chain.verify()).toEqual({ entries: 20, checked: 20, changed: 0, missing: 0, inserted: 0, findings: [] })
  await chain.log(7)
  expect(await chain.verify()).toMatchObject({ entries: 20, findings: [] })
  await chain.seal()
  expect(await chain.verify()).toMatchObject({ entries: 27, checked: 27, findings: [] })
})

test.each([
  ['action', `action = 'auth.logout'`],
  ['status', `status = 'error'`],
  ['details', `details = '{"method": "passkey"}'`],
  ['time, by a microsecond', `created_at = created_at + interval '1 microsecond'`],
  ['address', `ip_address = '192.0.2.8'`],
  ['source', `source = 'browser'`],
  ['actor', `actor_id = '00000000-0000-4000-8000-000000000001'`],
  ['null to empty', `resource_id = ''`],
])('a changed column of one row is found: %s', async (_name, change) => {
  await sql`update activity_logs set ${sql.raw(change)} where id = ${idAt(4)}`.execute(db)
  expect(await chain.verify()).toMatchObject({ changed: 1, findings: [{ kind: 'row_changed', logId: idAt(4), position: 5 }] })
})

test('a deleted row is found, and so are two that were swapped', async () => {
  await db.deleteFrom('activity_logs').where('id', '=', idAt(9)).execute()
  expect(await chain.verify()).toMatchObject({ missing: 1, findings: [{ kind: 'row_missing', logId: idAt(9), position: 10 }] })
  const [one, two] = [idAt(2), idAt(3)]
  await sql`update activity_logs set created_at = case id when ${one} then created_at + interval '1 second' else created_at - interval '1 second' end
    where id in (${one}, ${two})`.execute(db)
  expect(await chain.verify()).toMatchObject({ changed: 2, missing: 1 })
})

const insert = (at: Date, isSealed = false) =>
  db
    .insertInto('activity_logs')
    .values({ id: newId(at), action: 'auth.login', status: 'success', details: '{}', created_at: at, is_sealed: isSealed })
    .execute()

test('a row inserted with an old time is found, before and after it is sealed', async () => {
  const old = new Date(chain.now())
  chain.wait(3_600_000)
  await chain.seal()
  await insert(old)
  expect(await kinds()).toEqual(['row_inserted'])
  await chain.seal()
  expect(await chain.verify()).toMatchObject({ inserted: 1, findings: [{ kind: 'row_late', position: 21 }] })
})

test('a row inserted as already sealed is found', async () => {
  await insert(chain.now(), true)
  await chain.seal()
  expect(await kinds()).toEqual(['row_inserted'])
})

test('a row that claims to be new again is not sealed twice', async () => {
  await sql`update activity_logs set is_sealed = false, status = 'error' where id = ${idAt(4)}`.execute(db)
  await chain.seal()
  expect(await chain.verify()).toMatchObject({ entries: 20, changed: 1, inserted: 0 })
})

test.each([
  ['its digest', `digest = sha256('other')`],
  ['its time', `logged_at = logged_at - interval '400 days'`],
  ['its user', `subject = sha256('other')`],
  ['its hash', `hash = sha256('other')`],
])('a changed entry of the chain is found: %s', async (_name, change) => {
  await sql`update log_chain set ${sql.raw(change)} where position = 5`.execute(db)
  expect(await chain.verify()).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ kind: 'entry_changed', position: 5 })]),
  })
})

test('entries that were deleted with their rows are found, in the middle and at the end', async () => {
  const remove = async (position: number) => {
    await sql`delete from activity_logs where id = (select log_id from log_chain where position = ${position})`.execute(db)
    await sql`delete from log_chain where position = ${position}`.execute(db)
  }
  await remove(20)
  await remove(19)
  expect(await chain.verify()).toMatchObject({ missing: 2, findings: [{ kind: 'entries_missing', position: 19 }] })
  await remove(6)
  expect(await chain.verify()).toMatchObject({ missing: 3, findings: [{ kind: 'entries_missing', position: 6 }, { position: 19 }] })
})

test('two entries that were swapped are found', async () => {
  await sql`update log_chain set position = -position where position in (7, 8)`.execute(db)
  await sql`update log_chain set position = case position when -7 then 8 else 7 end where position < 0`.execute(db)
  expect((await chain.verify()).changed).toBeGreaterThanOrEqual(2)
})

test('an end that was set back hides nothing, and nothing is added to it', async () => {
  await sql`delete from activity_logs where id = (select log_id from log_chain where position = 20)`.execute(db)
  await sql`delete from log_chain where position = 20`.execute(db)
  await sql`update log_chain_ends set position = 19, hash = (select hash from log_chain where position = 19)`.execute(db)
  expect(await kinds()).toEqual(['end_changed'])
  await chain.log(1)
  await expect(chain.seal()).rejects.toThrow('changed by hand')
})

test('what may be missing cannot be claimed by hand', async () => {
  await db.deleteFrom('activity_logs').where('id', '=', idAt(0)).execute()
  await sql`update log_chain_ends set kept_from = '2027-01-01'`.execute(db)
  expect(await kinds()).toEqual(['end_changed', 'row_missing'])
  const { key_id, mac } = await db.selectFrom('log_chain_ends').selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('log_erasures')
    .values({ subject: Buffer.alloc(32), erased_at: new Date(), key_id, mac })
    .execute()
  expect(await kinds()).toContain('erasure_changed')
})

test('a chain that was taken away is found: the keys are older than it', async () => {
  await sql`truncate log_chain, log_chain_ends`.execute(db)
  await sql`update activity_logs set is_sealed = false`.execute(db)
  expect(await kinds()).toEqual(['end_missing'])
  await expect(chain.seal()).rejects.toThrow('is missing')
})

test('a log that was replaced as a whole differs from what the server’s own log said', async () => {
  const { hash } = await db.selectFrom('log_chain').select('hash').where('position', '=', '15').executeTakeFirstOrThrow()
  expect(await chain.verify({ position: 15, hash })).toMatchObject({ findings: [] })
  const { rows } = await sql`select * from activity_logs`.execute(db)
  expect(rows).toHaveLength(20)
  const other = await openTestChain(db)
  await other.log(20)
  await other.seal()
  expect(await other.verify()).toMatchObject({ findings: [] })
  expect(await other.verify({ position: 15, hash })).toMatchObject({ changed: 1, findings: [{ kind: 'copy_differs', position: 15 }] })
})

test('at most ten rows are named, and all are counted', async () => {
  await sql`update activity_logs set email = 'eve@example.org'`.execute(db)
  const { changed, findings } = await chain.verify()
  expect([changed, findings.length]).toEqual([20, 10])
})
