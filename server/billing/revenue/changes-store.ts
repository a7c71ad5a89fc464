// Notes how an owner's subscription changed, for its history and for the revenue of a month.
import { movementsOf, revenueEventOf } from '../../../core/plans/revenue.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'
import { type ChangedFacts, factsOfRow } from './changed-facts.ts'

export interface SubscriptionChange {
  subscriptionId: string
  provider: Row<'subscriptions'>['provider']
  /** Null for a subscription that was not known before. */
  before: ChangedFacts | null
  after: ChangedFacts
  at: Date
}

/** Writes nothing for what changes neither the state, nor the plan, nor the revenue. */
export async function noteChange(tx: Tx, ownerId: string, change: SubscriptionChange): Promise<void> {
  const rows = rowsOf(change)
  if (rows.length === 0) return
  const common = { owner_id: ownerId, subscription_id: change.subscriptionId, provider: change.provider, changed_at: change.at }
  await tx
    .insertInto('subscription_changes')
    .values(rows.map(row => ({ ...row, ...common, id: newId(change.at) })))
    .execute()
}

type ChangeColumns = Omit<NewRow<'subscription_changes'>, 'id' | 'owner_id' | 'subscription_id' | 'provider' | 'changed_at'>

/** A row for each currency: another currency is a loss in one, and a gain in the other. */
function rowsOf({ before, after }: SubscriptionChange): ChangeColumns[] {
  const movements = movementsOf(before, after)
  const event = revenueEventOf(before?.state ?? null, after.state)
  const states = {
    state_before: before?.state ?? null,
    state_after: after.state,
    plan_before: before?.planId ?? null,
    plan_after: after.planId,
  }
  if (movements.length === 0) {
    if (before && before.state === after.state && before.planId === after.planId) return []
    return [{ ...states, event, movement: null, currency: after.currency, revenue_change: 0 }]
  }
  return movements.map(({ kind, currency, amount }) => ({
    ...{ ...states, movement: kind, currency, event: currency === after.currency ? event : null },
    revenue_change: amount,
  }))
}

/** What an owner who leaves paid is lost; their history stays as numbers that name nobody. */
export async function forgetOwner(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const rows = await tx.selectFrom('subscriptions').selectAll().where('owner_id', '=', ownerId).where('state', '<>', 'ended').execute()
  for (const row of rows) {
    const before = factsOfRow(row)
    await noteChange(tx, ownerId, { subscriptionId: row.id, provider: row.provider, before, after: { ...before, state: 'ended' }, at: now })
  }
  await tx.updateTable('subscription_changes').set({ owner_id: null, subscription_id: null }).where('owner_id', '=', ownerId).execute()
}
