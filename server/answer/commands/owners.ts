// Commands of all people whose mailbox has done what was asked of it, or cannot: each is taken by one host and told of once.
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { settleCommand } from '../../delivery/commands/store.ts'

/** `reason` is null where it was done. */
export interface EndedCommand {
  userId: string
  destinationId: string
  deliveryId: string
  wamid: string
  command: string
  reason: string | null
}

interface Row {
  user_id: string
  destination_id: string
  delivery_id: string
  wamid: string
  command: string
  state: 'done' | 'failed'
  reason: string | null
}

/** Ended from here on; what was erased with its mailbox has failed. The oldest first. */
export async function takeEndedCommands(tx: Tx, now: Date, limit: number): Promise<EndedCommand[]> {
  const { rows } = await sql<Row>`
    select c.user_id, c.destination_id, c.delivery_id, c.wamid, c.command, coalesce(a.state, 'failed') as state,
      case when a.id is null then 'disconnected' else a.reason end as reason
    from phone_commands c left join mail_acts a on a.user_id = c.user_id and a.id = c.act_id
    where c.state = 'waiting' and c.act_id is not null and a.state is distinct from 'waiting'
    order by c.id limit ${limit} for update of c skip locked`.execute(tx)
  const ended = rows.map(({ state, reason, ...row }) => ({ ...row, state, reason: state === 'done' ? null : (reason ?? 'mailbox') }))
  for (const { user_id: userId, wamid, state, reason } of ended) await settleCommand(tx, userId, wamid, { state, reason, now })
  return ended.map(({ user_id: userId, destination_id: destinationId, delivery_id: deliveryId, wamid, command, reason }) => ({
    ...{ userId, destinationId, deliveryId, wamid, command, reason },
  }))
}
