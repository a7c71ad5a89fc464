// SQL for plans: every version that was published, and which are sold. Versions are added, never changed.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Plan, PlanTerms } from '../../../core/plans/plans.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export interface PublishedPlan extends Plan {
  isSold: boolean
  publishedAt: Date
}

/** The newest version of each plan that is sold. */
export async function sellablePlans(db: Db): Promise<PublishedPlan[]> {
  const rows = await db.selectFrom('plans').selectAll().distinctOn('id').orderBy('id').orderBy('version', 'desc').execute()
  return rows.filter(row => row.is_sold).map(toPublishedPlan)
}

/** The version that somebody bought. */
export async function planVersion(db: Db, id: string, version: number): Promise<PublishedPlan | null> {
  const row = await db.selectFrom('plans').selectAll().where('id', '=', id).where('version', '=', version).executeTakeFirst()
  return row ? toPublishedPlan(row) : null
}

/** Every version of every plan, newest first. */
export async function allPlans(db: Db): Promise<PublishedPlan[]> {
  const rows = await db.selectFrom('plans').selectAll().orderBy('published_at', 'desc').orderBy('id').orderBy('version', 'desc').execute()
  return rows.map(toPublishedPlan)
}

export interface PublishedChange {
  before: PublishedPlan | null
  plan: PublishedPlan
}

/** Unchanged terms add no version: only whether the newest one is sold may change. `by` is null for the first plans; `record` notes who did it. */
export const publishPlan = (
  db: Db,
  terms: PlanTerms,
  isSold: boolean,
  by: string | null,
  now: Date,
  record?: (tx: Tx, change: PublishedChange) => Promise<void>,
): Promise<PublishedChange> =>
  db.transaction().execute(async tx => {
    const change = await publishIn(tx, { terms, isSold, by, now })
    await record?.(tx, change)
    return change
  })

interface NewVersion {
  terms: PlanTerms
  isSold: boolean
  by: string | null
  now: Date
}

async function publishIn(tx: Tx, { terms, isSold, by, now }: NewVersion): Promise<PublishedChange> {
  // Two administrators who publish the same plan get two versions, one after the other.
  await sql`lock table plans in share row exclusive mode`.execute(tx)
  const newest = await tx.selectFrom('plans').selectAll().where('id', '=', terms.id).orderBy('version', 'desc').limit(1).executeTakeFirst()
  const before = newest ? toPublishedPlan(newest) : null
  if (before && isDeepStrictEqual(PlanTerms.parse(before), PlanTerms.parse(terms))) {
    await tx.updateTable('plans').set({ is_sold: isSold }).where('id', '=', before.id).where('version', '=', before.version).execute()
    return { before, plan: { ...before, isSold } }
  }
  const row = await tx
    .insertInto('plans')
    .values({
      ...{ id: terms.id, version: (before?.version ?? 0) + 1, is_sold: isSold },
      ...{ terms: JSON.stringify(PlanTerms.parse(terms)), published_by: by, published_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { before, plan: toPublishedPlan(row) }
}

export async function hasPlans(db: Db): Promise<boolean> {
  return (await db.selectFrom('plans').select('id').limit(1).executeTakeFirst()) !== undefined
}

function toPublishedPlan({ terms, version, is_sold, published_at }: Row<'plans'>): PublishedPlan {
  return { ...PlanTerms.parse(terms), version, isSold: is_sold, publishedAt: published_at }
}
