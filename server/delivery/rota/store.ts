// SQL for one user's rotas.
import { z } from 'zod/mini'
import { onCallOrFirst, Shift } from '../../../core/delivery/rota.ts'
import type { OnCall } from '../../../core/filters/on-call.ts'
import type { Db } from '../../foundation/db/pool.ts'

export interface Rota {
  id: string
  name: string
  shifts: Shift[]
}

export async function listRotas(db: Db, userId: string): Promise<Rota[]> {
  const rows = await db.selectFrom('rotas').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
  return rows.map(({ id, name, shifts }) => ({ id, name, shifts: z.array(Shift).parse(shifts) }))
}

export async function addRota(db: Db, userId: string, { id, name, shifts }: Rota, now: Date): Promise<void> {
  await db
    .insertInto('rotas')
    .values({ user_id: userId, id, name, shifts: JSON.stringify(shifts), created_at: now, updated_at: now })
    .execute()
}

/** False if it is not this user's. */
export async function changeRota(db: Db, userId: string, { id, name, shifts }: Rota, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('rotas')
    .set({ name, shifts: JSON.stringify(shifts), updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function deleteRota(db: Db, userId: string, id: string): Promise<boolean> {
  const dropped = await db.deleteFrom('rotas').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return dropped.numDeletedRows > 0n
}

/** By rota, the destinations on call at `now`. */
export async function onCallAt(db: Db, userId: string, timeZone: string, now: Date): Promise<OnCall> {
  return new Map((await listRotas(db, userId)).map(({ id, shifts }) => [id, onCallOrFirst(shifts, now, timeZone)]))
}
