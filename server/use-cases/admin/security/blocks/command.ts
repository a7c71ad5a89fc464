// Runs `npm run admin -- unblock …`: the way out when administrators blocked their own network.
import { formatNetwork, parseNetwork } from '../../../../../core/session/networks.ts'
import { recordCommandAction } from '../../../../account/staff-log.ts'
import { deleteBlock, listBlocks } from '../../../../auth/blocked/owners.ts'
import type { Db } from '../../../../foundation/db/pool.ts'
import { networksAround } from './refusal.ts'

const usage =
  'Usage: npm run admin -- unblock NETWORK, or npm run admin -- unblock --all. A network is an address such as 203.0.113.7, or 203.0.113.0/24.'
const reason = 'Unblocked at the command line.'

/** Returns a message for the operator; throws an Error that says what to do instead. */
export async function runUnblockCommand(db: Db, args: string[], now: Date): Promise<string> {
  const [given = '', ...rest] = args
  if (!given || rest.length > 0) throw new Error(usage)
  const network = given === '--all' ? null : parseNetwork(given)
  if (given !== '--all' && !network) throw new Error(`${given} isn’t an IP address or network. ${usage}`)
  const blocks = await listBlocks(db)
  const name = network && formatNetwork(network)
  const chosen = name === null ? blocks : blocks.filter(block => block.network === name)
  if (chosen.length === 0) return explainNone(blocks, name)
  for (const { id } of chosen) await unblock(db, id, now)
  return `${chosen.map(block => `${block.network} is no longer blocked.`).join('\n')}\nEvery host applies this within 5 seconds.`
}

const unblock = (db: Db, id: string, now: Date): Promise<void> =>
  db.transaction().execute(async tx => {
    const block = await deleteBlock(tx, id)
    if (!block) return
    const before = { block: block.id, ends_at: block.ends_at?.toISOString() ?? null }
    const action = { name: 'address.unblocked', resourceType: 'network', resourceId: block.network, reason, before, after: null }
    await recordCommandAction(tx, now, action)
  })

function explainNone(blocks: readonly { network: string }[], name: string | null): string {
  if (name === null) return 'No network is blocked.'
  const around = networksAround(name)
  const wider = blocks.find(({ network }) => around.includes(network))
  return wider
    ? `${name} is blocked as part of ${wider.network}. Run: npm run admin -- unblock ${wider.network}`
    : `${name} isn’t blocked.${blocks.length > 0 ? ` Blocked: ${blocks.map(({ network }) => network).join(', ')}` : ''}`
}
