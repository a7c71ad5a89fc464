// SQL over all users: pages of users, and service keys.
import { z } from 'zod/mini'
import type { Db } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'
import type { UserRecord } from '../store.ts'

/** The newest first. */
export async function readUsersPage(db: Db, offset: number, limit: number): Promise<{ total: number; records: UserRecord[] }> {
  const counted = await db
    .selectFrom('users')
    .select(e => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const newest = db.selectFrom('users').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  const users = await newest.offset(offset).limit(limit).execute()
  return { total: Number(counted.count), records: await addIdentitiesAndFactors(db, users) }
}

async function addIdentitiesAndFactors(db: Db, users: Row<'users'>[]): Promise<UserRecord[]> {
  if (users.length === 0) return []
  const ids = users.map(user => user.id)
  const identities = await db.selectFrom('identities').selectAll().where('user_id', 'in', ids).orderBy('created_at').execute()
  const factors = await db.selectFrom('factors').selectAll().where('user_id', 'in', ids).orderBy('created_at').execute()
  const [identitiesByUser, factorsByUser] = [Map.groupBy(identities, i => i.user_id), Map.groupBy(factors, f => f.user_id)]
  return users.map(user => ({ user, identities: identitiesByUser.get(user.id) ?? [], factors: factorsByUser.get(user.id) ?? [] }))
}

export async function insertServiceKey(db: Db, key: NewRow<'service_keys'>): Promise<void> {
  await db.insertInto('service_keys').values(key).execute()
}

/** The newest first, revoked and expired ones too. */
export function listServiceKeys(db: Db): Promise<Row<'service_keys'>[]> {
  return db.selectFrom('service_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Whether the key with this id is valid. */
export async function isServiceKey(db: Db, jti: unknown, now: Date): Promise<boolean> {
  const id = z.uuid().safeParse(jti)
  if (!id.success) return false
  const valid = db.selectFrom('service_keys').select('id').where('id', '=', id.data).where('revoked_at', 'is', null)
  return (await valid.where('expires_at', '>', now).executeTakeFirst()) !== undefined
}

/** False when there is no such valid key. */
export async function revokeServiceKey(db: Db, id: string, now: Date): Promise<boolean> {
  const revoked = db.updateTable('service_keys').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null)
  return (await revoked.returning('id').executeTakeFirst()) !== undefined
}
