// SQL for the senders that a user knows, as keyed hashes of addresses.
import { sql } from 'kysely'
import type { Tx } from '../foundation/db/pool.ts'
import { keyedDigest, type SealKey } from '../foundation/seal.ts'

/**
 * Remembers the From addresses of emails that arrived together, one array per email, in order.
 * Returns for each email: true when none of its senders has written before, null when it names none.
 */
export async function noteSenders(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  senders: string[][],
  now: Date,
): Promise<(boolean | null)[]> {
  const hashSets = senders.map(addresses => new Set(addresses.map(address => hashAddress(contentKey, address))))
  const newHashes = await addNew(tx, userId, [...new Set(hashSets.flatMap(hashes => [...hashes]))], now)
  return hashSets.map(hashes => {
    const isFirst = hashes.size === 0 ? null : [...hashes].every(hash => newHashes.has(hash))
    for (const hash of hashes) newHashes.delete(hash)
    return isFirst
  })
}

/** Returns the hashes that were new. Sorted, so that two hosts working for the same user cannot deadlock. */
async function addNew(tx: Tx, userId: string, hashes: string[], now: Date): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const { rows } = await sql<{ hash: string }>`
    insert into known_senders (user_id, address_hash, first_seen_at)
    select ${userId}::uuid, decode(hash, 'hex'), ${now}::timestamptz from unnest(${hashes.toSorted()}::text[]) with ordinality as wanted (hash, n)
    order by n
    on conflict do nothing
    returning encode(address_hash, 'hex') as hash`.execute(tx)
  return new Set(rows.map(row => row.hash))
}

const hashAddress = (contentKey: SealKey, address: string): string =>
  keyedDigest(contentKey, `sender ${address.toLowerCase().normalize()}`).toString('hex')
