// SQL for what many owners may do, read in one statement, with the parts that the SQL for one owner shares.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod/mini'
import type { Counter } from '../../core/plans/allowance.ts'
import type { PlanGift } from '../../core/plans/gift.ts'
import { freePlanId, PlanLimits } from '../../core/plans/plans.ts'
import type { SubscriptionState } from '../../core/plans/subscription.ts'
import type { Db } from '../foundation/db/pool.ts'

/** `free` is null while no plan exists; `subscription` is null if there was none. */
export interface AllowanceFacts {
  counter: Counter
  free: PlanLimits | null
  subscription: { state: SubscriptionState; limits: PlanLimits; currentPeriodEnd: Date | null; pastDueSince: Date | null } | null
  /** The plan that staff gave, running or over; null if there is none. */
  gift: PlanGift | null
}

/** Also of owners without usage in this month. */
export async function readAllowanceFactsOf(db: Db, ownerIds: string[], month: string): Promise<Map<string, AllowanceFacts>> {
  const { rows } = await sql<FactsRow>`
    with counter as (
      select o.owner_id, coalesce(reserved, 0) as reserved, coalesce(delivered, 0) as delivered, coalesce(returned, 0) as returned
      from unnest(${ownerIds}::uuid[]) as o (owner_id) left join usage u on u.owner_id = o.owner_id and u.month = ${month}
    )
    ${factsOf(sql`counter`)}`.execute(db)
  return new Map(rows.map(row => [row.owner_id, toFacts(row)]))
}

export interface FactsRow extends Counter {
  owner_id: string
  state: SubscriptionState | null
  current_period_end: Date | null
  past_due_since: Date | null
  bought: unknown
  free: unknown
  given: unknown
  given_until: Date | null
}

// A subscription that has not ended comes first. A free plan that is no longer sold still applies, in its newest version.
export const factsOf = (counter: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select c.*, s.state, s.current_period_end, s.past_due_since, b.terms -> 'limits' as bought, f.terms -> 'limits' as free,
    gp.terms -> 'limits' as given, g.ends_at as given_until
  from ${counter} c
  left join lateral (
    select * from subscriptions where owner_id = c.owner_id order by state in ('pending', 'ended'), started_at desc, id desc limit 1
  ) s on true
  left join plans b on b.id = s.plan_id and b.version = s.plan_version
  left join plan_grants g on g.owner_id = c.owner_id and g.ended_at is null
  left join plans gp on gp.id = g.plan_id and gp.version = g.plan_version
  left join lateral (select terms from plans where id = ${freePlanId} order by is_sold desc, version desc limit 1) f on true`

export function toFacts(row: FactsRow | undefined): AllowanceFacts {
  if (!row) throw new Error('a usage counter was not returned')
  const { reserved, delivered, returned, state } = row
  const free = z.nullable(PlanLimits).parse(row.free)
  const limits = z.nullable(PlanLimits).parse(row.bought)
  const given = z.nullable(PlanLimits).parse(row.given)
  return {
    counter: { reserved, delivered, returned },
    free,
    subscription: state && limits && { state, limits, currentPeriodEnd: row.current_period_end, pastDueSince: row.past_due_since },
    gift: given && { limits: given, endsAt: row.given_until },
  }
}
