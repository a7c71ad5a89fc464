// SQL for the state of each message: its least finished delivery, else its decision.

import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { MessageState } from '../../../core/api/ledger.ts'
import { leastFinishedFirst, progressOf, type State, undeliveredStates } from '../../../core/delivery/states.ts'
import { oneOf } from '../../foundation/db/delivery-states.ts'
import type { Tables } from '../../foundation/db/tables.ts'

/**
 * A message counts once, by its least finished delivery: held, then under way, then failed, then forwarded.
 * One that went to another phone instead is not asked: the other one's delivery counts in its place.
 * The files that follow a mail are part of it: it is forwarded when all of them are.
 * Without a delivery its decision counts; a message that has none yet is under way.
 */
export function messageState(e: ExpressionBuilder<Tables, 'messages'>): RawBuilder<MessageState> {
  const rankOfKind = (kind: 'mail' | 'attachment') =>
    e
      .selectFrom('deliveries')
      .select(sql<number>`min(case ${sql.join(ranks, sql` `)} end)`.as('rank'))
      .whereRef('deliveries.user_id', '=', 'messages.user_id')
      .whereRef('deliveries.message_id', '=', 'messages.id')
      .where('deliveries.kind', '=', kind)
      .where(sql<boolean>`deliveries.fell_back_to is distinct from 'destination'`)
  const decision = e
    .selectFrom('decisions')
    .select('decision')
    .whereRef('decisions.user_id', '=', 'messages.user_id')
    .whereRef('decisions.message_id', '=', 'messages.id')
  return sql<MessageState>`case least(${rankOfKind('mail')}, ${rankOfKind('attachment')})
    ${sql.join(shown, sql` `)}
    else case ${decision}
      when 'not_matched' then 'not_matched'
      when 'suppressed' then 'suppressed'
      when 'matched' then ${literal('failed')}
      else 'under_way' end
    end`
}

/** Of all that failed of a message its person was told by e-mail, as they chose. */
export function emailedInstead(e: ExpressionBuilder<Tables, 'messages'>): RawBuilder<boolean> {
  const told = e
    .selectFrom('deliveries')
    .select(sql<boolean>`bool_and(coalesce(fell_back_to, '') = 'mail')`.as('told'))
    .whereRef('deliveries.user_id', '=', 'messages.user_id')
    .whereRef('deliveries.message_id', '=', 'messages.id')
    .where('deliveries.kind', '=', 'mail')
    .where('deliveries.state', 'in', undeliveredStates)
    .where(sql<boolean>`deliveries.fell_back_to is distinct from 'destination'`)
  return sql<boolean>`coalesce(${told}, false)`
}

/** The delivery that decides where a message stands: the least finished one; of several the one that nobody was told of. */
export function decidingDelivery<D extends { state: State; fellBack: 'destination' | 'mail' | null }>(deliveries: D[]): D | null {
  const place = ({ state, fellBack }: D) => progressOf(state) * 2 + Number(fellBack === 'mail')
  return deliveries.filter(({ fellBack }) => fellBack !== 'destination').toSorted((a, b) => place(a) - place(b))[0] ?? null
}

const literal = (state: MessageState): RawBuilder<MessageState> => sql.lit(state)
const ranks = leastFinishedFirst.map(({ states }, rank) => sql`when state in ${oneOf(states)} then ${sql.lit(rank)}`)
const shown = leastFinishedFirst.map(({ shows }, rank) => sql`when ${sql.lit(rank)} then ${literal(shows)}`)
