// A filter that is being put together from the properties of one entry.
import type { Action } from '../action.ts'
import type { Warning } from '../exchange/imported.ts'
import type { Effort } from '../query/cursor.ts'
import type { Condition } from '../tree.ts'
import { warning } from './problem.ts'
import type { FeedEntry, Property } from './xml.ts'

export interface GmailFilterDraft {
  entry: FeedEntry
  /** Of the whole file. */
  effort: Effort
  conditions: Condition[]
  actions: Action[]
  warnings: Warning[]
  /** A clause of the condition could not be read, so that it would hold on other mails than Gmail's did. */
  isPartial: boolean
  /** The label, if there is one; else what Gmail looks for, as it was typed there. */
  label: string
  clauses: string[]
}

/** Makes something of one property, or says that it cannot. */
export type ReadProperty = (draft: GmailFilterDraft, property: Property) => void

export const openDraft = (entry: FeedEntry, effort: Effort): GmailFilterDraft => ({
  entry,
  effort,
  conditions: [],
  actions: [],
  warnings: [],
  isPartial: false,
  label: '',
  clauses: [],
})

export function warn(draft: GmailFilterDraft, code: Parameters<typeof warning>[0], property: Property): void {
  const values = { name: property.name.slice(0, 60), value: property.value.slice(0, 200) }
  draft.warnings.push(warning(code, property.at, values))
}

/** The value of another property of the same entry. */
export const valueOf = (draft: GmailFilterDraft, name: string): string | undefined =>
  draft.entry.properties.find(property => property.name === name)?.value

/** Switches are written when they are on; `false` says nothing. */
export const whenOn =
  (read: ReadProperty): ReadProperty =>
  (draft, property) => {
    if (property.value === 'true') read(draft, property)
    else if (property.value !== 'false') warn(draft, 'value_unknown', property)
  }
