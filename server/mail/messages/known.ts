// Tells new messages from known ones: by UID, and by content when the numbering has changed.
import type { Arrived } from '../parsing/arrived.ts'

/** A message that is kept, as far as it takes to know it again. */
export interface KnownMessage {
  id: string
  mailboxId: string
  sourceKey: string
  /** Empty for one that is known by its UID alone. */
  contentHash: Buffer
  folder: string | null
  uidValidity: number | null
  arrivedAt: Date
}

export interface SortedOut<T> {
  fresh: T[]
  /** Kept already, under the UIDVALIDITY before: `id` takes over the place of `arrived`. */
  moved: { id: string; arrived: Arrived }[]
  /** Ids of messages that were known by their UID alone, and whose mail is among the fresh. */
  replaced: string[]
}

const repeatMs = 24 * 60 * 60 * 1000

/**
 * Sorts `arrivals` by what is kept (`known` holds every message of these mailboxes with one of their source keys, and with one of their content hashes under another UIDVALIDITY).
 * Under a new UIDVALIDITY every kept message of a folder answers for one mail of equal content, so that a second copy is still new.
 * Mail to our own address counts as a repetition for 24 hours.
 */
export function sortOut<T extends { id: string; arrived: Arrived }>(arrivals: T[], known: KnownMessage[]): SortedOut<T> {
  const left = new Set(known)
  const fresh: T[] = []
  const moved: SortedOut<T>['moved'] = []
  const replaced: string[] = []
  for (const item of arrivals) {
    const { arrived } = item
    const same = [...left].filter(k => k.mailboxId === arrived.mailboxId && isKey(k.sourceKey, arrived.sourceKey))
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
    const twin = [...left].find(k => isTwin(k, arrived))
    if (!twin) {
      fresh.push(item)
      continue
    }
    left.delete(twin)
    moved.push({ id: twin.id, arrived })
  }
  return { fresh, moved, replaced }
}

const isKey = (kept: string, key: string): boolean => kept === key || kept.startsWith(`${key}@`)

const isTwin = (k: KnownMessage, arrived: Arrived): boolean =>
  k.mailboxId === arrived.mailboxId &&
  k.folder === (arrived.folder ?? null) &&
  k.contentHash.length > 0 &&
  k.uidValidity !== null &&
  k.uidValidity !== arrived.uidValidity &&
  k.contentHash.equals(arrived.contentHash)
