// Runs `npm run admin -- log …`: compares the log with its chain, and makes a new key for the chain.
import type { LogFinding } from '../../../../core/api/admin/logs.ts'
import type { ChainDeps } from '../../../account/log-chain/ends-owners.ts'
import { type ChainCopy, isUnchanged } from '../../../account/log-chain/findings.ts'
import { sealLogs } from '../../../account/log-chain/seal.ts'
import { verifyAndKeep } from '../../../account/log-chain/verify.ts'

const usage = 'Say what to do: npm run admin -- log verify [POSITION:HASH], or npm run admin -- log new-key'

/** Throws an Error when the log differs from its chain, or with a sentence that says what to do instead. */
export async function runLogCommand(deps: ChainDeps, [verb, argument]: string[]): Promise<string> {
  if (verb === 'verify') return verify(deps, argument)
  if (verb !== 'new-key' || argument !== undefined) throw new Error(usage)
  // What was logged so far belongs to the old key.
  await sealLogs(deps)
  const { id } = await deps.keys.add(deps.db, deps.now())
  return `New entries of the log’s chain are made with the key ${id}. The old key stays: what it made is verified with it.`
}

async function verify(deps: ChainDeps, copy: string | undefined): Promise<string> {
  const result = await verifyAndKeep(deps, null, { copy: copy === undefined ? undefined : readCopy(copy) })
  const { entries, checked, changed, missing, inserted, findings } = result
  const sums = `entries=${entries} checked=${checked} changed=${changed} missing=${missing} inserted=${inserted}`
  if (isUnchanged(result)) return `${sums} ok`
  const more = changed + missing + inserted > findings.length ? ['The first ten are named.'] : []
  throw new Error([`${sums} FAILED`, ...findings.map(describe), ...more].join('\n'))
}

function readCopy(copy: string): ChainCopy {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(copy) ?? []
  if (!position || !hash) throw new Error(`${usage}. Copy POSITION:HASH from the server’s own log: “the end of the log’s chain”.`)
  return { position: Number(position), hash: Buffer.from(hash, 'hex') }
}

const meanings: Record<LogFinding['kind'], string> = {
  row_changed: 'the row was changed',
  row_missing: 'the row was deleted',
  row_inserted: 'the row was inserted by hand: it has no entry',
  row_late: 'the row was inserted by hand: it is older than the entries before it',
  entry_changed: 'the entry of the chain was changed or moved',
  entries_missing: 'entries of the chain were deleted from here on',
  end_changed: 'the end of the chain was changed',
  end_missing: 'the end of the chain is gone',
  key_missing: 'the key of the entry is gone, or is not sealed with this master key',
  erasure_changed: 'the note about an erased account was changed',
  copy_differs: 'the chain is not the one that the server’s own log names',
}

const describe = ({ kind, position, logId }: LogFinding): string =>
  [kind, ...(position === null ? [] : [`position=${position}`]), ...(logId === null ? [] : [`row=${logId}`]), meanings[kind]].join(' ')
