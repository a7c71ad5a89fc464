// Keeps the blocked addresses in memory, so that checking a request does not ask the database.
import { compileNetworks, type NetworkSet, parseNetwork } from '../../../core/session/networks.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import { readBlocks, readBlocksVersion } from './owners.ts'

export interface AddressGuard {
  isBlocked(ip: string): boolean
  /** Whether an address, or every address of a network, is blocked. */
  covers(network: string): boolean
  /** Reads the blocks now, instead of within two seconds. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** A block made on another host takes effect here within this time. */
const pollMs = 2_000

/** Resolves once the blocks have been read, so that a host that has just started refuses blocked addresses from the first request. */
export async function openAddressGuard({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Promise<AddressGuard> {
  let list = await readCompiled(db, clock.now())
  const refresh = async () => {
    const isOver = list.endsAt !== null && list.endsAt <= clock.now()
    if (isOver || (await readBlocksVersion(db)) !== list.version) list = await readCompiled(db, clock.now())
  }
  // While the database does not answer, the known blocks stay in effect.
  const poll = () => refresh().catch(error => log.debug({ err: error }, 'the blocked addresses could not be read'))
  const polling = clock.every(pollMs, poll)
  return {
    isBlocked: ip => list.networks.has(ip),
    covers(text) {
      const network = parseNetwork(text)
      return network !== null && list.networks.covers(network)
    },
    refresh,
    stop: () => polling.stop(),
  }
}

interface Compiled {
  version: string
  networks: NetworkSet
  /** When the first block ends. */
  endsAt: Date | null
}

async function readCompiled(db: Db, now: Date): Promise<Compiled> {
  // Read first: a block made between the two queries changes the version once more.
  const version = await readBlocksVersion(db)
  const blocks = await readBlocks(db, now)
  const ends = blocks.flatMap(block => block.ends_at?.getTime() ?? [])
  return {
    version,
    networks: compileNetworks(blocks.flatMap(block => parseNetwork(block.network) ?? [])),
    endsAt: ends.length > 0 ? new Date(ends.reduce((first, end) => Math.min(first, end))) : null,
  }
}
