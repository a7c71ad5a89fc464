// Lists blocked networks, newest first.
import type { AddressBlock, blockStates } from '../../../../../core/api/admin/security.ts'
import type { BlockedAddress } from '../../../../auth/blocked/owners.ts'
import { decodeCursor, encodeCursor, TimeCursor } from '../../../../foundation/db/cursor.ts'
import type { Db } from '../../../../foundation/db/pool.ts'
import { toPage } from '../rows.ts'
import { networksAround } from './refusal.ts'

export interface BlockFilter {
  state?: (typeof blockStates)[number] | undefined
  /** Finds the blocks that contain this address or network. */
  address?: string | undefined
  cursor?: string | undefined
  limit: number
}

type ListedBlock = BlockedAddress & { email: string | null }

export async function readBlockPage(db: Db, { state, address, cursor, limit }: BlockFilter, now: Date) {
  const after = decodeCursor(cursor, TimeCursor)
  let blocks = db
    .selectFrom('blocked_addresses')
    .leftJoin('users', 'users.id', 'blocked_addresses.blocked_by')
    .selectAll('blocked_addresses')
    .select('users.email')
  if (state === 'active') blocks = blocks.where(e => e.or([e('ends_at', 'is', null), e('ends_at', '>', now)]))
  if (state === 'ended') blocks = blocks.where('ends_at', '<=', now)
  if (address) blocks = blocks.where('network', 'in', ['', ...networksAround(address)])
  if (after)
    blocks = blocks.where(e =>
      e(e.refTuple('blocked_addresses.created_at', 'blocked_addresses.id'), '<', e.tuple(new Date(after[0]), after[1])),
    )
  const rows = await blocks
    .orderBy('blocked_addresses.created_at', 'desc')
    .orderBy('blocked_addresses.id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(
    rows,
    limit,
    row => encodeCursor([row.created_at.toISOString(), row.id]),
    row => toBlock(row, now),
  )
}

export const toBlock = (row: ListedBlock, now: Date): AddressBlock => ({
  ...{ id: row.id, network: row.network, reason: row.reason, blockedBy: { id: row.blocked_by, email: row.email } },
  blockedAt: row.created_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  isActive: row.ends_at === null || row.ends_at > now,
})
