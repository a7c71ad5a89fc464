// Imports the filters of Gmail's export, mailFilters.xml.
import type { Imported, ImportedFilter } from '../exchange/imported.ts'
import { shortName } from '../exchange/short-name.ts'
import { withinLimits } from '../limits.ts'
import { simplify } from '../normal.ts'
import { newEffort } from '../query/cursor.ts'
import { mostValues } from '../query/sequence.ts'
import { actionReaders } from './actions.ts'
import { conditionReaders } from './conditions.ts'
import { type GmailFilterDraft, openDraft, type ReadProperty, warn } from './draft.ts'
import { warning } from './problem.ts'
import { readFeed } from './xml.ts'

/** Some for each filter that a person may have; the rest of a file of which so little is understood is not read. */
const mostWarnings = 2500

const readers = new Map<string, ReadProperty>([...conditionReaders, ...actionReaders])

/**
 * Every property becomes part of a filter or a warning that points at it. A file that cannot be read gives no filter and one
 * warning. A filter that lost a part of its condition, or has nothing to do here, comes paused. Never throws.
 */
export function importGmail(text: string): Imported {
  const { entries, warnings, problem } = readFeed(text)
  if (problem) return { filters: [], warnings: [problem] }
  const filters: ImportedFilter[] = []
  const effort = newEffort()
  for (const entry of entries) {
    const draft = openDraft(entry, effort)
    for (const property of entry.properties) {
      const read = readers.get(property.name)
      if (read) read(draft, property)
      else warn(draft, 'property_unknown', property)
    }
    filters.push(...filterOf(draft, filters.length + 1))
    warnings.push(...draft.warnings)
    const broken = effort.values > mostValues ? 'too_costly' : warnings.length > mostWarnings ? 'too_odd' : null
    if (!broken) continue
    warnings.push(warning(broken, { start: entry.at.end, end: text.length }))
    break
  }
  return { filters, warnings: warnings.toSorted((a, b) => a.at.start - b.at.start) }
}

function filterOf(draft: GmailFilterDraft, n: number): ImportedFilter[] {
  const at = draft.entry.at
  if (draft.conditions.length === 0) {
    draft.warnings.push(warning('no_condition', at))
    return []
  }
  const condition = simplify({ all: draft.conditions })
  if (withinLimits(condition)) {
    draft.warnings.push(warning('too_large', at))
    return []
  }
  const isIdle = draft.actions.length === 0
  if (isIdle) draft.actions.push({ kind: 'forward', destinationIds: [] })
  if (draft.isPartial) draft.warnings.push(warning('partial', at))
  else if (isIdle) draft.warnings.push(warning('no_action', at))
  const name = shortName(draft.label || draft.clauses.join(' ') || `Gmail ${n}`)
  return [{ name, paused: draft.isPartial || isIdle, condition, actions: draft.actions }]
}
