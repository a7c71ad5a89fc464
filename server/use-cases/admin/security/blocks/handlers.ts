// Blocks and unblocks networks for staff.
import type * as api from '../../../../../core/api/admin/security.ts'
import { formatNetwork } from '../../../../../core/session/networks.ts'
import type { Translate } from '../../../../../core/words/words.ts'
import { readEmail } from '../../../../account/owners.ts'
import { recordStaffAction } from '../../../../account/staff-log.ts'
import { deleteBlock, insertBlock } from '../../../../auth/blocked/owners.ts'
import type { Db } from '../../../../foundation/db/pool.ts'
import type { CsvFile } from '../../../../foundation/http/csv.ts'
import { HttpError } from '../../../../foundation/http/errors.ts'
import type { AuthenticatedRequest, UserHandler } from '../../../../foundation/http/route.ts'
import { newId } from '../../../../foundation/seal.ts'
import { everyRow, filePage } from '../rows.ts'
import { readBlockPage, toBlock } from './list.ts'
import { checkBlock } from './refusal.ts'

export interface BlockDeps {
  db: Db
  now(): Date
  say: Translate<'adminsecurity'>
  trustedProxies: readonly string[]
  /** Applies the change on this host at once. */
  refreshBlocks(): Promise<void>
}

export interface BlockHandlers {
  list: UserHandler<typeof api.listBlocksApi>
  file(request: AuthenticatedRequest<typeof api.exportBlocksApi>): Promise<CsvFile>
  add: UserHandler<typeof api.addBlockApi>
  remove: UserHandler<typeof api.removeBlockApi>
}

export const blockHandlers = (deps: BlockDeps): BlockHandlers => ({
  list: ({ query }) => readBlockPage(deps.db, query, deps.now()),
  file: async ({ query }) => ({
    name: 'blocked-addresses',
    head: ['network', 'reason', 'blocked by', 'blocked at', 'ends at'],
    rows: blockRows(deps, query),
  }),
  add: request => addBlock(deps, request),
  remove: request => removeBlock(deps, request),
})

async function* blockRows({ db, now }: BlockDeps, query: AuthenticatedRequest<typeof api.exportBlocksApi>['query']) {
  for await (const block of everyRow(cursor => readBlockPage(db, { ...query, cursor, limit: filePage }, now())))
    yield [block.network, block.reason, block.blockedBy.email ?? block.blockedBy.id, block.blockedAt, block.endsAt]
}

async function addBlock(deps: BlockDeps, request: AuthenticatedRequest<typeof api.addBlockApi>): Promise<api.AddressBlock> {
  const { db, now, say } = deps
  const { network: text, endsAt, reason } = request.body
  const at = now()
  const network = checkBlock(text, request.request.ip, deps.trustedProxies)
  if (typeof network === 'string') throw new HttpError(422, 'block_refused', say(`block.refused.${network}`))
  const end = endsAt === null ? null : new Date(endsAt)
  if (end && end <= at) throw new HttpError(422, 'block_ended', say('block.refused.ended'))
  const row = { id: newId(at), network: formatNetwork(network), reason, blocked_by: request.userId, created_at: at, ends_at: end }
  const block = await db.transaction().execute(async tx => {
    const inserted = await insertBlock(tx, row, at)
    if (!inserted) throw new HttpError(409, 'already_blocked', say('block.refused.already', { network: row.network }))
    const after = { block: row.id, ends_at: end?.toISOString() ?? null }
    await recordStaffAction(tx, request, at, { ...actionOn('address.blocked', row.network), reason, before: null, after })
    return { ...inserted, email: await readEmail(tx, request.userId) }
  })
  await deps.refreshBlocks()
  return toBlock(block, at)
}

async function removeBlock({ db, now, say, refreshBlocks }: BlockDeps, request: AuthenticatedRequest<typeof api.removeBlockApi>) {
  await db.transaction().execute(async tx => {
    const block = await deleteBlock(tx, request.params.id)
    if (!block) throw new HttpError(404, 'block_unknown', say('block.refused.unknown'))
    const before = { block: block.id, ends_at: block.ends_at?.toISOString() ?? null }
    const action = { ...actionOn('address.unblocked', block.network), reason: request.body.reason, before, after: null }
    await recordStaffAction(tx, request, now(), action)
  })
  await refreshBlocks()
  return {}
}

const actionOn = (name: string, network: string) => ({ name, resourceType: 'network', resourceId: network })
