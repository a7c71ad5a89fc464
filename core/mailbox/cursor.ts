// How far we have read a folder, and what to fetch next so that we miss nothing.

/** The next UID we have not committed, in the numbering that `uidValidity` names (both 32 bit, RFC 9051 §2.3.1.1). */
export interface FolderCursor {
  uidValidity: number
  uidNext: number
}

export interface ServerState {
  uidValidity: number
  uidNext: number
}

/** `startsAt`: from when on the mail of this folder is ours. `lastArrivalAt`: when the cursor last passed a mail. */
export interface FolderStart {
  startsAt: Date
  lastArrivalAt: Date | null
}

/**
 * `none`: nothing new. `range`: fetch `UID fromUid:*`. `listing`: search SINCE `since`, fetch UIDs up to `lastUid`, drop what is dated
 * before `notBefore` and what is known by content; keep `cursor` only with the last of them, so that a fall in between begins again.
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
  if (cursor.uidValidity !== server.uidValidity) return anew('uidvalidity_changed', server, start)
  // UIDNEXT never falls on an honest server; one restored from a backup gives old numbers to new mail.
  if (server.uidNext < cursor.uidNext) return anew('uidnext_fell', server, start)
  return server.uidNext === cursor.uidNext ? { kind: 'none' } : { kind: 'range', fromUid: cursor.uidNext }
}

/** Is this UID beyond the cursor? `n:*` also yields the last mail when its UID is below n (RFC 9051 §9, seq-range). */
export const isNew = (cursor: FolderCursor, uid: number): boolean => isUid(uid) && uid >= cursor.uidNext

/**
 * The cursor after `committed` UIDs, never below where it was.
 * It stops before any `outstanding` UID, one that the server has listed but not handed over, as that would lose the mail.
 */
export function advanceCursor(cursor: FolderCursor, committed: number[], outstanding: number[] = []): FolderCursor {
  const reached = committed.filter(isUid).reduce((next, uid) => Math.max(next, uid + 1), cursor.uidNext)
  const barrier = outstanding.filter(uid => isNew(cursor, uid)).reduce((lowest, uid) => Math.min(lowest, uid), Infinity)
  return { uidValidity: cursor.uidValidity, uidNext: Math.min(reached, barrier) }
}

const dayMs = 24 * 60 * 60_000
/** INTERNALDATE knows seconds only, and the server's clock is not ours: better once more than never, as content tells what is known. */
const clocksDifferMs = 60_000
const largestUid = 0xffffffff
const isUid = (uid: number): boolean => Number.isInteger(uid) && uid >= 1 && uid <= largestUid

const anew = (reason: Listing['reason'], server: ServerState, { startsAt, lastArrivalAt }: FolderStart): Listing =>
  listing(reason, server, lastArrivalAt ?? startsAt, new Date(startsAt.getTime() - clocksDifferMs))

function listing(reason: Listing['reason'], { uidValidity, uidNext }: ServerState, from: Date, notBefore: Date): Listing {
  // SEARCH SINCE knows days only and takes them in a time zone of the server's choice (RFC 9051 §6.4.4): a day more.
  const since = new Date(Math.floor(from.getTime() / dayMs) * dayMs - dayMs)
  return { kind: 'listing', reason, since, notBefore, lastUid: uidNext - 1, cursor: { uidValidity, uidNext } }
}
