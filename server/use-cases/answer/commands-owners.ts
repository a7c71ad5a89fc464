// Claims commands of all users whose mailbox action has finished, so that one host reports each of them once.
import { sql } from 'kysely'
import { endCommand } from '../../delivery/commands/store.ts'
import type { Tx } from '../../foundation/db/pool.ts'

/** `reason` is null when the command succeeded. */
export interface FinishedCommand {
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
  /** Null when the action was erased with its mailbox. */
  state: 'done' | 'failed' | null
  reason: string | null
}

/** Marks the claimed commands as ended, oldest first; a command whose mailbox was erased has failed. */
export async function claimFinishedCommands(tx: Tx, now: Date, limit: number): Promise<FinishedCommand[]> {
  const { rows } = await sql<Row>`
    select c.user_id, c.destination_id, c.delivery_id, c.wamid, c.command, a.state,
      case when a.id is null then 'disconnected' else a.reason end as reason
    from phone_commands c left join mailbox_actions a on a.user_id = c.user_id and a.id = c.action_id
    where c.state = 'waiting' and c.action_id is not null and a.state is distinct from 'waiting'
    order by c.id limit ${limit} for update of c skip locked`.execute(tx)
  const finished = rows.map(({ state, reason, ...row }) => ({
    ...row,
    state: state ?? ('failed' as const),
    reason: state === 'done' ? null : (reason ?? 'mailbox'),
  }))
  for (const { user_id: userId, wamid, state, reason } of finished) await endCommand(tx, userId, wamid, { state, reason, now })
  return finished.map(({ user_id: userId, destination_id: destinationId, delivery_id: deliveryId, wamid, command, reason }) => ({
    ...{ userId, destinationId, deliveryId, wamid, command, reason },
  }))
}
