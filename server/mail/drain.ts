// Hands over every mail of an inbox past the cursor; the cursor moves in the transaction that keeps the mail, and only then.
import { advanceCursor, type Cursor, planFetch } from '../../core/mailbox/cursor.ts'
import type { Tx } from '../db/pool.ts'
import { type Arrived, contentHash, imapSourceKey } from './arrived.ts'
import type { Fetched } from './imap/fetch.ts'
import type { Inbox } from './imap/inbox.ts'
import { LeaseLost } from './store.ts'

/** Takes mail in; a rejection means that nothing of the batch was kept. */
export type OnMail = (batch: Arrived[], alongside?: (tx: Tx) => Promise<void>) => Promise<void>

export interface DrainParts {
  onMail: OnMail
  now(): Date
  /** Mails in one batch, and the largest that is fetched whole. */
  batch: number
  maxBytes: number
  /** Mails go one by one, and one that cannot be kept does not hold up those after it. */
  isCareful?: boolean
  moveCursor(tx: Tx, cursor: Cursor): Promise<void>
  saveCursor(cursor: Cursor): Promise<void>
  forgetNumbering(): Promise<void>
}

/** One mailbox as far as this connection has got. */
export interface Place {
  userId: string
  mailboxId: string
  cursor: Cursor | null
  /** UIDs past the cursor that were handed over while a lower one was missing. */
  ahead: Set<number>
  connectedAt: Date
  lastMailAt: Date | null
}

/** `missing`: UIDs that the server lists and that are not kept; the cursor waits before the first of them. */
export interface Drained {
  handedOver: number
  missing: number[]
}

/** A first read of these many bytes is the whole of nearly every mail; the others are fetched alone. */
const firstBytes = 256 * 1024
const batchBytes = 32 * 1024 * 1024
/** INTERNALDATE knows seconds only, and the server's clock is not ours. */
const clocksDifferMs = 60_000
/** When more cannot be kept, it is not the mails. */
const refusedAtMost = 3

/** Plans from the cursor what this connection has to fetch first; called once for each connection, before `drain`. */
export async function catchUp(parts: DrainParts, inbox: Inbox, place: Place): Promise<Drained> {
  const plan = planFetch(place.cursor, inbox, { connectedAt: place.connectedAt, lastArrivalAt: place.lastMailAt })
  if (plan.kind === 'begin') {
    await parts.saveCursor(plan.cursor)
    place.cursor = plan.cursor
  }
  if (plan.kind === 'reset') {
    if (plan.reason === 'uidnext_fell') await parts.forgetNumbering()
    const again = await renumber(parts, inbox, place, plan)
    if (again.missing.length > 0) return again
  }
  return drain(parts, inbox, place)
}

/** Hands over what lies past the cursor. Throws what `onMail` throws; what was handed over before stays so. */
export async function drain(parts: DrainParts, inbox: Inbox, place: Place): Promise<Drained> {
  const { cursor } = place
  if (!cursor) throw new Error('The inbox has no cursor yet: catchUp comes first.')
  const listed = (await inbox.uidsFrom(cursor.uidNext, null)).filter(uid => !place.ahead.has(uid))
  const missing: number[] = []
  let handedOver = 0
  let refused = 0
  for await (const parcel of parcels(parts, inbox, place, listed, null)) {
    missing.push(...parcel.omitted)
    if (parcel.mails.length === 0) continue
    const uids = parcel.mails.map(mail => mail.uid ?? 0)
    const next = reach(place, cursor, uids, missing)
    try {
      await parts.onMail(parcel.mails, tx => parts.moveCursor(tx, next))
    } catch (error) {
      if (!parts.isCareful || error instanceof LeaseLost || ++refused > refusedAtMost) throw error
      missing.push(...uids)
      continue
    }
    handedOver += uids.length
    advance(place, next, uids)
  }
  const next = reach(place, cursor, [], missing)
  if (place.cursor && next.uidNext > place.cursor.uidNext) {
    await parts.saveCursor(next)
    advance(place, next, [])
  }
  return { handedOver, missing }
}

/** After the server has numbered anew: whatever arrived since we watch is handed over once more, and known again by its content. */
async function renumber(
  parts: DrainParts,
  inbox: Inbox,
  place: Place,
  plan: { since: Date; notBefore: Date; lastUid: number; cursor: Cursor },
): Promise<Drained> {
  const listed = (await inbox.uidsFrom(1, plan.since)).filter(uid => uid <= plan.lastUid)
  const renumbered = { ...place, cursor: plan.cursor }
  const missing: number[] = []
  let handedOver = 0
  for await (const parcel of parcels(parts, inbox, renumbered, listed, plan.notBefore)) {
    missing.push(...parcel.omitted)
    if (parcel.mails.length > 0) await parts.onMail(parcel.mails)
    handedOver += parcel.mails.length
  }
  if (missing.length > 0) return { handedOver, missing }
  await parts.saveCursor(plan.cursor)
  place.cursor = plan.cursor
  place.ahead.clear()
  return { handedOver, missing }
}

function reach(place: Place, cursor: Cursor, uids: number[], missing: number[]): Cursor {
  return advanceCursor(place.cursor ?? cursor, [...place.ahead, ...uids], missing)
}

function advance(place: Place, next: Cursor, uids: number[]): void {
  place.cursor = next
  for (const uid of uids) place.ahead.add(uid)
  for (const uid of place.ahead) if (uid < next.uidNext) place.ahead.delete(uid)
}

interface Parcel {
  mails: Arrived[]
  omitted: number[]
}

/** Fetches in the order of the UIDs, at most `batch` mails and about 32 MB at a time. */
async function* parcels(parts: DrainParts, inbox: Inbox, place: Place, uids: number[], notBefore: Date | null): AsyncGenerator<Parcel> {
  const most = parts.isCareful ? 1 : parts.batch
  for (let at = 0; at < uids.length; at += most) {
    const asked = uids.slice(at, at + most)
    const fetched = new Map((await inbox.fetch(asked, firstBytes)).map(mail => [mail.uid, mail]))
    let parcel: Parcel = { mails: [], omitted: [] }
    let bytes = 0
    for (const uid of asked) {
      const first = fetched.get(uid)
      if (first && notBefore && first.internalDate && first.internalDate.getTime() < notBefore.getTime() - clocksDifferMs) continue
      const mail = first && (await wholeMail(parts, inbox, place, first))
      if (!mail) {
        parcel.omitted.push(uid)
        continue
      }
      parcel.mails.push(mail)
      bytes += mail.raw.length
      if (bytes < batchBytes) continue
      yield parcel
      parcel = { mails: [], omitted: [] }
      bytes = 0
    }
    yield parcel
  }
}

/** Null when the server does not hand it over. A mail over the limit comes as its headers, and says so. */
async function wholeMail(parts: DrainParts, inbox: Inbox, place: Place, first: Fetched): Promise<Arrived | null> {
  if (!first.source) return null
  if (first.source.length < firstBytes) return arrivedOf(parts, place, first.uid, first.source, null)
  if (first.sizeBytes <= parts.maxBytes) {
    const whole = (await inbox.fetch([first.uid], parts.maxBytes + 1)).find(mail => mail.uid === first.uid)
    if (!whole?.source) return null
    if (whole.source.length <= parts.maxBytes) return arrivedOf(parts, place, first.uid, whole.source, null)
  }
  const headers = await inbox.fetchHeaders(first.uid)
  return headers && arrivedOf(parts, place, first.uid, headers, Math.max(first.sizeBytes, parts.maxBytes + 1))
}

function arrivedOf(parts: DrainParts, place: Place, uid: number, raw: Buffer, tooLargeBytes: number | null): Arrived {
  const uidValidity = place.cursor?.uidValidity ?? 0
  const sizeBytes = tooLargeBytes ?? raw.length
  return {
    userId: place.userId,
    mailboxId: place.mailboxId,
    kind: 'imap',
    sourceKey: imapSourceKey('INBOX', uidValidity, uid),
    contentHash: contentHash(raw, sizeBytes),
    uidValidity,
    uid,
    raw,
    sizeBytes,
    reduced: tooLargeBytes === null ? null : 'too_large',
    arrivedAt: parts.now(),
  }
}
