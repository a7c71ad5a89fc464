// Where each message of a person stands: SQL for the least finished of its deliveries, else its verdict.
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Standing } from '../../core/api/ledger.ts'
import type { State } from '../../core/delivery/states.ts'
import type { Tables } from '../db/tables.ts'

/**
 * A message counts once, by its least finished delivery (DESIGN §4.1): held, then under way, then failed, then forwarded.
 * One that went to another phone instead is not asked: the other one's delivery counts in its place.
 * The files that follow a mail are part of it: it is forwarded when all of them are.
 * Without a delivery its verdict decides; a message that has no verdict yet is under way.
 */
export function standingOf(e: ExpressionBuilder<Tables, 'messages'>): RawBuilder<Standing> {
  const rankOfKind = (kind: 'mail' | 'attachment') =>
    e
      .selectFrom('deliveries')
      .select(
        sql<number>`min(case
      when state = 'held' then 0
      when state in ('delivered', 'read') then 3
      when state in ('failed', 'cancelled', 'expired') then 2
      else 1 end)`.as('rank'),
      )
      .whereRef('deliveries.user_id', '=', 'messages.user_id')
      .whereRef('deliveries.message_id', '=', 'messages.id')
      .where('deliveries.kind', '=', kind)
      .where(sql<boolean>`deliveries.fell_back is distinct from 'destination'`)
  const verdict = e
    .selectFrom('verdicts')
    .select('verdict')
    .whereRef('verdicts.user_id', '=', 'messages.user_id')
    .whereRef('verdicts.message_id', '=', 'messages.id')
  return sql<Standing>`case least(${rankOfKind('mail')}, ${rankOfKind('attachment')})
    when 0 then 'held'
    when 1 then 'under_way'
    when 2 then 'failed'
    when 3 then 'forwarded'
    else case ${verdict}
      when 'not_matched' then 'not_matched'
      when 'suppressed' then 'suppressed'
      when 'matched' then 'failed'
      else 'under_way' end
    end`
}

/** Of all that failed of a message its person was told by e-mail, as they chose. */
export function toldByMail(e: ExpressionBuilder<Tables, 'messages'>): RawBuilder<boolean> {
  const told = e
    .selectFrom('deliveries')
    .select(sql<boolean>`bool_and(coalesce(fell_back, '') = 'mail')`.as('told'))
    .whereRef('deliveries.user_id', '=', 'messages.user_id')
    .whereRef('deliveries.message_id', '=', 'messages.id')
    .where('deliveries.kind', '=', 'mail')
    .where('deliveries.state', 'in', ['failed', 'cancelled', 'expired'])
    .where(sql<boolean>`deliveries.fell_back is distinct from 'destination'`)
  return sql<boolean>`coalesce(${told}, false)`
}

/** The delivery that decides where a message stands: the least finished one; of several the one that nobody was told of. */
export function deciding<D extends { state: State; fellBack: 'destination' | 'mail' | null }>(deliveries: D[]): D | null {
  const place = ({ state, fellBack }: D) => rankOf(state) * 2 + Number(fellBack === 'mail')
  return deliveries.filter(({ fellBack }) => fellBack !== 'destination').toSorted((a, b) => place(a) - place(b))[0] ?? null
}

function rankOf(state: State): number {
  if (state === 'held') return 0
  if (state === 'delivered' || state === 'read') return 3
  return state === 'failed' || state === 'cancelled' || state === 'expired' ? 2 : 1
}
