// Finds the newest messages of a state that few have, from an index of these few: otherwise all of a user's messages would be read.
import { type RawBuilder, sql } from 'kysely'
import type { MessageState } from '../../../core/api/ledger.ts'
import { arrivedStates, isOneOf, leastFinishedFirst } from '../../../core/delivery/states.ts'
import { idSpreadMs } from '../../../core/mailbox/own-dates.ts'
import { stateList } from '../../foundation/db/delivery-states.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { firstId } from '../../foundation/seal.ts'

/** Which of a user's messages to read. */
export interface MessageFilter {
  state: MessageState | 'all' | 'matched'
  mailboxId?: string | undefined
  /** Only messages with a delivery to this destination. */
  destinationId?: string | undefined
  since?: Date | undefined
  /** Only messages dated before. */
  until?: Date | undefined
}

/** A query for the ids of all messages that may have the state, the latest first; `and` limits the ids. */
type CandidateIds = (and: RawBuilder<boolean>) => RawBuilder<unknown>

/** An id holds its message's own date, and a little more where several have the same. */
const latestMs = idSpreadMs + 1

/** Of a user with more deliveries, the newest messages are likely to have one. */
const fewDeliveries = 4000

/**
 * Null where the state is common enough to be found among the newest messages. A message is saved with its decision and its deliveries,
 * so that without a delivery none is under way or has failed.
 */
export async function candidatesFor(
  db: Db,
  userId: string,
  { state, mailboxId, destinationId }: MessageFilter,
): Promise<CandidateIds | null> {
  if (state === 'suppressed')
    return and => sql`
      select message_id from decisions where user_id = ${userId} and decision = ${sql.lit('suppressed')} and ${and} order by message_id desc`
  const rare = leastFinishedFirst.find(({ shows, states }) => shows === state && !states.some(one => isOneOf(arrivedStates, one)))
  if (rare)
    return and => sql`
      select distinct message_id from deliveries
      where user_id = ${userId} and state in ${stateList(rare.states)} and kind in ('mail', 'attachment') and ${and} order by message_id desc`
  const isSent = destinationId !== undefined && state !== 'not_matched'
  if (!isSent && state !== 'matched' && state !== 'forwarded') return null
  const sent = sql`from deliveries where user_id = ${userId} and kind = 'mail' ${isSent ? sql`and destination_id = ${destinationId}` : sql``}`
  // What went to one phone is in the order of dates, unless little of it came to the mailbox.
  if (!(isSent && !mailboxId) && !(await hasFew(db, sent))) return null
  return and => sql`select distinct message_id ${sent} and ${and} order by message_id desc`
}

async function hasFew(db: Db, sent: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select ${sent} order by message_id limit ${fewDeliveries}) d`.execute(db)
  return (rows[0]?.n ?? 0) < fewDeliveries
}

/**
 * Ids of those that match, the newest first. The order of ids is nearly that of dates: the first that are found in it tell from when on
 * the newest are, and only these are compared.
 */
export async function listCandidates(
  db: Db,
  userId: string,
  candidates: CandidateIds,
  { since, until, before }: MessageFilter & { before: { datedAt: Date } | null },
  matches: RawBuilder<boolean>,
  limit: number,
): Promise<string[]> {
  const last = earlier(until, before?.datedAt)
  const find = async (from: Date | undefined, and: RawBuilder<boolean>, most: RawBuilder<unknown>) => {
    const inRange = sql<boolean>`
      (${from ? sql`message_id >= ${firstId(from)}` : sql`true`}
        and ${last ? sql`message_id < ${firstId(new Date(last.getTime() + latestMs))}` : sql`true`} and ${and})`
    const { rows } = await sql<{ id: string; dated_at: Date }>`
      select m.id, m.dated_at from (${candidates(inRange)}) c cross join lateral (
        select messages.id, messages.dated_at from messages
        where messages.user_id = ${userId} and messages.id = c.message_id and ${matches} offset 0) m
      order by c.message_id desc ${most}`.execute(db)
    return rows
  }
  const found = await find(since, sql`true`, sql`limit ${limit}`)
  const lastFound = found.at(-1)
  if (found.length < limit || !lastFound) return newestFirst(found)
  const oldest = new Date(Math.min(...found.map(row => row.dated_at.getTime())))
  const later = await find(oldest, sql`message_id < ${lastFound.id}`, sql``)
  return newestFirst([...found, ...later]).slice(0, limit)
}

const newestFirst = (rows: { id: string; dated_at: Date }[]): string[] =>
  rows.toSorted((a, b) => b.dated_at.getTime() - a.dated_at.getTime() || (a.id < b.id ? 1 : -1)).map(row => row.id)

const earlier = (a: Date | undefined, b: Date | undefined): Date | undefined => (a && b ? (a < b ? a : b) : (a ?? b))
