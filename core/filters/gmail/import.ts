// Imports filters from mailFilters.xml, Gmail's export.
import type { Imported, ImportedFilter } from '../exchange/imported.ts'
import { toShortName } from '../exchange/short-name.ts'
import { findBrokenLimit } from '../limits.ts'
import { simplify } from '../normalize.ts'
import { newEffort } from '../query/cursor.ts'
import { maxQueryValues } from '../query/sequence.ts'
import { actionReaders } from './actions.ts'
import { conditionReaders } from './conditions.ts'
import { type GmailFilterDraft, newGmailDraft, type ReadProperty, warnAboutProperty } from './draft.ts'
import { gmailWarning } from './problem.ts'
import { readFeed } from './xml.ts'

/** Several per filter; after so many warnings the rest of the file is not read. */
const maxWarnings = 2500

const readers = new Map<string, ReadProperty>([...conditionReaders, ...actionReaders])

/**
 * Every property becomes part of a filter or a warning that points to it. An unreadable file gives one warning and no filters. Filters
 * with an incomplete condition or without supported actions are imported paused. Never throws.
 */
export function importGmail(text: string): Imported {
  const { entries, warnings, problem } = readFeed(text)
  if (problem) return { filters: [], warnings: [problem] }
  const filters: ImportedFilter[] = []
  const effort = newEffort()
  for (const entry of entries) {
    const draft = newGmailDraft(entry, effort)
    for (const property of entry.properties) {
      const read = readers.get(property.name)
      if (read) read(draft, property)
      else warnAboutProperty(draft, 'property_unknown', property)
    }
    filters.push(...finishFilter(draft, filters.length + 1))
    warnings.push(...draft.warnings)
    const limit = effort.values > maxQueryValues ? 'too_costly' : warnings.length > maxWarnings ? 'too_odd' : null
    if (!limit) continue
    warnings.push(gmailWarning(limit, { start: entry.at.end, end: text.length }))
    break
  }
  return { filters, warnings: warnings.toSorted((a, b) => a.at.start - b.at.start) }
}

function finishFilter(draft: GmailFilterDraft, n: number): ImportedFilter[] {
  const at = draft.entry.at
  if (draft.conditions.length === 0) {
    draft.warnings.push(gmailWarning('no_condition', at))
    return []
  }
  const condition = simplify({ all: draft.conditions })
  if (findBrokenLimit(condition)) {
    draft.warnings.push(gmailWarning('too_large', at))
    return []
  }
  const hasNoActions = draft.actions.length === 0
  if (hasNoActions) draft.actions.push({ kind: 'forward', destinationIds: [] })
  if (draft.isPartial) draft.warnings.push(gmailWarning('partial', at))
  else if (hasNoActions) draft.warnings.push(gmailWarning('no_action', at))
  const name = toShortName(draft.label || draft.clauses.join(' ') || `Gmail ${n}`)
  return [{ name, paused: draft.isPartial || hasNoActions, condition, actions: draft.actions }]
}
