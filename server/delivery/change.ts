// What a person sets of a phone of theirs on the web: its name, its rest, what it may do, and where mail goes that it does not get.
import type { Fallback } from '../../core/delivery/fallback.ts'
import { pauseEnd } from '../../core/delivery/pause.ts'
import type { Rights } from '../../core/delivery/rights.ts'
import type { Tx } from '../db/pool.ts'
import { changeDestination, type DestinationRow, getDestination, lockDestination, releaseHeld } from './store.ts'

/** What is left out stays. `pausedUntil` as on the wire (RFC 3339). */
export interface Wish {
  name?: string | undefined
  pausedUntil?: string | null | undefined
  rights?: Rights | undefined
  fallback?: Fallback | null | undefined
}

/** `wrong_fallback`: it names the phone itself, or none of this person's. */
export async function setDestination(
  tx: Tx,
  userId: string,
  id: string,
  wish: Wish,
  now: Date,
): Promise<DestinationRow | 'unknown' | 'wrong_fallback'> {
  const row = await lockDestination(tx, userId, id)
  if (!row) return 'unknown'
  if (wish.fallback?.kind === 'destination' && !(await isAnother(tx, userId, id, wish.fallback.id))) return 'wrong_fallback'
  const end =
    wish.pausedUntil === undefined ? row.paused_until : pauseEnd(wish.pausedUntil === null ? null : new Date(wish.pausedUntil), now)
  const change = {
    name: wish.name ?? row.name,
    paused_until: end,
    rights: wish.rights ?? row.rights,
    ...(wish.fallback !== undefined && { fallback: wish.fallback && JSON.stringify(wish.fallback) }),
  }
  await changeDestination(tx, userId, id, change)
  // One that ends sooner is looked at anew too: its lane sleeps until the old end.
  if (row.paused_until && (!end || end < row.paused_until) && row.state === 'linked') await releaseHeld(tx, userId, id, now)
  return (await getDestination(tx, userId, id)) ?? 'unknown'
}

const isAnother = async (tx: Tx, userId: string, id: string, other: string): Promise<boolean> =>
  other !== id && (await getDestination(tx, userId, other)) !== undefined
