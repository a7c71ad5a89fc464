// Lists and changes a user's destinations, and sends a delivery again.
import { z } from 'zod/mini'
import type * as api from '../../core/api/delivery.ts'
import type { Attempt, Destination, LinkOffer } from '../../core/api/delivery.ts'
import { Fallback } from '../../core/delivery/fallback.ts'
import { formatLinkCode } from '../../core/delivery/link-code.ts'
import { pauseEnd } from '../../core/delivery/pause.ts'
import { windowClosesAt } from '../../core/delivery/window.ts'
import type { Words } from '../../core/words/words.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Db } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import type { UserHandler } from '../foundation/http/route.ts'
import { digest, newId, randomCode } from '../foundation/seal.ts'
import { updateDestination } from './destination-change.ts'
import { alreadyLinked, cannotResend, deliveryUnknown, destinationUnknown, tooManyDestinations, wrongFallback } from './errors.ts'
import type { ExplainReason } from './explain.ts'
import { removeDestination } from './link.ts'
import type { OnFinal } from './outcomes/queue.ts'
import { type ResendDeps, sendAgain } from './resend.ts'
import { addDestination, addLinkCode, type DestinationRow, getDestination, listAttempts, listDestinations } from './store.ts'

export interface DeliveryDeps extends ResendDeps {
  db: Db
  clock: Clock
  words: Words
  explain: ExplainReason
  onFinal: OnFinal
  /** Called after the commit when a lane may continue. */
  wake(): void
  /** Our WhatsApp number, digits without a plus. */
  number: string
  /** `https://wa.me`, or the sandbox's page of the same shape; without a trailing slash. */
  linkBase: string
}

const maxDestinations = 20
const codeLength = 8
const codeLastsMs = 15 * 60_000

export function deliveryHandlers(deps: DeliveryDeps) {
  const { db, clock, words } = deps

  const list: UserHandler<typeof api.listDestinationsApi> = async request => {
    const rows = await listDestinations(db, request.userId)
    return { items: rows.map(row => toDestination(row, clock.now())), next: null }
  }

  const add: UserHandler<typeof api.addDestinationApi> = request => addPhone(deps, request.userId, request.body.name)

  const renew: UserHandler<typeof api.renewLinkApi> = async request => {
    const row = await getDestination(db, request.userId, request.params.id)
    if (!row) throw destinationUnknown(words)
    if (row.state === 'linked') throw alreadyLinked(words)
    return offerLink(deps, request.userId, row, clock.now())
  }

  const change: UserHandler<typeof api.changeDestinationApi> = async ({ userId, params, body }) => {
    const now = clock.now()
    const row = await db.transaction().execute(tx => updateDestination(tx, userId, params.id, body, now))
    if (row === 'unknown') throw destinationUnknown(words)
    if (row === 'wrong_fallback') throw wrongFallback(words)
    deps.wake()
    return toDestination(row, now)
  }

  const remove: UserHandler<typeof api.removeDestinationApi> = async request => {
    const removed = await db
      .transaction()
      .execute(tx => removeDestination(tx, request.userId, request.params.id, clock.now(), deps.onFinal))
    if (!removed) throw destinationUnknown(words)
    return {}
  }

  const attempts: UserHandler<typeof api.listAttemptsApi> = async request => {
    const rows = await listAttempts(db, request.userId, request.params.id)
    if (!rows) throw deliveryUnknown(words)
    return { items: rows.map(row => toAttempt(row, deps.explain)), next: null }
  }

  const addAttempt: UserHandler<typeof api.addAttemptApi> = async request => {
    const resent = await db.transaction().execute(tx => sendAgain(tx, request.userId, request.params.id, clock.now(), deps))
    if (resent !== 'queued') throw cannotResend(words, resent)
    deps.wake()
    return {}
  }

  return { list, add, renew, change, remove, attempts, addAttempt }
}

/** Creates a destination that waits for its phone, with the one-time code to link it. */
export async function addPhone(deps: DeliveryDeps, userId: string, name: string): Promise<LinkOffer> {
  const now = deps.clock.now()
  if ((await listDestinations(deps.db, userId)).length >= maxDestinations) throw tooManyDestinations(deps.words, maxDestinations)
  return offerLink(deps, userId, await addDestination(deps.db, userId, newId(now), name, now), now)
}

async function offerLink(deps: DeliveryDeps, userId: string, row: DestinationRow, now: Date): Promise<LinkOffer> {
  const code = randomCode(codeLength)
  const expiresAt = new Date(now.getTime() + codeLastsMs)
  await deps.db
    .transaction()
    .execute(tx => addLinkCode(tx, userId, { code_hash: digest(code), destination_id: row.id, created_at: now, expires_at: expiresAt }))
  const text = deps.words.of('delivery')('link.text', { code: formatLinkCode(code) })
  return {
    destination: toDestination(row, now),
    code: formatLinkCode(code),
    text,
    url: `${deps.linkBase}/${deps.number}?text=${encodeURIComponent(text)}`,
    number: `+${deps.number}`,
    expiresAt: expiresAt.toISOString(),
  }
}

function toDestination(row: DestinationRow, now: Date): Destination {
  const until = row.state === 'linked' && row.last_inbound_at ? windowClosesAt(row.last_inbound_at) : null
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

const toAttempt = (row: Row<'attempts'>, explain: ExplainReason): Attempt => ({
  n: row.n,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  outcome: row.outcome,
  reason: explain(row.reason),
  price: row.price_category === null ? null : { category: row.price_category, isBilled: row.is_billed ?? true },
})
