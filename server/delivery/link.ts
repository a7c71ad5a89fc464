// Links a phone to its destination, and stops, pauses, resumes or removes it on request.
import { firstRights } from '../../core/delivery/rights.ts'
import { mayCancel } from '../../core/delivery/states.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { endDelivery } from './outcomes/close.ts'
import { lockDeliveries, type OnFinal, writeChanges } from './outcomes/queue.ts'
import { findByPhone, lockDestinations, type Phone, takeLinkCode } from './owners.ts'
import { readPause } from './pause/store.ts'
import {
  changeDestination,
  type DestinationRow,
  deleteDestination,
  getDestination,
  listDestinations,
  listWaiting,
  lockDestination,
  openWindow,
  releaseHeld,
} from './store.ts'

/** The message that linked a phone. It is the consent, so its id, time and wording are stored. */
export interface LinkMessage extends Phone {
  wamid: string
  wording: string
  at: Date
}

export interface LinkedPhone {
  userId: string
  destinationId: string
  name: string
}

/** `isNew`: this phone did not receive for this user before. */
export interface NewlyLinked extends LinkedPhone {
  isNew: boolean
}

export interface LinkDeps {
  onFinal: OnFinal
  /** The user's verified number, digits without a plus; null if there is none. */
  verifiedNumberOf(tx: Tx, userId: string): Promise<string | null>
}

/** `code` without its dash. A phone that is linked already keeps its destination and rights, and takes the new name. */
export async function linkByCode(
  tx: Tx,
  code: string,
  message: LinkMessage,
  { onFinal, verifiedNumberOf }: LinkDeps,
): Promise<NewlyLinked | 'wrong' | 'expired'> {
  const owner = await takeLinkCode(tx, code, message.at)
  if (owner.kind !== 'found') return owner.kind
  const { userId, destinationId } = owner
  const existing = (await findByPhone(tx, message)).find(d => d.user_id === userId && d.id !== destinationId)
  await lockDestinations(tx, [{ userId, destinationId }, ...(existing ? [{ userId, destinationId: existing.id }] : [])])
  const destination = await getDestination(tx, userId, destinationId)
  if (!destination) return 'expired'
  if (existing) await removeDestination(tx, userId, destinationId, message.at, onFinal)
  const number = message.waId ?? existing?.wa_id ?? null
  const rights =
    existing?.rights ?? firstRights({ number, ownNumber: await verifiedNumberOf(tx, userId), isFirst: await isFirst(tx, userId) })
  const linkedId = existing?.id ?? destinationId
  await changeDestination(tx, userId, linkedId, {
    name: destination.name,
    wa_id: number,
    wa_user_id: message.waUserId ?? existing?.wa_user_id ?? null,
    state: 'linked',
    rights,
    consent: JSON.stringify({ wamid: message.wamid, at: message.at.toISOString(), wording: message.wording }),
    last_inbound_at: message.at,
    paused_until: await pauseAfterLinking(tx, userId, existing ?? destination, message.at),
    unreachable_since: null,
  })
  await releaseHeld(tx, userId, linkedId, message.at)
  return { userId, destinationId: linkedId, name: destination.name, isNew: !existing }
}

/** Linking ends a pause, as START does, unless all of the user's phones are paused; then the longer of both pauses applies. */
async function pauseAfterLinking(tx: Tx, userId: string, { paused_until: ownPause }: DestinationRow, now: Date): Promise<Date | null> {
  const commonPause = await readPause(tx, userId, now)
  return commonPause && ownPause && ownPause > commonPause ? ownPause : commonPause
}

const isFirst = async (tx: Tx, userId: string): Promise<boolean> =>
  (await listDestinations(tx, userId)).every(destination => destination.consent === null)

/** STOP: sends nothing more to this phone until START, for every user it receives for. */
export async function stopDestination(tx: Tx, phone: Phone): Promise<LinkedPhone[]> {
  const rows = await lockPhone(tx, phone)
  for (const row of rows) await changeDestination(tx, row.user_id, row.id, { state: 'stopped' })
  return rows.map(toLinked)
}

/** PAUSE: sends nothing to this phone before `until`, for every user it receives for; the message at `at` still opens its window. */
export async function pauseDestination(tx: Tx, phone: Phone, until: Date, at: Date): Promise<void> {
  for (const row of await lockPhone(tx, phone)) {
    if (row.state === 'stopped') continue
    await changeDestination(tx, row.user_id, row.id, { paused_until: until })
    await openWindow(tx, row.user_id, row.id, at)
  }
}

/** START and RESUME: deliveries held since STOP or PAUSE are sent first. */
export async function startDestination(tx: Tx, phone: Phone, at: Date): Promise<LinkedPhone[]> {
  const rows = await lockPhone(tx, phone)
  for (const row of rows) {
    await changeDestination(tx, row.user_id, row.id, { state: 'linked', paused_until: null, unreachable_since: null })
    await releaseHeld(tx, row.user_id, row.id, at)
  }
  return rows.map(toLinked)
}

/** Removes a destination and cancels what waits for it. False if it is not this user's. */
export async function removeDestination(tx: Tx, userId: string, id: string, now: Date, onFinal: OnFinal): Promise<boolean> {
  if (!(await lockDestination(tx, userId, id))) return false
  const waiting = await listWaiting(tx, userId, 'destination_id', [id])
  const rows = await lockDeliveries(
    tx,
    waiting.map(deliveryId => ({ userId, deliveryId })),
  )
  const open = rows.filter(r => mayCancel(r.state))
  await writeChanges(
    tx,
    open.map(row => endDelivery(row, { state: 'cancelled', reason: 'destination_removed' }, now)),
    now,
    onFinal,
  )
  await deleteDestination(tx, userId, id)
  return true
}

async function lockPhone(tx: Tx, phone: Phone): Promise<DestinationRow[]> {
  const keys = (await findByPhone(tx, phone)).map(d => ({ userId: d.user_id, destinationId: d.id }))
  await lockDestinations(tx, keys)
  return findByPhone(tx, phone)
}

const toLinked = (row: DestinationRow): LinkedPhone => ({ userId: row.user_id, destinationId: row.id, name: row.name })
