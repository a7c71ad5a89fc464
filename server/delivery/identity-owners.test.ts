// Tests phones whose number or id changed, on PostgreSQL: nobody gets email for a number's previous owner.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newId } from '../foundation/seal.ts'
import { confirmIdentity, renameUser, unlinkPhone, wakeUnannounced } from './identity-owners.ts'
import { findByPhone } from './owners.ts'
import { openTestbed } from './testbed.fixture.ts'

const { db } = await testDatabase()
const bed = openTestbed(db)
const person = () => newId(bed.now())
const inTransaction = db.transaction.bind(db)
const rowOf = (id: string) => db.selectFrom('destinations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const consentAt = (id: string, at: Date) =>
  db
    .updateTable('destinations')
    .set({ consent: JSON.stringify({ wamid: 'wamid.1', at: at.toISOString(), wording: '' }) })
    .where('id', '=', id)
    .execute()

test('a number that changed owners must be linked again, for every user it received for', async () => {
  const linkedAt = bed.now()
  const phones = [await bed.phoneOf(person(), 'A', '15550100301'), await bed.phoneOf(person(), 'B', '15550100301')]
  const other = await bed.phoneOf(person(), 'C', '15550100302')
  for (const id of phones) await consentAt(id, linkedAt)
  const left = bed.pass(60_000)
  const gone = { waId: '15550100301', waUserId: null }
  expect(await inTransaction().execute(tx => unlinkPhone(tx, gone, left))).toBe(2)
  for (const id of phones) expect(await rowOf(id)).toMatchObject({ state: 'pending', wa_id: null, last_inbound_at: null })
  expect(await rowOf(other)).toMatchObject({ state: 'linked' })
  expect(await findByPhone(db, gone)).toEqual([])
  expect(await inTransaction().execute(tx => unlinkPhone(tx, gone, left))).toBe(0)
})

test('a later link of that number stays, however late or often the change is reported', async () => {
  const left = bed.now()
  const id = await bed.phoneOf(person(), 'New', '15550100303')
  await consentAt(id, bed.pass(60_000))
  expect(await inTransaction().execute(tx => unlinkPhone(tx, { waId: '15550100303', waUserId: null }, left))).toBe(0)
  expect(await rowOf(id)).toMatchObject({ state: 'linked', wa_id: '15550100303' })
})

test('email for a phone that must be linked again waits', async () => {
  const userId = person()
  const id = await bed.phoneOf(userId, 'A', '15550100304')
  await inTransaction().execute(tx => unlinkPhone(tx, { waId: '15550100304', waUserId: null }, bed.now()))
  await bed.mail(userId, id)
  expect(await bed.host('a').claim()).toEqual([])
})

test('a user’s new id replaces the old one, once', async () => {
  const id = await bed.phoneOf(person(), 'A', '15550100305')
  await db.updateTable('destinations').set({ wa_user_id: 'US.1' }).where('id', '=', id).execute()
  expect(await inTransaction().execute(tx => renameUser(tx, 'US.1', 'US.2'))).toBe(1)
  expect(await inTransaction().execute(tx => renameUser(tx, 'US.1', 'US.2'))).toBe(0)
  expect(await rowOf(id)).toMatchObject({ wa_user_id: 'US.2', state: 'linked' })
})

test('a user who writes with both ids is recognized by either, even if the number is hidden later', async () => {
  const [byNumber, byId] = [await bed.phoneOf(person(), 'A', '15550100310'), await bed.phoneOf(person(), 'B', '15550100311')]
  await db.updateTable('destinations').set({ wa_id: null, wa_user_id: 'US.10' }).where('id', '=', byId).execute()
  await inTransaction().execute(tx => confirmIdentity(tx, { waId: '15550100310', waUserId: 'US.10' }, bed.now()))
  for (const id of [byNumber, byId]) expect(await rowOf(id)).toMatchObject({ wa_id: '15550100310', wa_user_id: 'US.10', state: 'linked' })
  await inTransaction().execute(tx => confirmIdentity(tx, { waId: null, waUserId: 'US.10' }, bed.now()))
  expect(await rowOf(byId)).toMatchObject({ wa_id: '15550100310' })
})

test('a number that writes with another id has a new owner, who gets nothing; older messages prove nothing', async () => {
  const id = await bed.phoneOf(person(), 'A', '15550100312')
  await db.updateTable('destinations').set({ wa_user_id: 'US.11' }).where('id', '=', id).execute()
  await consentAt(id, bed.now())
  const stranger = { waId: '15550100312', waUserId: 'US.12' }
  expect(await inTransaction().execute(tx => confirmIdentity(tx, stranger, new Date(bed.now().getTime() - 1000)))).toBe(0)
  expect(await inTransaction().execute(tx => confirmIdentity(tx, stranger, bed.pass(1000)))).toBe(1)
  expect(await rowOf(id)).toMatchObject({ state: 'pending', wa_id: null, wa_user_id: null })
})

test('an announcement without a template is due, with its lane, once there is one', async () => {
  const userId = person()
  const destinationId = await bed.phoneOf(userId, 'A', '15550100306')
  const later = new Date(bed.now().getTime() + 3_600_000)
  const of = { user_id: userId, destination_id: destinationId, attempts: 0, created_at: bed.now(), updated_at: bed.now() }
  const row = { ...of, kind: 'announcement' as const, state: 'held', reason: 'no_template', due_at: later }
  const [held, other] = [newId(bed.now()), newId(bed.now())]
  await db
    .insertInto('deliveries')
    .values([
      { ...row, id: held },
      { ...row, id: other, reason: 'number_paused' },
    ])
    .execute()
  const lane = { user_id: userId, destination_id: destinationId, tokens: 1, refilled_at: bed.now(), next_at: later }
  await db.insertInto('lanes').values(lane).execute()
  await inTransaction().execute(tx => wakeUnannounced(tx, bed.now()))
  const due = await db.selectFrom('deliveries').select(['id', 'due_at']).where('user_id', '=', userId).orderBy('due_at').execute()
  expect(due).toEqual([
    { id: held, due_at: bed.now() },
    { id: other, due_at: later },
  ])
  const { next_at } = await db.selectFrom('lanes').select('next_at').where('user_id', '=', userId).executeTakeFirstOrThrow()
  expect(next_at).toEqual(bed.now())
})

test('locked announcements are not waited for', async () => {
  const at = { user_id: crypto.randomUUID(), destination_id: crypto.randomUUID() }
  const row = { ...at, id: newId(bed.now()), kind: 'announcement' as const, state: 'held', reason: 'no_template', attempts: 0 }
  await db
    .insertInto('deliveries')
    .values({ ...row, created_at: bed.now(), updated_at: bed.now() })
    .execute()
  await db
    .insertInto('lanes')
    .values({ ...at, tokens: 1, refilled_at: bed.now(), next_at: null })
    .execute()
  await inTransaction().execute(async tx => {
    await sql`select 1 from deliveries where id = ${row.id} for update`.execute(tx)
    await inTransaction().execute(async other => {
      await sql`set local lock_timeout = '2s'`.execute(other)
      await wakeUnannounced(other, bed.now())
    })
  })
  const lane = await db.selectFrom('lanes').select('next_at').where('user_id', '=', at.user_id).executeTakeFirst()
  expect(lane?.next_at).toEqual(bed.now())
})
