// Tracks how far a folder was read, and plans what to fetch next so that nothing is missed.

/** The next uncommitted UID, within `uidValidity` (both 32 bit, RFC 9051 §2.3.1.1). */
export interface FolderCursor {
  uidValidity: number
  uidNext: number
}

export interface ServerState {
  uidValidity: number
  uidNext: number
}

/** `startsAt`: from when on we take emails from this folder. `lastArrivalAt`: when the cursor last passed an email. */
export interface FolderStart {
  startsAt: Date
  lastArrivalAt: Date | null
}

/**
 * `none`: nothing new. `range`: fetch `UID fromUid:*`. `listing`: search SINCE `since`, fetch UIDs up to `lastUid`, skip what is dated
 * before `notBefore` or already stored; save `cursor` only with the last one, so that a crash in between starts over.
 */
export type FetchPlan = { kind: 'none' } | { kind: 'range'; fromUid: number } | Listing

export interface Listing {
  kind: 'listing'
  reason: 'begin' | 'uidvalidity_changed' | 'uidnext_fell'
  since: Date
  notBefore: Date
  lastUid: number
  cursor: FolderCursor
}

export function planFetch(cursor: FolderCursor | null, server: ServerState, start: FolderStart): FetchPlan {
  if (!cursor) return listing('begin', server, start.startsAt, start.startsAt)
  if (cursor.uidValidity !== server.uidValidity) return relist('uidvalidity_changed', server, start)
  // UIDNEXT never decreases on a correct server; one restored from a backup reuses old UIDs for new emails.
  if (server.uidNext < cursor.uidNext) return relist('uidnext_fell', server, start)
  return server.uidNext === cursor.uidNext ? { kind: 'none' } : { kind: 'range', fromUid: cursor.uidNext }
}

/** Is this UID beyond the cursor? `n:*` also yields the last email when its UID is below n (RFC 9051 §9, seq-range). */
export const isNew = (cursor: FolderCursor, uid: number): boolean => isUid(uid) && uid >= cursor.uidNext

/**
 * The cursor after `committed` UIDs; it never moves back.
 * It stops before any `outstanding` UID that the server listed but did not return, because skipping it would lose the email.
 */
export function advanceCursor(cursor: FolderCursor, committed: number[], outstanding: number[] = []): FolderCursor {
  const reached = committed.filter(isUid).reduce((next, uid) => Math.max(next, uid + 1), cursor.uidNext)
  const barrier = outstanding.filter(uid => isNew(cursor, uid)).reduce((lowest, uid) => Math.min(lowest, uid), Infinity)
  return { uidValidity: cursor.uidValidity, uidNext: Math.min(reached, barrier) }
}

const dayMs = 24 * 60 * 60_000
/** INTERNALDATE has whole seconds and comes from the server's clock. Fetching too much is safe, because stored emails are recognized. */
const clockToleranceMs = 60_000
const largestUid = 0xffffffff
const isUid = (uid: number): boolean => Number.isInteger(uid) && uid >= 1 && uid <= largestUid

const relist = (reason: Listing['reason'], server: ServerState, { startsAt, lastArrivalAt }: FolderStart): Listing =>
  listing(reason, server, lastArrivalAt ?? startsAt, new Date(startsAt.getTime() - clockToleranceMs))

function listing(reason: Listing['reason'], { uidValidity, uidNext }: ServerState, from: Date, notBefore: Date): Listing {
  // SEARCH SINCE has whole days in a time zone of the server's choice (RFC 9051 §6.4.4), so one more day is included.
  const since = new Date(Math.floor(from.getTime() / dayMs) * dayMs - dayMs)
  return { kind: 'listing', reason, since, notBefore, lastUid: uidNext - 1, cursor: { uidValidity, uidNext } }
}
