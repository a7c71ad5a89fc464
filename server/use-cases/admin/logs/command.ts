// Runs `npm run admin -- log …`: verifies the log against its chain, or creates a new key for the chain.
import type { LogFinding } from '../../../../core/api/admin/logs.ts'
import type { ChainDeps } from '../../../account/log-chain/ends-owners.ts'
import { type ChainCopy, isUnchanged } from '../../../account/log-chain/findings.ts'
import { sealLogs } from '../../../account/log-chain/seal.ts'
import { verifyAndKeep } from '../../../account/log-chain/verify.ts'

const usage = 'Usage: npm run admin -- log verify [POSITION:HASH], or npm run admin -- log new-key'

/** Throws an Error that lists the findings, or that says how to use the command. */
export async function runLogCommand(deps: ChainDeps, [verb, argument]: string[]): Promise<string> {
  if (verb === 'verify') return verify(deps, argument)
  if (verb !== 'new-key' || argument !== undefined) throw new Error(usage)
  // Seals what was logged so far with the old key.
  await sealLogs(deps)
  const { id } = await deps.keys.add(deps.db, deps.now())
  return `New entries are now sealed with the key ${id}. The old key is kept to verify older entries.`
}

async function verify(deps: ChainDeps, copy: string | undefined): Promise<string> {
  const result = await verifyAndKeep(deps, null, { copy: copy === undefined ? undefined : readCopy(copy) })
  const { entries, checked, changed, missing, inserted, findings } = result
  const sums = `entries=${entries} checked=${checked} changed=${changed} missing=${missing} inserted=${inserted}`
  if (isUnchanged(result)) return `${sums} ok`
  const more = changed + missing + inserted > findings.length ? ['Only the first ten are listed.'] : []
  throw new Error([`${sums} FAILED`, ...findings.map(describe), ...more].join('\n'))
}

function readCopy(copy: string): ChainCopy {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(copy) ?? []
  if (!position || !hash) throw new Error(`${usage}. Copy POSITION:HASH from a line with “log checkpoint” in the server’s own log.`)
  return { position: Number(position), hash: Buffer.from(hash, 'hex') }
}

const meanings: Record<LogFinding['kind'], string> = {
  row_changed: 'the row was changed',
  row_missing: 'the row was deleted',
  row_inserted: 'the row was inserted by hand: the chain has no entry for it',
  row_late: 'the row was inserted by hand: it is older than the entries before it',
  entry_changed: 'the chain entry was changed or moved',
  entries_missing: 'chain entries were deleted, starting here',
  end_changed: 'the end of the chain was changed',
  end_missing: 'the end of the chain is missing',
  key_missing: 'the key of the entry is missing, or was sealed with another master key',
  erasure_changed: 'the record of an erased account was changed',
  copy_differs: 'the chain does not contain this checkpoint',
}

const describe = ({ kind, position, logId }: LogFinding): string =>
  [kind, ...(position === null ? [] : [`position=${position}`]), ...(logId === null ? [] : [`row=${logId}`]), meanings[kind]].join(' ')
