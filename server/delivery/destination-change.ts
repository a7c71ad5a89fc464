// Changes a destination's name, pause, rights and fallback.
import type { Fallback } from '../../core/delivery/fallback.ts'
import { pauseEnd } from '../../core/delivery/pause.ts'
import type { Rights } from '../../core/delivery/rights.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { changeDestination, type DestinationRow, getDestination, lockDestination, releaseHeld } from './store.ts'

/** Omitted fields stay unchanged. `pausedUntil` as on the wire (RFC 3339). */
export interface DestinationChange {
  name?: string | undefined
  pausedUntil?: string | null | undefined
  rights?: Rights | undefined
  fallback?: Fallback | null | undefined
}

/** `wrong_fallback`: it is the phone itself, or not one of this user's. */
export async function updateDestination(
  tx: Tx,
  userId: string,
  id: string,
  requested: DestinationChange,
  now: Date,
): Promise<DestinationRow | 'unknown' | 'wrong_fallback'> {
  const row = await lockDestination(tx, userId, id)
  if (!row) return 'unknown'
  if (requested.fallback?.kind === 'destination' && !(await isAnother(tx, userId, id, requested.fallback.id))) return 'wrong_fallback'
  const end =
    requested.pausedUntil === undefined
      ? row.paused_until
      : pauseEnd(requested.pausedUntil === null ? null : new Date(requested.pausedUntil), now)
  const change = {
    name: requested.name ?? row.name,
    paused_until: end,
    rights: requested.rights ?? row.rights,
    ...(requested.fallback !== undefined && { fallback: requested.fallback && JSON.stringify(requested.fallback) }),
  }
  await changeDestination(tx, userId, id, change)
  // If the pause now ends sooner, the lane must be woken: it sleeps until the old end.
  if (row.paused_until && (!end || end < row.paused_until) && row.state === 'linked') await releaseHeld(tx, userId, id, now)
  return (await getDestination(tx, userId, id)) ?? 'unknown'
}

const isAnother = async (tx: Tx, userId: string, id: string, other: string): Promise<boolean> =>
  other !== id && (await getDestination(tx, userId, other)) !== undefined
