// SQL for the commands of one user's phones and the messages they received.

import type { CommandKind, CommandState } from '../../../core/api/commands.ts'
import { undeliveredStates } from '../../../core/delivery/states.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'

export interface NewCommand {
  destinationId: string
  messageId: string
  deliveryId: string
  /** Of the message with the command, which counts once. */
  wamid: string
  command: CommandKind
  state: CommandState
  /** A code of `reason.*`. */
  reason?: string | null
  /** The requested mailbox action; the command waits for it. */
  actionId?: string | null
  until?: Date | null
}

export async function recordCommand(tx: Tx, userId: string, command: NewCommand, now: Date): Promise<void> {
  const { destinationId, messageId, deliveryId, wamid, state, reason = null, actionId = null, until = null } = command
  const row: NewRow<'phone_commands'> = {
    ...{ user_id: userId, id: newId(now), destination_id: destinationId, message_id: messageId, delivery_id: deliveryId, wamid },
    ...{ command: command.command, state, reason, action_id: actionId, until, created_at: now, ended_at: state === 'waiting' ? null : now },
  }
  await tx
    .insertInto('phone_commands')
    .values(row)
    .onConflict(conflict => conflict.columns(['user_id', 'wamid']).doNothing())
    .execute()
}

export interface CommandOutcome {
  state: Exclude<CommandState, 'waiting'>
  reason: string | null
  now: Date
}

/** False if the command is no longer waiting. */
export async function endCommand(tx: Tx, userId: string, wamid: string, { state, reason, now }: CommandOutcome): Promise<boolean> {
  const updated = await tx
    .updateTable('phone_commands')
    .set({ state, reason, ended_at: now })
    .where('user_id', '=', userId)
    .where('wamid', '=', wamid)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Marks a finished command as undone. */
export async function undoCommand(tx: Tx, userId: string, wamid: string, now: Date): Promise<void> {
  await tx
    .updateTable('phone_commands')
    .set({ state: 'failed', reason: 'undone', ended_at: now })
    .where('user_id', '=', userId)
    .where('wamid', '=', wamid)
    .where('state', '=', 'done')
    .execute()
}

export interface CommandWithPhone extends Row<'phone_commands'> {
  phone: string | null
}

/** More than anybody taps. */
const maxListed = 100

/** The oldest first. */
export async function listCommands(db: Db, userId: string, messageId: string): Promise<CommandWithPhone[]> {
  const rows = await db
    .selectFrom('phone_commands as c')
    .leftJoin('destinations as d', j => j.onRef('d.user_id', '=', 'c.user_id').onRef('d.id', '=', 'c.destination_id'))
    .selectAll('c')
    .select('d.name as phone')
    .where('c.user_id', '=', userId)
    .where('c.message_id', '=', messageId)
    .orderBy('c.id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.toReversed()
}

/** Null if there is no such delivery, or it combines several emails. */
export async function readDeliveredEmail(
  db: Db,
  userId: string,
  deliveryId: string,
): Promise<{ destinationId: string; messageId: string; filterId: string | null } | null> {
  const row = await db
    .selectFrom('deliveries')
    .select(['destination_id', 'message_id', 'filter_id'])
    .where('user_id', '=', userId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  return row?.message_id ? { destinationId: row.destination_id, messageId: row.message_id, filterId: row.filter_id } : null
}

/** Is it sent again in the same form, rather than in full? */
export async function isRepeat(db: Db, userId: string, deliveryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('is_repeat')
    .where('user_id', '=', userId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  return row?.is_repeat ?? false
}

/** The part numbers of an email's files that this phone has, or that are on their way. */
export async function listSentFiles(db: Db, userId: string, messageId: string, destinationId: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['part', 'carries'])
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('destination_id', '=', destinationId)
    .where('state', 'not in', undeliveredStates)
    .execute()
  return new Set(rows.flatMap(row => row.part ?? row.carries ?? []))
}
