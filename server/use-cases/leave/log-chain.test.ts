// Tests that erasing an account leaves a log that still verifies and no longer names the user, and that the last administrator stays.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { addUser, openTestChain } from '../../account/log-chain/chain.fixture.ts'
import { digestRow, type LogText } from '../../account/log-chain/digests.ts'
import { logText } from '../../account/log-chain/entries-owners.ts'
import { recordErasure } from '../../account/log-chain/erasures-owners.ts'
import { grantRole } from '../../account/owners.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { openErase, refuseLastAdmin } from '../leave.ts'

const { db } = await testDatabase()

test.each([
  [true, 0],
  [false, 3],
])('rows erased with an account are no finding where the erasure is noted: %s', async (isNoted, missing) => {
  const chain = await openTestChain(db)
  const [anna, ben] = [await addUser(db), await addUser(db)]
  await chain.log(3, anna)
  await chain.log(2, ben)
  await chain.seal()
  const erase = openErase({
    ...{ db, now: chain.now, endSubscriptions: async () => undefined, revoke: async () => undefined },
    recordErasure: async (tx, userId) => (isNoted ? recordErasure(tx, chain.keys, userId, chain.now()) : ''),
    say: loadWords('en').of('auth'),
  })
  await erase(anna, async tx => void (await tx.deleteFrom('users').where('id', '=', anna).execute()))
  expect(await chain.verify()).toMatchObject({ entries: 5, checked: 2, changed: 0, missing, inserted: 0 })
})

let at = Date.UTC(2026, 10, 1)
function staffEntry(more: object) {
  const now = new Date((at += 1000))
  const row = { action: 'admin.user.suspended', resource_type: 'user', status: 'success', details: '{}', source: 'server' } as const
  return db
    .insertInto('activity_logs')
    .values({ id: newId(now), created_at: now, ...row, ...more })
    .execute()
}

const eraseWith = (chain: Awaited<ReturnType<typeof openTestChain>>) =>
  openErase({
    ...{ db, now: chain.now, say: loadWords('en').of('auth'), endSubscriptions: async () => undefined, revoke: async () => undefined },
    recordErasure: (tx, userId) => recordErasure(tx, chain.keys, userId, chain.now()),
  })

const removeUser = (userId: string) => async (tx: Tx) => void (await tx.deleteFrom('users').where('id', '=', userId).execute())

test('what staff did, and what was done to them, no longer names an erased member of staff, and still verifies', async () => {
  const chain = await openTestChain(db)
  const [ada, ben] = [await addUser(db), await addUser(db)]
  const [adasEmail, bensEmail] = [`${ada}@example.org`, `${ben}@example.org`]
  await staffEntry({
    actor_id: ada,
    email: adasEmail,
    resource_id: ben,
    details: JSON.stringify({ reason: `Asked by ${adasEmail} (${ada})` }),
  })
  await staffEntry({ actor_id: ben, email: bensEmail, resource_id: ada, details: JSON.stringify({ before: { session: ada } }) })
  await chain.seal()
  await staffEntry({ actor_id: ada, email: adasEmail, resource_id: ada })
  let erasedId = ''
  await eraseWith(chain)(ada, async (tx, id) => {
    erasedId = id
    await removeUser(ada)(tx)
  })
  const rows = await db.selectFrom('activity_logs').selectAll().orderBy('id').execute()
  expect(JSON.stringify(rows)).not.toContain(ada)
  expect(rows).toMatchObject([
    { actor_id: erasedId, email: 'erased user', resource_id: ben, details: { reason: `Asked by erased user (${erasedId})` } },
    { actor_id: ben, email: bensEmail, resource_id: erasedId, details: { before: { session: erasedId } } },
    { actor_id: erasedId, email: 'erased user', resource_id: erasedId },
  ])
  await chain.seal()
  expect(await chain.verify()).toMatchObject({ entries: 3, checked: 3, findings: [] })
  await eraseWith(chain)(ben, removeUser(ben))
  expect(JSON.stringify(await db.selectFrom('activity_logs').selectAll().execute())).not.toContain(ben)
  expect(await chain.verify()).toMatchObject({ entries: 3, checked: 3, findings: [] })
})

test('planted: what is left is protected like any entry, and nobody can claim an erasure by hand', async () => {
  const chain = await openTestChain(db)
  const [ada, ben] = [await addUser(db), await addUser(db)]
  await staffEntry({ actor_id: ada, email: 'ada@example.org', resource_id: ben })
  await staffEntry({ actor_id: ben, email: 'ben@example.org', resource_id: ada })
  await chain.seal()
  await eraseWith(chain)(ada, removeUser(ada))
  await db.updateTable('activity_logs').set({ action: 'admin.user.resumed' }).where('actor_id', '=', ben).execute()
  expect(await chain.verify()).toMatchObject({ changed: 1, findings: [{ kind: 'row_changed' }] })
  const [row] = await db.selectFrom('activity_logs').selectAll().where('actor_id', '=', ben).execute()
  const { rows } = await sql<LogText>`select ${logText} from activity_logs log where id = ${row?.id ?? ''}`.execute(db)
  const digest = rows[0] && digestRow(rows[0])
  await db
    .updateTable('log_redactions')
    .set({ digest })
    .where('log_id', '=', row?.id ?? '')
    .execute()
  expect((await chain.verify()).findings.map(({ kind }) => kind).toSorted()).toEqual(['erasure_changed', 'row_changed'])
})

test('the only administrator can’t be erased until there is another, and nothing is ended before', async () => {
  const chain = await openTestChain(db)
  const [ada, ben] = [await addUser(db), await addUser(db)]
  const makeAdmin = (userId: string) => grantRole(db, userId, 'admin', chain.now())
  await makeAdmin(ada)
  const ended: string[] = []
  const erase = openErase({
    ...{ db, now: chain.now, say: loadWords('en').of('auth'), revoke: async () => undefined, recordErasure: async () => '' },
    endSubscriptions: async userId => void ended.push(userId),
  })
  const refused = { status: 409, code: 'last_admin', message: expect.stringContaining('Make someone else an administrator first') }
  await expect(erase(ada, removeUser(ada))).rejects.toMatchObject(refused)
  expect(ended).toEqual([])
  await makeAdmin(ben)
  await db
    .updateTable('users')
    .set({ banned_until: new Date('2999-01-01') })
    .where('id', '=', ben)
    .execute()
  await expect(erase(ada, removeUser(ada))).rejects.toMatchObject(refused)
  await db.updateTable('users').set({ banned_until: null }).where('id', '=', ben).execute()
  await erase(ada, removeUser(ada))
  expect(ended).toEqual([ada])
  // Suspending is checked after it was written, in the same transaction.
  const suspend = db.transaction().execute(async tx => {
    await tx
      .updateTable('users')
      .set({ banned_until: new Date('2999-01-01') })
      .where('id', '=', ben)
      .execute()
    await refuseLastAdmin(tx, ben, chain.now(), loadWords('en').of('auth'))
  })
  await expect(suspend).rejects.toMatchObject(refused)
})
