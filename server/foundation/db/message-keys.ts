// Names messages of many users in one statement, so that a sweep asks once for a whole batch.
import { type RawBuilder, sql } from 'kysely'

export interface MessageKey {
  userId: string
  messageId: string
}

/**
 * A row per message, for `from … as k (user_id uuid, message_id uuid)`. PostgreSQL expects a hundred rows of JSON whatever it holds, so
 * that it looks each message up instead of reading whole tables.
 */
export const messageKeyRows = (keys: MessageKey[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(keys.map(({ userId, messageId }) => ({ user_id: userId, message_id: messageId })))}::jsonb)`

export const messageKeysOf = (userId: string, messageIds: string[]): MessageKey[] => messageIds.map(messageId => ({ userId, messageId }))
