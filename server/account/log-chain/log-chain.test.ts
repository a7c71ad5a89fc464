// Tests that the chain survives what is allowed: late commits, retention, erased users, new keys, and a backup.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openDb, openPool } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import { addUser, dayMs, openTestChain } from './chain.fixture.ts'
import { recordErasure } from './erasures-owners.ts'
import { openLogKeys } from './keys-owners.ts'
import { retainLogs } from './retention.ts'
import { sealLogs } from './seal.ts'
import { verifyAndKeep, verifyLogs } from './verify.ts'

const { db, url } = await testDatabase()
let chain: Awaited<ReturnType<typeof openTestChain>>
beforeEach(async () => {
  chain = await openTestChain(db)
})

test('a row that commits after newer ones were sealed is sealed later, and is no finding', async () => {
  const other = openDb(openPool(url, 1))
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: hasInserted, resolve: inserted } = Promise.withResolvers<void>()
  await chain.log(1)
  const slow = other.transaction().execute(async tx => {
    const at = chain.now()
    await tx
      .insertInto('activity_logs')
      .values({ id: newId(at), action: 'auth.slow', status: 'info', details: '{}', created_at: at })
      .execute()
    inserted()
    await mayCommit
  })
  await hasInserted
  await chain.log(5)
  try {
    expect(await chain.seal()).toBe(6)
  } finally {
    // An open transaction would keep the next test waiting.
    commit()
    await slow
    await other.destroy()
  }
  expect(await chain.seal()).toBe(1)
  expect(await chain.verify()).toEqual({ entries: 7, checked: 7, changed: 0, missing: 0, inserted: 0, findings: [] })
})

test('hosts that seal at once make one chain', async () => {
  await chain.log(50)
  const sealed = await Promise.all([1, 2, 3].map(() => sealLogs(chain.deps, 7)))
  expect(sealed.reduce((sum, n) => sum + n, 0)).toBe(50)
  expect(await chain.verify()).toMatchObject({ entries: 50, checked: 50, findings: [] })
  expect(await db.selectFrom('log_keys').select('id').execute()).toHaveLength(1)
})

test('rows whose time is over go with their entries, and the rest still verifies', async () => {
  await chain.log(30)
  await chain.seal()
  chain.wait(400 * dayMs)
  await chain.log(10)
  await chain.seal()
  const before = new Date(chain.now().getTime() - 365 * dayMs)
  expect(await retainLogs(chain.deps, before)).toEqual({ rows: 30, entries: 30 })
  expect(await chain.verify()).toEqual({ entries: 10, checked: 10, changed: 0, missing: 0, inserted: 0, findings: [] })
  expect(await retainLogs(chain.deps, before)).toEqual({ rows: 0, entries: 0 })
  await chain.log(3)
  await chain.seal()
  expect(await chain.verify()).toMatchObject({ entries: 13, findings: [] })
  // The start is signed too.
  await sql`update log_chain_ends set start_position = 31`.execute(db)
  await sql`delete from log_chain where position = 31`.execute(db)
  expect((await chain.verify()).findings.map(({ kind }) => kind)).toContain('end_changed')
})

test('a changed entry is not removed with those whose time is over', async () => {
  await chain.log(10)
  await chain.seal()
  await sql`update log_chain set digest = sha256('other') where position = 4`.execute(db)
  chain.wait(400 * dayMs)
  expect(await retainLogs(chain.deps, chain.now())).toEqual({ rows: 10, entries: 3 })
  expect(await chain.verify()).toMatchObject({ findings: [{ kind: 'entry_changed', position: 4 }] })
})

test('the rows of an erased user are not missed; those of another are', async () => {
  const [anna, ben] = [await addUser(db), await addUser(db)]
  for (const userId of [anna, ben, null]) await chain.log(5, userId)
  await chain.seal()
  await db.transaction().execute(async tx => {
    await recordErasure(tx, chain.keys, anna, chain.now())
    await tx.deleteFrom('users').where('id', '=', anna).execute()
  })
  expect(await chain.verify()).toEqual({ entries: 15, checked: 10, changed: 0, missing: 0, inserted: 0, findings: [] })
  await db.deleteFrom('users').where('id', '=', ben).execute()
  expect(await chain.verify()).toMatchObject({ missing: 5 })
})

test('an account erased before anything was ever sealed is no finding', async () => {
  const anna = await addUser(db)
  await chain.log(2, anna)
  await db.transaction().execute(tx => recordErasure(tx, chain.keys, anna, chain.now()))
  await chain.seal()
  await db.deleteFrom('users').where('id', '=', anna).execute()
  expect(await chain.verify()).toMatchObject({ entries: 2, checked: 0, findings: [] })
})

test('a new key seals what comes, and the old one still verifies what was', async () => {
  const anna = await addUser(db)
  await chain.log(5, anna)
  await chain.seal()
  chain.wait(1000)
  const { id } = await chain.keys.add(db, chain.now())
  await chain.log(5)
  await chain.seal()
  await db.transaction().execute(tx => recordErasure(tx, chain.keys, anna, chain.now()))
  await db.deleteFrom('users').where('id', '=', anna).execute()
  const used = await db.selectFrom('log_chain').select('key_id').distinct().execute()
  expect(used).toHaveLength(2)
  expect((await db.selectFrom('log_chain_ends').select('key_id').executeTakeFirstOrThrow()).key_id).toBe(id)
  expect(await chain.verify()).toMatchObject({ entries: 10, checked: 5, findings: [] })
})

test('another master key verifies nothing', async () => {
  await chain.log(2)
  await chain.seal()
  const result = await verifyLogs({ ...chain.deps, keys: openLogKeys(Buffer.alloc(32, 7)) })
  expect(result.findings.map(({ kind }) => kind)).toEqual(['end_changed', 'key_missing', 'key_missing'])
})

test('each result is kept with its time', async () => {
  await chain.log(3)
  await chain.seal()
  const progress: string[] = []
  const kept = await verifyAndKeep(chain.deps, null, { onProgress: (checked, entries) => progress.push(`${checked} of ${entries}`) })
  expect(kept).toMatchObject({ verifiedAt: chain.now().toISOString(), entries: 3, checked: 3, findings: [] })
  expect(progress).toEqual(['3 of 3'])
  expect(await db.selectFrom('log_verifications').select('checked').execute()).toEqual([{ checked: '3' }])
})
