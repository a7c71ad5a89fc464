// Erases a user's account for staff, and keeps a receipt without personal data.
import { z } from 'zod/mini'
import type * as api from '../../../../core/api/admin/erasures.ts'
import type { ErasureReceipt } from '../../../../core/api/admin/erasures.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { insertReceipt, listReceipts, userDigest } from '../../../account/erasure-receipts-owners.ts'
import { recordStaffAction } from '../../../account/staff-log.ts'
import type { StaffActions } from '../../../auth/by-staff/actions.ts'
import { decodeCursor, encodeCursor, TimeCursor } from '../../../foundation/db/cursor.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { newId } from '../../../foundation/seal.ts'
import { openLossCheck, requireRecord } from './actions.ts'
import { countErasedRows, type ErasureCounts } from './erasure-counts.ts'

export interface EraseUserDeps {
  db: Db
  now(): Date
  say: Translate<'adminusers'>
  accounts: Pick<StaffActions, 'erase' | 'afterCommit'>
  /** Erases the user's data in every module; `first` and `last` run in the same transaction. */
  erase(userId: string, last: (tx: Tx, erasedId: string) => Promise<void>, first: (tx: Tx) => Promise<void>): Promise<void>
}

export interface ErasureHandlers {
  erase: UserHandler<typeof api.eraseUserApi>
  list: UserHandler<typeof api.listErasureReceiptsApi>
}

export const erasureHandlers = (deps: EraseUserDeps): ErasureHandlers => ({
  erase: request => eraseUser(deps, request),
  list: async ({ query: { cursor, limit, userId } }) => {
    const after = decodeCursor(cursor, TimeCursor)
    const rows = await listReceipts(deps.db, { after, ofUser: userId ? userDigest(userId) : null, limit: limit + 1 })
    const items = await toReceipts(deps.db, rows.slice(0, limit))
    const last = items.at(-1)
    return { items, next: last && rows.length > limit ? encodeCursor([last.erasedAt, last.id]) : null }
  },
})

async function eraseUser(
  deps: EraseUserDeps,
  { params, body, ...staff }: Parameters<ErasureHandlers['erase']>[0],
): Promise<ErasureReceipt> {
  const { db, say, accounts, erase } = deps
  const { user } = await requireRecord(deps, db, params.id)
  if (body.confirmation.toLowerCase() !== (user.email ?? user.id))
    throw new HttpError(422, 'confirmation_wrong', say('refused.confirmation'))
  const check = openLossCheck(deps, staff.userId)
  // Checked before the payment and email providers are called, and again in the transaction.
  await db.transaction().execute(tx => check(tx, user.id))
  const at = deps.now()
  const receipt = { id: newId(at), user_digest: userDigest(user.id), erased_at: at, actor_id: staff.userId, reason: body.reason }
  let counts: ErasureCounts = {}
  await erase(
    user.id,
    async (tx, erasedId) => {
      await accounts.erase(tx, user.id)
      await insertReceipt(tx, { ...receipt, counts: JSON.stringify(counts) })
      const after = { receipt: receipt.id, rows: sumOf(counts) }
      const logged = { name: 'user.erased', resourceType: 'user', resourceId: erasedId, reason: body.reason, before: null, after }
      await recordStaffAction(tx, staff, at, logged)
    },
    async tx => {
      await check(tx, user.id)
      counts = await countErasedRows(tx, user.id)
    },
  )
  accounts.afterCommit()
  const [line] = await toReceipts(db, [{ ...receipt, counts }])
  if (!line) throw new Error('An erasure left no receipt.')
  return line
}

const sumOf = (counts: ErasureCounts): number =>
  Object.values(counts)
    .flatMap(tables => Object.values(tables))
    .reduce((sum, count) => sum + count, 0)

const Counts = z.record(z.string(), z.record(z.string(), z.number()))

async function toReceipts(db: Db, rows: Row<'erasure_receipts'>[]): Promise<ErasureReceipt[]> {
  if (rows.length === 0) return []
  const actorIds = rows.map(row => row.actor_id)
  const actors = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', actorIds).execute()
  const emails = new Map(actors.map(({ id, email }) => [id, email]))
  return rows.map(row => ({
    id: row.id,
    userDigest: row.user_digest,
    erasedAt: row.erased_at.toISOString(),
    byId: row.actor_id,
    byEmail: emails.get(row.actor_id) ?? null,
    reason: row.reason,
    counts: Counts.parse(row.counts),
  }))
}
