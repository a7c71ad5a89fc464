// SQL for inbound messages: stored once by wamid, claimed in order per sender, deleted after 30 days.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { InboundMessage } from './webhook/parse.ts'

/** How we responded to a message; stored instead of its text. */
export const ResponseKind = z.enum([
  'linked',
  'wrong_code',
  'expired_code',
  'too_many_codes',
  'stopped',
  'started',
  'paused',
  'resumed',
  'shown',
  'gone',
  'refused',
  'acknowledged',
  'command',
  'command_refused',
  'reply_planned',
  'reply_asked',
  'reply_refused',
  'reply_told',
  'filter_asked',
  'filter_kept',
  'filter_told',
  'filter_refused',
  'not_linked',
  'help',
  'nothing',
])
export type ResponseKind = z.infer<typeof ResponseKind>

const Body = z.object({
  waId: z.nullable(z.string()),
  waUserId: z.nullable(z.string()),
  text: z.string(),
  payload: z.nullable(z.string()),
  about: z.nullable(z.string()),
  profileName: z.nullable(z.string()),
  file: z.optional(z.object({ mediaId: z.string(), name: z.string(), mimeType: z.string() })),
})

/** Stores a message; false if it was stored already, as when Meta repeats it. */
export async function recordInbound(tx: Tx, message: InboundMessage): Promise<boolean> {
  const { wamid, kind, at, ...body } = message
  const inserted = await tx
    .insertInto('inbound_messages')
    .values({ wamid, sender: senderOf(message), kind, body: JSON.stringify(Body.parse(body)), received_at: at })
    .onConflict(conflict => conflict.column('wamid').doNothing())
    .returning('wamid')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Locks the oldest unanswered message until the transaction ends; null if there is none.
 * A message waits for earlier ones from the same sender, so STOP and START keep their order on any number of hosts.
 */
export async function claimInbound(tx: Tx, skippedIds: string[] = []): Promise<InboundMessage | null> {
  const row = await tx
    .selectFrom('inbound_messages as message')
    .selectAll('message')
    .where('answered_at', 'is', null)
    .where('wamid', '<>', sql<string>`all(${skippedIds}::text[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inbound_messages as earlier')
            .select('earlier.wamid')
            .whereRef('earlier.sender', '=', 'message.sender')
            .where('earlier.answered_at', 'is', null)
            .where(sql<boolean>`(earlier.received_at, earlier.wamid) < (message.received_at, message.wamid)`),
        ),
      ),
    )
    .orderBy('received_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? { wamid: row.wamid, kind: row.kind, at: row.received_at, ...Body.parse(row.body) } : null
}

/** Closes a message: keeps the kind of response and deletes the text. */
export async function closeInbound(tx: Tx, wamid: string, answer: ResponseKind, now: Date): Promise<void> {
  await tx
    .updateTable('inbound_messages')
    .set({ answered_at: now, body: JSON.stringify({ answer }) })
    .where('wamid', '=', wamid)
    .execute()
}

/** How often a sender got one of these responses since then. */
export async function countResponses(db: Db, sender: string, answers: ResponseKind[], since: Date): Promise<number> {
  const row = await db
    .selectFrom('inbound_messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('sender', '=', sender)
    .where('answered_at', '>=', since)
    .where(sql<boolean>`body ->> 'answer' = any(${answers}::text[])`)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** When anybody last wrote to us; null if never. */
export async function lastInboundAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('inbound_messages').select('received_at').orderBy('received_at', 'desc').limit(1).executeTakeFirst()
  return row?.received_at ?? null
}

/** The key of a sender: the business-scoped id if there is one, because the number may be hidden one day. */
export const senderOf = ({ waId, waUserId }: Pick<InboundMessage, 'waId' | 'waUserId'>): string => waUserId ?? waId ?? ''

// Meta repeats a message for up to seven days (…/webhooks/overview).
const retentionMs = 30 * 86_400_000

/**
 * Deletes messages answered 30 days ago; returns how many. Their text was deleted when they were answered (`closeInbound`).
 * Keeps the newest one, which shows the operator that the webhook works.
 */
export async function sweepInbound(db: Db, now: Date): Promise<number> {
  const deleted = await db
    .deleteFrom('inbound_messages')
    .where('answered_at', '<', new Date(now.getTime() - retentionMs))
    .where('received_at', '<', e => e.selectFrom('inbound_messages').select(({ fn }) => fn.max('received_at').as('newest')))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Deletes the messages of these senders. */
export async function eraseInbound(tx: Tx, senders: string[]): Promise<void> {
  if (senders.length > 0) await tx.deleteFrom('inbound_messages').where('sender', 'in', senders).execute()
}
