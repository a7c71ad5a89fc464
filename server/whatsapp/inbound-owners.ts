// SQL for inbound messages: stored once by wamid, claimed in order per sender, deleted after 30 days.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { parseInbound } from '../../core/phone/inbound.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { forgetFailures } from '../foundation/db/set-aside.ts'
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
  'not_sent',
  'nothing',
  'set_aside',
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
    .values({
      ...{ wamid, sender: senderOf(message), kind, body: JSON.stringify(Body.parse(body)), received_at: at },
      is_urgent: isUrgent(message),
    })
    .onConflict(conflict => conflict.column('wamid').doNothing())
    .returning('wamid')
    .executeTakeFirst()
  return inserted !== undefined
}

const isUrgent = ({ text, payload }: InboundMessage): boolean => ['stop', 'start'].includes(parseInbound(text, payload).kind)

/** A stored message as it is: its body may be of another version. */
export interface ClaimedInbound {
  wamid: string
  sender: string
  kind: string
  at: Date
  isUrgent: boolean
  body: unknown
}

/**
 * Locks the oldest unanswered message until the transaction ends; null if there is none.
 * A message waits for earlier ones from the same sender, so STOP and START keep their order on any number of hosts; but they don't
 * wait for messages that failed or are skipped.
 */
export async function claimInbound(tx: Tx, skippedIds: string[], now: Date): Promise<ClaimedInbound | null> {
  const row = await tx
    .selectFrom('inbound_messages as message')
    .select(['wamid', 'sender', 'kind', 'received_at', 'is_urgent', 'body'])
    .where('answered_at', 'is', null)
    .where(e => e.or([e('retry_at', 'is', null), e('retry_at', '<=', now)]))
    .where('wamid', '<>', sql<string>`all(${skippedIds}::text[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inbound_messages as earlier')
            .select('earlier.wamid')
            .whereRef('earlier.sender', '=', 'message.sender')
            .where('earlier.answered_at', 'is', null)
            .where(sql<boolean>`(earlier.received_at, earlier.wamid) < (message.received_at, message.wamid)`)
            .where(sql<boolean>`not (message.is_urgent and (earlier.retry_at is not null or earlier.wamid = any(${skippedIds}::text[])))`),
        ),
      ),
    )
    .orderBy('received_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? { wamid: row.wamid, sender: row.sender, kind: row.kind, at: row.received_at, isUrgent: row.is_urgent, body: row.body } : null
}

/** Throws when the body is of another version, or broken. */
export const parseStoredInbound = ({ wamid, kind, at, body }: ClaimedInbound): InboundMessage => ({ wamid, kind, at, ...Body.parse(body) })

/** It failed, and is tried again then. */
export async function postponeInbound(db: Db, wamid: string, retryAt: Date): Promise<void> {
  await db.updateTable('inbound_messages').set({ retry_at: retryAt }).where('wamid', '=', wamid).where('answered_at', 'is', null).execute()
}

/**
 * Closes what failed before this STOP or START, which the sender sent later and which must not be undone: returns how many. START leaves
 * to the others their tries.
 */
export async function closeOvertaken(tx: Tx, message: ClaimedInbound, isStop: boolean, now: Date): Promise<number> {
  const overtaken = await tx
    .updateTable('inbound_messages')
    .set({ answered_at: now, body: JSON.stringify({ answer: 'set_aside' }) })
    .where('sender', '=', message.sender)
    .where('answered_at', 'is', null)
    .where('retry_at', 'is not', null)
    .where(sql<boolean>`(received_at, wamid) < (${message.at}, ${message.wamid})`)
    .where(e => (isStop ? e.lit(true) : e('is_urgent', '=', true)))
    .returning('wamid')
    .execute()
  return overtaken.length
}

/** Closes a message: keeps the kind of response and deletes the text, or keeps that for an hour as `unsent`. */
export async function closeInbound(tx: Tx, wamid: string, answer: ResponseKind, now: Date, unsent?: string): Promise<void> {
  await tx
    .updateTable('inbound_messages')
    .set({ answered_at: now, body: JSON.stringify({ answer, unsent }) })
    .where('wamid', '=', wamid)
    .execute()
}

/** The text of a message that was sent to nobody, once; null if it is another sender's, or was answered before `since`. */
export async function takeUnsent(
  tx: Tx,
  sender: Pick<InboundMessage, 'waId' | 'waUserId'>,
  wamid: string,
  since: Date,
): Promise<string | null> {
  const row = await tx
    .selectFrom('inbound_messages')
    .select('body')
    .where('wamid', '=', wamid)
    .where('sender', '=', senderOf(sender))
    .where('answered_at', '>=', since)
    .forUpdate()
    .executeTakeFirst()
  const unsent = UnsentBody.safeParse(row?.body).data?.unsent ?? null
  if (unsent !== null) await tx.updateTable('inbound_messages').set({ body: withoutText }).where('wamid', '=', wamid).execute()
  return unsent
}

const UnsentBody = z.object({ unsent: z.string() })
const withoutText = sql<never>`body - 'unsent'`

/** Called by a job: deletes texts that were kept after their messages were answered. */
export async function forgetUnsent(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('inbound_messages')
    .set({ body: withoutText })
    .where('answered_at', '<', before)
    .where(sql<boolean>`body ? 'unsent'`)
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
  const before = new Date(now.getTime() - retentionMs)
  const deleted = await db
    .deleteFrom('inbound_messages')
    .where('answered_at', '<', before)
    // By its index: what was answered by then had been received.
    .where('received_at', '<', before)
    .where('received_at', '<', e => e.selectFrom('inbound_messages').select(({ fn }) => fn.max('received_at').as('newest')))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Deletes the messages of these senders. */
export async function eraseInbound(tx: Tx, senders: string[]): Promise<void> {
  if (senders.length === 0) return
  const erased = await tx.deleteFrom('inbound_messages').where('sender', 'in', senders).returning('wamid').execute()
  const wamids = erased.map(({ wamid }) => wamid)
  await forgetFailures(tx, 'inbound', wamids)
  await forgetFailures(tx, 'webhook', wamids)
}
