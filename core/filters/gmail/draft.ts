// Holds a filter while it is built from the properties of one Gmail entry.
import type { Action } from '../action.ts'
import type { Warning } from '../exchange/imported.ts'
import type { Effort } from '../query/cursor.ts'
import type { Condition } from '../tree.ts'
import { gmailWarning } from './problem.ts'
import type { FeedEntry, Property } from './xml.ts'

export interface GmailFilterDraft {
  entry: FeedEntry
  /** Shared by the whole file. */
  effort: Effort
  conditions: Condition[]
  actions: Action[]
  warnings: Warning[]
  /** A part of the condition could not be converted, so it would match other emails than in Gmail. */
  isPartial: boolean
  /** For the filter's name: the label; `clauses` are the search terms, used if there is none. */
  label: string
  clauses: string[]
}

/** Converts one property, or adds a warning. */
export type ReadProperty = (draft: GmailFilterDraft, property: Property) => void

export const newGmailDraft = (entry: FeedEntry, effort: Effort): GmailFilterDraft => ({
  entry,
  effort,
  conditions: [],
  actions: [],
  warnings: [],
  isPartial: false,
  label: '',
  clauses: [],
})

export function warnAboutProperty(draft: GmailFilterDraft, code: Parameters<typeof gmailWarning>[0], property: Property): void {
  const values = { name: property.name.slice(0, 60), value: property.value.slice(0, 200) }
  draft.warnings.push(gmailWarning(code, property.at, values))
}

/** The value of another property of the same entry. */
export const findPropertyValue = (draft: GmailFilterDraft, name: string): string | undefined =>
  draft.entry.properties.find(property => property.name === name)?.value

/** Gmail writes switches only if they are on; `false` has no meaning. */
export const onlyIfTrue =
  (read: ReadProperty): ReadProperty =>
  (draft, property) => {
    if (property.value === 'true') read(draft, property)
    else if (property.value !== 'false') warnAboutProperty(draft, 'value_unknown', property)
  }
