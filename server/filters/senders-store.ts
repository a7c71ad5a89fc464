// SQL for who has written to a user before, as keyed hashes of addresses.
import { sql } from 'kysely'
import type { Tx } from '../foundation/db/pool.ts'
import { keyedDigest, type SealKey } from '../foundation/seal.ts'

/**
 * Remembers the From addresses of mails that arrived together, an array of them a mail, in their order.
 * For each mail: true when none of its senders has written before, null when it names none.
 */
export async function noteSenders(tx: Tx, userId: string, contentKey: SealKey, mails: string[][], now: Date): Promise<(boolean | null)[]> {
  const hashed = mails.map(addresses => new Set(addresses.map(address => hashOf(contentKey, address))))
  const seen = await addNew(tx, userId, [...new Set(hashed.flatMap(set => [...set]))], now)
  return hashed.map(hashes => {
    const isFirst = hashes.size === 0 ? null : [...hashes].every(hash => seen.has(hash))
    for (const hash of hashes) seen.delete(hash)
    return isFirst
  })
}

/** Those that were not there. In one order, so that two hosts that meet at one person never wait for each other in a circle. */
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

const hashOf = (contentKey: SealKey, address: string): string =>
  keyedDigest(contentKey, `sender ${address.toLowerCase().normalize()}`).toString('hex')
