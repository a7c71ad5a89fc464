// Collects the differences between the log and its chain.
import type { LogFinding, LogFindingKind } from '../../../core/api/admin/logs.ts'
import type { ChainEnds } from './digests.ts'

/** A checkpoint: a position of the chain and its hash, as the server's own log recorded them. */
export interface ChainCopy {
  position: number
  hash: Buffer
}

export interface LogComparison {
  entries: number
  /** Existing rows that were compared. */
  checked: number
  changed: number
  missing: number
  inserted: number
  /** The first ten. */
  findings: LogFinding[]
}

export interface Comparison {
  result: LogComparison
  /** `count`: how many consecutive entries are missing. */
  add(kind: LogFindingKind, where: { position?: number; logId?: string; count?: number }): void
  /** Reports the position that the comparison has reached. */
  passes(reached: ChainCopy): void
  /** Reports that the whole chain was read. */
  end(ends: ChainEnds): void
}

const maxFindings = 10

type Sum = 'changed' | 'missing' | 'inserted'
const sumOf: Record<LogFindingKind, Sum> = {
  row_changed: 'changed',
  row_missing: 'missing',
  row_inserted: 'inserted',
  row_late: 'inserted',
  entry_changed: 'changed',
  entries_missing: 'missing',
  end_changed: 'changed',
  end_missing: 'missing',
  key_missing: 'missing',
  erasure_changed: 'changed',
  copy_differs: 'changed',
}

export function openComparison(copy: ChainCopy | undefined): Comparison {
  const result: LogComparison = { entries: 0, checked: 0, changed: 0, missing: 0, inserted: 0, findings: [] }
  let isCopyFound = false
  const add: Comparison['add'] = (kind, { position = null, logId = null, count = 1 }) => {
    result[sumOf[kind]] += count
    if (result.findings.length < maxFindings) result.findings.push({ kind, position, logId })
  }
  return {
    result,
    add,
    passes: ({ position, hash }) => {
      if (copy?.position === position && copy.hash.equals(hash)) isCopyFound = true
    },
    end: ({ startPosition }) => {
      // Retention has removed entries before the start, so an older checkpoint can no longer be found.
      if (copy && !isCopyFound && copy.position >= startPosition) add('copy_differs', { position: copy.position })
    },
  }
}

export const isUnchanged = ({ changed, missing, inserted }: LogComparison): boolean => changed + missing + inserted === 0
