// Links a phone to its destination, and stops, resumes or removes it at the owner's message or tap.
import { firstRights } from '../../core/delivery/rights.ts'
import { mayCancel } from '../../core/delivery/states.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { ended } from './outcomes/close.ts'
import { lockDeliveries, type OnFinal, writeChanges } from './outcomes/queue.ts'
import { findByPhone, lockDestinations, type Phone, takeLinkCode } from './owners.ts'
import { pauseOf } from './pause/store.ts'
import {
  changeDestination,
  type DestinationRow,
  dropDestination,
  getDestination,
  listDestinations,
  lockDestination,
  openWindow,
  releaseHeld,
  waitingOf,
} from './store.ts'

/** The message that linked a phone: it is the consent, so its id, hour and wording are kept. */
export interface LinkMessage extends Phone {
  wamid: string
  wording: string
  at: Date
}

export interface LinkedDestination {
  userId: string
  destinationId: string
  name: string
}

export interface LinkDeps {
  onFinal: OnFinal
  /** The number that this person has proven to be theirs, digits without a plus; null where there is none. */
  ownNumberOf(tx: Tx, userId: string): Promise<string | null>
}

/** `code` without its dash. A phone that this person has already keeps its place and its rights, and takes the new name. */
export async function linkByCode(
  tx: Tx,
  code: string,
  message: LinkMessage,
  { onFinal, ownNumberOf }: LinkDeps,
): Promise<LinkedDestination | 'wrong' | 'expired'> {
  const owner = await takeLinkCode(tx, code, message.at)
  if (owner.kind !== 'found') return owner.kind
  const { userId, destinationId } = owner
  const known = (await findByPhone(tx, message)).find(d => d.user_id === userId && d.id !== destinationId)
  await lockDestinations(tx, [{ userId, destinationId }, ...(known ? [{ userId, destinationId: known.id }] : [])])
  const destination = await getDestination(tx, userId, destinationId)
  if (!destination) return 'expired'
  if (known) await removeDestination(tx, userId, destinationId, message.at, onFinal)
  const number = message.waId ?? known?.wa_id ?? null
  const rights = known?.rights ?? firstRights({ number, ownNumber: await ownNumberOf(tx, userId), isFirst: await isFirst(tx, userId) })
  const kept = known?.id ?? destinationId
  await changeDestination(tx, userId, kept, {
    name: destination.name,
    wa_id: number,
    wa_user_id: message.waUserId ?? known?.wa_user_id ?? null,
    state: 'linked',
    rights,
    consent: JSON.stringify({ wamid: message.wamid, at: message.at.toISOString(), wording: message.wording }),
    last_inbound_at: message.at,
    paused_until: await restOf(tx, userId, known ?? destination, message.at),
    unreachable_since: null,
  })
  await releaseHeld(tx, userId, kept, message.at)
  return { userId, destinationId: kept, name: destination.name }
}

/** Linking ends a rest, as START does, unless all phones of this person rest: then this one rests as long, or longer where it did so for itself. */
async function restOf(tx: Tx, userId: string, { paused_until: own }: DestinationRow, now: Date): Promise<Date | null> {
  const ofAll = await pauseOf(tx, userId, now)
  return ofAll && own && own > ofAll ? own : ofAll
}

const isFirst = async (tx: Tx, userId: string): Promise<boolean> =>
  (await listDestinations(tx, userId)).every(destination => destination.consent === null)

/** STOP: nothing more goes to this phone until it says START, for whomever it receives. */
export async function stopDestination(tx: Tx, phone: Phone): Promise<LinkedDestination[]> {
  const rows = await lockPhone(tx, phone)
  for (const row of rows) await changeDestination(tx, row.user_id, row.id, { state: 'stopped' })
  return rows.map(asLinked)
}

/** PAUSE: nothing goes to this phone before `until`, for whomever it receives; what was said at `at` opens its window all the same. */
export async function pauseDestination(tx: Tx, phone: Phone, until: Date, at: Date): Promise<void> {
  for (const row of await lockPhone(tx, phone)) {
    if (row.state === 'stopped') continue
    await changeDestination(tx, row.user_id, row.id, { paused_until: until })
    await openWindow(tx, row.user_id, row.id, at)
  }
}

/** START and RESUME: what was held since STOP or PAUSE goes first. */
export async function startDestination(tx: Tx, phone: Phone, at: Date): Promise<LinkedDestination[]> {
  const rows = await lockPhone(tx, phone)
  for (const row of rows) {
    await changeDestination(tx, row.user_id, row.id, { state: 'linked', paused_until: null, unreachable_since: null })
    await releaseHeld(tx, row.user_id, row.id, at)
  }
  return rows.map(asLinked)
}

/** Removes a destination; what waits for it is cancelled. False when it is not this person's. */
export async function removeDestination(tx: Tx, userId: string, id: string, now: Date, onFinal: OnFinal): Promise<boolean> {
  if (!(await lockDestination(tx, userId, id))) return false
  const waiting = await waitingOf(tx, userId, 'destination_id', [id])
  const rows = await lockDeliveries(
    tx,
    waiting.map(deliveryId => ({ userId, deliveryId })),
  )
  const open = rows.filter(r => mayCancel(r.state))
  await writeChanges(
    tx,
    open.map(row => ended(row, { state: 'cancelled', reason: 'destination_removed' }, now)),
    now,
    onFinal,
  )
  await dropDestination(tx, userId, id)
  return true
}

async function lockPhone(tx: Tx, phone: Phone): Promise<DestinationRow[]> {
  const keys = (await findByPhone(tx, phone)).map(d => ({ userId: d.user_id, destinationId: d.id }))
  await lockDestinations(tx, keys)
  return findByPhone(tx, phone)
}

const asLinked = (row: DestinationRow): LinkedDestination => ({ userId: row.user_id, destinationId: row.id, name: row.name })
