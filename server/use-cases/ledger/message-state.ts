// Builds the SQL for a message's state: its least finished delivery's state, or its decision if it has none.

import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { MessageState } from '../../../core/api/ledger.ts'
import { leastFinishedFirst, progressOf, type State, undeliveredStates } from '../../../core/delivery/states.ts'
import { stateList } from '../../foundation/db/delivery-states.ts'
import type { Tables } from '../../foundation/db/tables.ts'

/**
 * A message counts once, by its least finished delivery: held, then under way, then failed, then forwarded.
 * A delivery that fell back to another phone is ignored: the other phone's delivery counts instead.
 * The files of an email are part of it: it is forwarded when all of them are.
 * Without a delivery its decision counts; a message without a decision is under way.
 */
export function messageState(e: ExpressionBuilder<Tables, 'messages'>): RawBuilder<MessageState> {
  const rankOfKind = (kind: 'mail' | 'attachment') =>
    e
      .selectFrom('deliveries')
      .select(sql<number>`min(case ${sql.join(ranks, sql` `)} end)`.as('rank'))
      .whereRef('deliveries.user_id', '=', 'messages.user_id')
      .whereRef('deliveries.message_id', '=', 'messages.id')
      // A constant: with a parameter, PostgreSQL cannot prove that the partial indexes apply.
      .where('deliveries.kind', '=', sql.lit(kind))
      .where(sql<boolean>`deliveries.fell_back_to is distinct from 'destination'`)
  const decision = e
    .selectFrom('decisions')
    .select('decision')
    .whereRef('decisions.user_id', '=', 'messages.user_id')
    .whereRef('decisions.message_id', '=', 'messages.id')
  return sql<MessageState>`case least(${rankOfKind('mail')}, ${rankOfKind('attachment')})
    ${sql.join(statesByRank, sql` `)}
    else case ${decision}
      when 'not_matched' then 'not_matched'
      when 'suppressed' then 'suppressed'
      when 'matched' then ${stateLiteral('failed')}
      else 'under_way' end
    end`
}

/** True when all failed deliveries of a message were reported by email, as the user chose. */
export function emailedInstead(e: ExpressionBuilder<Tables, 'messages'>): RawBuilder<boolean> {
  const emailed = e
    .selectFrom('deliveries')
    .select(sql<boolean>`bool_and(coalesce(fell_back_to, '') = 'mail')`.as('emailed'))
    .whereRef('deliveries.user_id', '=', 'messages.user_id')
    .whereRef('deliveries.message_id', '=', 'messages.id')
    .where('deliveries.kind', '=', sql.lit('mail'))
    .where(sql<boolean>`deliveries.state in ${stateList(undeliveredStates)}`)
    .where(sql<boolean>`deliveries.fell_back_to is distinct from 'destination'`)
  return sql<boolean>`coalesce(${emailed}, false)`
}

/** The delivery that decides a message's state: the least finished one; among equals, the one not reported by email. */
export function decidingDelivery<D extends { state: State; fellBack: 'destination' | 'mail' | null }>(deliveries: D[]): D | null {
  const rank = ({ state, fellBack }: D) => progressOf(state) * 2 + Number(fellBack === 'mail')
  return deliveries.filter(({ fellBack }) => fellBack !== 'destination').toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

const stateLiteral = (state: MessageState): RawBuilder<MessageState> => sql.lit(state)
const ranks = leastFinishedFirst.map(({ states }, rank) => sql`when state in ${stateList(states)} then ${sql.lit(rank)}`)
const statesByRank = leastFinishedFirst.map(({ shows }, rank) => sql`when ${sql.lit(rank)} then ${stateLiteral(shows)}`)
