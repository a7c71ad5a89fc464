// Tells new messages from known ones: by UID, or by content after the server has renumbered them.
import type { Arrived } from '../parsing/arrived.ts'

/** What identifies a saved message. */
export interface KnownMessage {
  id: string
  mailboxId: string
  sourceKey: string
  /** Empty for a message known by its UID alone. */
  contentHash: Buffer
  folder: string | null
  uidValidity: number | null
  arrivedAt: Date
}

export interface MatchedArrivals<T> {
  fresh: T[]
  /** Saved under an earlier UIDVALIDITY: message `id` takes the location of `arrived`. */
  moved: { id: string; arrived: Arrived }[]
  /** Ids of messages known by UID alone whose content is among `fresh`. */
  replaced: string[]
}

const repeatMs = 24 * 60 * 60 * 1000

/**
 * Matches `arrivals` with saved messages (`known` holds every message of these mailboxes with one of their source keys, or with one of
 * their content hashes under another UIDVALIDITY). After a renumbering, each saved message matches one email of equal content, so that
 * a second copy is still new. Emails to our own addresses count as repeated for 24 hours.
 */
export function matchKnown<T extends { id: string; arrived: Arrived }>(arrivals: T[], known: KnownMessage[]): MatchedArrivals<T> {
  const left = new Set(known)
  const fresh: T[] = []
  const moved: MatchedArrivals<T>['moved'] = []
  const replaced: string[] = []
  for (const item of arrivals) {
    const { arrived } = item
    const same = [...left].filter(k => k.mailboxId === arrived.mailboxId && isSameKey(k.sourceKey, arrived.sourceKey))
    if (arrived.kind === 'address') {
      const since = arrived.arrivedAt.getTime() - repeatMs
      if (same.some(k => k.arrivedAt.getTime() >= since)) continue
      fresh.push(same.length === 0 ? item : { ...item, arrived: { ...arrived, sourceKey: `${arrived.sourceKey}@${item.id}` } })
      continue
    }
    const empty = same.find(k => k.contentHash.length === 0)
    if (empty && arrived.contentHash.length > 0) {
      left.delete(empty)
      replaced.push(empty.id)
      fresh.push(item)
    }
    if (same.length > 0) continue
    const twin = [...left].find(k => hasSameContent(k, arrived))
    if (!twin) {
      fresh.push(item)
      continue
    }
    left.delete(twin)
    moved.push({ id: twin.id, arrived })
  }
  return { fresh, moved, replaced }
}

const isSameKey = (kept: string, key: string): boolean => kept === key || kept.startsWith(`${key}@`)

const hasSameContent = (k: KnownMessage, arrived: Arrived): boolean =>
  k.mailboxId === arrived.mailboxId &&
  k.folder === (arrived.folder ?? null) &&
  k.contentHash.length > 0 &&
  k.uidValidity !== null &&
  k.uidValidity !== arrived.uidValidity &&
  k.contentHash.equals(arrived.contentHash)
