// Answers requests about a person's phones and about sending a delivery again.
import { z } from 'zod/mini'
import type * as api from '../../core/api/delivery.ts'
import type { Attempt, Destination, LinkOffer } from '../../core/api/delivery.ts'
import { Fallback } from '../../core/delivery/fallback.ts'
import { showLinkCode } from '../../core/delivery/link-code.ts'
import { pauseEnd } from '../../core/delivery/pause.ts'
import { closesAt } from '../../core/delivery/window.ts'
import type { Words } from '../../core/words/words.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { Row } from '../db/tables.ts'
import type { PersonHandler } from '../http/route.ts'
import { digest, newId, randomCode } from '../seal.ts'
import { setDestination } from './change.ts'
import { alreadyLinked, deliveryUnknown, destinationUnknown, notSentAgain, tooManyDestinations, wrongFallback } from './errors.ts'
import type { ExplainReason } from './explain.ts'
import { removeDestination } from './link.ts'
import { type Reserve, sendAgain } from './resend.ts'
import type { OnFinal } from './settle/queue.ts'
import { addDestination, addLinkCode, type DestinationRow, getDestination, listAttempts, listDestinations } from './store.ts'

export interface DeliveryParts {
  db: Db
  clock: Clock
  words: Words
  explain: ExplainReason
  onFinal: OnFinal
  reserve: Reserve
  /** Called after the commit when a lane may go on. */
  wake(): void
  /** Our number on the messenger, digits without a plus. */
  number: string
  /** What a phone opens: `https://wa.me`, or the sandbox's page of the same shape; without a slash at its end. */
  linkBase: string
}

const mostDestinations = 20
const codeLetters = 8
const codeLastsMs = 15 * 60_000

export function deliveryHandlers(parts: DeliveryParts) {
  const { db, clock, words } = parts

  const list: PersonHandler<typeof api.listDestinations> = async ask => {
    const rows = await listDestinations(db, ask.userId)
    return { items: rows.map(row => asDestination(row, clock.now())), next: null }
  }

  const add: PersonHandler<typeof api.addDestination> = ask => addPhone(parts, ask.userId, ask.body.name)

  const renew: PersonHandler<typeof api.renewLink> = async ask => {
    const row = await getDestination(db, ask.userId, ask.params.id)
    if (!row) throw destinationUnknown(words)
    if (row.state === 'linked') throw alreadyLinked(words)
    return offerLink(parts, ask.userId, row, clock.now())
  }

  const change: PersonHandler<typeof api.changeDestination> = async ({ userId, params, body }) => {
    const now = clock.now()
    const row = await db.transaction().execute(tx => setDestination(tx, userId, params.id, body, now))
    if (row === 'unknown') throw destinationUnknown(words)
    if (row === 'wrong_fallback') throw wrongFallback(words)
    parts.wake()
    return asDestination(row, now)
  }

  const remove: PersonHandler<typeof api.removeDestination> = async ask => {
    const gone = await db.transaction().execute(tx => removeDestination(tx, ask.userId, ask.params.id, clock.now(), parts.onFinal))
    if (!gone) throw destinationUnknown(words)
    return {}
  }

  const attempts: PersonHandler<typeof api.listAttempts> = async ask => {
    const rows = await listAttempts(db, ask.userId, ask.params.id)
    if (!rows) throw deliveryUnknown(words)
    return { items: rows.map(row => asAttempt(row, parts.explain)), next: null }
  }

  const addAttempt: PersonHandler<typeof api.addAttempt> = async ask => {
    const resent = await db.transaction().execute(tx => sendAgain(tx, ask.userId, ask.params.id, clock.now(), parts.reserve))
    if (resent !== 'queued') throw notSentAgain(words, resent)
    parts.wake()
    return {}
  }

  return { list, add, renew, change, remove, attempts, addAttempt }
}

/** Makes a destination that waits for its phone, with the one-time code that links it. */
export async function addPhone(parts: DeliveryParts, userId: string, name: string): Promise<LinkOffer> {
  const now = parts.clock.now()
  if ((await listDestinations(parts.db, userId)).length >= mostDestinations) throw tooManyDestinations(parts.words, mostDestinations)
  return offerLink(parts, userId, await addDestination(parts.db, userId, newId(now), name, now), now)
}

async function offerLink(parts: DeliveryParts, userId: string, row: DestinationRow, now: Date): Promise<LinkOffer> {
  const code = randomCode(codeLetters)
  const expiresAt = new Date(now.getTime() + codeLastsMs)
  await parts.db
    .transaction()
    .execute(tx => addLinkCode(tx, userId, { code_hash: digest(code), destination_id: row.id, created_at: now, expires_at: expiresAt }))
  const text = parts.words.of('delivery')('link.text', { code: showLinkCode(code) })
  return {
    destination: asDestination(row, now),
    code: showLinkCode(code),
    text,
    url: `${parts.linkBase}/${parts.number}?text=${encodeURIComponent(text)}`,
    number: `+${parts.number}`,
    expiresAt: expiresAt.toISOString(),
  }
}

function asDestination(row: DestinationRow, now: Date): Destination {
  const until = row.state === 'linked' && row.last_inbound_at ? closesAt(row.last_inbound_at) : null
  return {
    id: row.id,
    name: row.name,
    phone: row.wa_id,
    state: row.state,
    windowOpenUntil: until && until > now ? until.toISOString() : null,
    pausedUntil: pauseEnd(row.paused_until, now)?.toISOString() ?? null,
    rights: row.rights,
    fallback: z.nullable(Fallback).parse(row.fallback),
    unreachableSince: row.state === 'unreachable' ? (row.unreachable_since?.toISOString() ?? null) : null,
    createdAt: row.created_at.toISOString(),
  }
}

const asAttempt = (row: Row<'attempts'>, explain: ExplainReason): Attempt => ({
  n: row.n,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  outcome: row.outcome,
  reason: explain(row.reason),
  price: row.price_category === null ? null : { category: row.price_category, isBilled: row.is_billed ?? true },
})
