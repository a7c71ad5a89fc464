// Where in an IMAP inbox we are, and what to fetch next so that nothing is missed.

/** The next UID we have not committed, in the numbering that `uidValidity` names (both 32 bit, RFC 9051 §2.3.1.1). */
export interface Cursor {
  uidValidity: number
  uidNext: number
}

export interface ServerState {
  uidValidity: number
  uidNext: number
  exists: number
}

/** `connectedAt`: since when this inbox is ours to watch. `lastArrivalAt`: when its newest mail that we have arrived. */
export interface Start {
  connectedAt: Date
  lastArrivalAt: Date | null
}

/**
 * `begin`: keep the cursor, mail that is there already stays unread by us. `none`: nothing new. `range`: fetch `UID fromUid:*`.
 * `reset`: search SINCE `since`, fetch UIDs up to `lastUid`, drop what arrived before `notBefore` and what is known by content;
 * keep `cursor` only with the last of them, so that a fall in between begins again.
 */
export type FetchPlan =
  | { kind: 'begin'; cursor: Cursor }
  | { kind: 'none' }
  | { kind: 'range'; fromUid: number }
  | { kind: 'reset'; reason: 'uidvalidity_changed' | 'uidnext_fell'; since: Date; notBefore: Date; lastUid: number; cursor: Cursor }

export function planFetch(cursor: Cursor | null, server: ServerState, start: Start): FetchPlan {
  if (!cursor) return { kind: 'begin', cursor: cursorAt(server) }
  if (cursor.uidValidity !== server.uidValidity) return reset('uidvalidity_changed', server, start)
  // UIDNEXT never falls on an honest server; one restored from a backup gives old numbers to new mail.
  if (server.uidNext < cursor.uidNext) return reset('uidnext_fell', server, start)
  return server.uidNext === cursor.uidNext ? { kind: 'none' } : { kind: 'range', fromUid: cursor.uidNext }
}

/** Is this UID beyond the cursor? `n:*` also yields the last mail when its UID is below n (RFC 9051 §9, seq-range). */
export const isNew = (cursor: Cursor, uid: number): boolean => isUid(uid) && uid >= cursor.uidNext

/**
 * The cursor after `committed` UIDs, never below where it was.
 * It stops before any `outstanding` UID, one that the server has listed but not handed over, as that would lose the mail.
 */
export function advanceCursor(cursor: Cursor, committed: number[], outstanding: number[] = []): Cursor {
  const reached = committed.filter(isUid).reduce((next, uid) => Math.max(next, uid + 1), cursor.uidNext)
  const barrier = outstanding.filter(uid => isNew(cursor, uid)).reduce((lowest, uid) => Math.min(lowest, uid), Infinity)
  return { uidValidity: cursor.uidValidity, uidNext: Math.min(reached, barrier) }
}

const dayMs = 24 * 60 * 60_000
const largestUid = 0xffffffff
const isUid = (uid: number): boolean => Number.isInteger(uid) && uid >= 1 && uid <= largestUid
const cursorAt = ({ uidValidity, uidNext }: ServerState): Cursor => ({ uidValidity, uidNext })

function reset(reason: 'uidvalidity_changed' | 'uidnext_fell', server: ServerState, start: Start): FetchPlan {
  const lastMs = (start.lastArrivalAt ?? start.connectedAt).getTime()
  // SEARCH SINCE knows days only and takes them in a time zone of the server's choice (RFC 9051 §6.4.4): a day more.
  const since = new Date(Math.floor(lastMs / dayMs) * dayMs - dayMs)
  return { kind: 'reset', reason, since, notBefore: start.connectedAt, lastUid: server.uidNext - 1, cursor: cursorAt(server) }
}
