// SQL for the filters proposed to one user on the phone, until they accept or decline.
import { z } from 'zod/mini'
import type { PhoneFilterKind } from '../../../core/filters/from-phone/sender.ts'
import { Condition } from '../../../core/filters/tree.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { openJson, sealJson } from '../../foundation/db/sealed.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { SealKey } from '../../foundation/seal.ts'

/** The filter that a yes would save: its condition, the condition of the opposite kind, and the sender that both are about. */
export const ProposedFilter = z.object({ who: z.string(), condition: Condition, rival: Condition })
export type ProposedFilter = z.infer<typeof ProposedFilter>

export interface NewProposal {
  id: string
  destinationId: string
  wamid: string
  kind: PhoneFilterKind
  about: ProposedFilter
}

export interface Proposal extends Omit<NewProposal, 'about'> {
  state: Row<'filter_proposals'>['state']
  /** Null after the decision. */
  about: ProposedFilter | null
  filterId: string | null
  pausedIds: string[]
  createdAt: Date
}

export async function addProposal(tx: Tx, userId: string, contentKey: SealKey, proposal: NewProposal, now: Date): Promise<void> {
  const { id, destinationId, wamid, kind, about } = proposal
  await tx
    .insertInto('filter_proposals')
    .values({
      ...{ user_id: userId, id, destination_id: destinationId, wamid, effect: kind, state: 'asked', created_at: now },
      sealed: sealJson(contentKey, about, sealContext(userId, id)),
    })
    .execute()
}

/** Locked until the transaction ends. */
export async function findProposal(tx: Tx, userId: string, contentKey: SealKey, id: string): Promise<Proposal | null> {
  const row = await tx
    .selectFrom('filter_proposals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toProposal(contentKey, row) : null
}

/** Erases the proposed condition, which is now in the filter or not wanted. */
export async function recordDecision(
  tx: Tx,
  userId: string,
  id: string,
  { state, filterId, pausedIds }: Pick<Proposal, 'state' | 'filterId' | 'pausedIds'>,
): Promise<void> {
  await tx
    .updateTable('filter_proposals')
    .set({ state, sealed: null, filter_id: filterId, paused_ids: pausedIds })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export async function countProposals(db: Db, userId: string, destinationId: string, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('filter_proposals')
    .select(e => e.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('destination_id', '=', destinationId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const toProposal = (contentKey: SealKey, row: Row<'filter_proposals'>): Proposal => ({
  ...{ id: row.id, destinationId: row.destination_id, wamid: row.wamid, kind: row.effect, state: row.state, createdAt: row.created_at },
  about: row.sealed && openJson(ProposedFilter, contentKey, row.sealed, sealContext(row.user_id, row.id)),
  filterId: row.filter_id,
  pausedIds: row.paused_ids,
})

const sealContext = (userId: string, row: string) => ({ userId, row, column: 'filter_proposals.sealed' })
