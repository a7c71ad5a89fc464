// Lists and changes a user's destinations, and sends a delivery again.
import { z } from 'zod/mini'
import type * as api from '../../core/api/delivery.ts'
import type { Attempt, Destination, LinkOffer } from '../../core/api/delivery.ts'
import { Fallback } from '../../core/delivery/fallback.ts'
import { showLinkCode } from '../../core/delivery/link-code.ts'
import { pauseEnd } from '../../core/delivery/pause.ts'
import { closesAt } from '../../core/delivery/window.ts'
import type { Words } from '../../core/words/words.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Db } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import type { PersonHandler } from '../foundation/http/route.ts'
import { digest, newId, randomCode } from '../foundation/seal.ts'
import { updateDestination } from './destination-change.ts'
import { alreadyLinked, deliveryUnknown, destinationUnknown, notSentAgain, tooManyDestinations, wrongFallback } from './errors.ts'
import type { ExplainReason } from './explain.ts'
import { removeDestination } from './link.ts'
import type { OnFinal } from './outcomes/queue.ts'
import { type Reserve, sendAgain } from './resend.ts'
import { addDestination, addLinkCode, type DestinationRow, getDestination, listAttempts, listDestinations } from './store.ts'

export interface DeliveryDeps {
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

export function deliveryHandlers(deps: DeliveryDeps) {
  const { db, clock, words } = deps

  const list: PersonHandler<typeof api.listDestinationsApi> = async ask => {
    const rows = await listDestinations(db, ask.userId)
    return { items: rows.map(row => asDestination(row, clock.now())), next: null }
  }

  const add: PersonHandler<typeof api.addDestinationApi> = ask => addPhone(deps, ask.userId, ask.body.name)

  const renew: PersonHandler<typeof api.renewLinkApi> = async ask => {
    const row = await getDestination(db, ask.userId, ask.params.id)
    if (!row) throw destinationUnknown(words)
    if (row.state === 'linked') throw alreadyLinked(words)
    return offerLink(deps, ask.userId, row, clock.now())
  }

  const change: PersonHandler<typeof api.changeDestinationApi> = async ({ userId, params, body }) => {
    const now = clock.now()
    const row = await db.transaction().execute(tx => updateDestination(tx, userId, params.id, body, now))
    if (row === 'unknown') throw destinationUnknown(words)
    if (row === 'wrong_fallback') throw wrongFallback(words)
    deps.wake()
    return asDestination(row, now)
  }

  const remove: PersonHandler<typeof api.removeDestinationApi> = async ask => {
    const gone = await db.transaction().execute(tx => removeDestination(tx, ask.userId, ask.params.id, clock.now(), deps.onFinal))
    if (!gone) throw destinationUnknown(words)
    return {}
  }

  const attempts: PersonHandler<typeof api.listAttemptsApi> = async ask => {
    const rows = await listAttempts(db, ask.userId, ask.params.id)
    if (!rows) throw deliveryUnknown(words)
    return { items: rows.map(row => asAttempt(row, deps.explain)), next: null }
  }

  const addAttempt: PersonHandler<typeof api.addAttemptApi> = async ask => {
    const resent = await db.transaction().execute(tx => sendAgain(tx, ask.userId, ask.params.id, clock.now(), deps.reserve))
    if (resent !== 'queued') throw notSentAgain(words, resent)
    deps.wake()
    return {}
  }

  return { list, add, renew, change, remove, attempts, addAttempt }
}

/** Makes a destination that waits for its phone, with the one-time code that links it. */
export async function addPhone(deps: DeliveryDeps, userId: string, name: string): Promise<LinkOffer> {
  const now = deps.clock.now()
  if ((await listDestinations(deps.db, userId)).length >= mostDestinations) throw tooManyDestinations(deps.words, mostDestinations)
  return offerLink(deps, userId, await addDestination(deps.db, userId, newId(now), name, now), now)
}

async function offerLink(deps: DeliveryDeps, userId: string, row: DestinationRow, now: Date): Promise<LinkOffer> {
  const code = randomCode(codeLetters)
  const expiresAt = new Date(now.getTime() + codeLastsMs)
  await deps.db
    .transaction()
    .execute(tx => addLinkCode(tx, userId, { code_hash: digest(code), destination_id: row.id, created_at: now, expires_at: expiresAt }))
  const text = deps.words.of('delivery')('link.text', { code: showLinkCode(code) })
  return {
    destination: asDestination(row, now),
    code: showLinkCode(code),
    text,
    url: `${deps.linkBase}/${deps.number}?text=${encodeURIComponent(text)}`,
    number: `+${deps.number}`,
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
