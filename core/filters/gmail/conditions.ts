// Converts the properties of a Gmail filter that define which emails it matches.

import type { Effort } from '../query/cursor.ts'
import { newWordsLeaf } from '../query/leaf.ts'
import { type QueryReading, readGmailQuery } from '../query/read.ts'
import type { Condition } from '../tree.ts'
import { findPropertyValue, type GmailFilterDraft, onlyIfTrue, type ReadProperty, warnAboutProperty } from './draft.ts'

/** Each value is a query; in `doesNotHaveTheWord` any of the terms excludes the email. */
export const conditionReaders: [string, ReadProperty][] = [
  ['from', readQueryProperty('from:', (value, effort) => readGmailQuery(value, newWordsLeaf('from', { field: 'from' }), false, effort))],
  ['to', readQueryProperty('to:', (value, effort) => readGmailQuery(value, newWordsLeaf('to', { field: 'recipient' }), false, effort))],
  [
    'subject',
    readQueryProperty('subject:', (value, effort) => readGmailQuery(value, newWordsLeaf('subject', { field: 'subject' }), false, effort)),
  ],
  ['hasTheWord', readQueryProperty('', (value, effort) => readGmailQuery(value, null, false, effort))],
  ['doesNotHaveTheWord', readQueryProperty('-', (value, effort) => negate(readGmailQuery(value, null, true, effort)))],
  ['hasAttachment', onlyIfTrue(draft => draft.conditions.push({ field: 'attachment', operator: 'exists' }))],
  ['size', readSize],
  // Gmail writes these two even without a size.
  ['sizeOperator', (draft, property) => warnUnless(draft, property, sizeOperators.has(property.value))],
  ['sizeUnit', (draft, property) => warnUnless(draft, property, units.has(property.value))],
]

const sizeOperators = new Map([
  ['s_sl', 'over' as const],
  ['s_ss', 'under' as const],
])
const units = new Map([
  ['s_sb', 1],
  ['s_skb', 1e3],
  ['s_smb', 1e6],
])

function readQueryProperty(sign: string, read: (value: string, effort: Effort) => QueryReading): ReadProperty {
  return (draft, property) => {
    draft.clauses.push(sign !== '' && /\s/.test(property.value) ? `${sign}(${property.value})` : sign + property.value)
    const { condition, problems } = read(property.value, draft.effort)
    if (condition) draft.conditions.push(condition)
    if (problems.length > 0) draft.isPartial = true
    for (const { code, at, values } of problems) draft.warnings.push({ code, at: property.locate(at.start, at.end), values })
  }
}

const negate = ({ condition, problems }: QueryReading): QueryReading => ({ condition: condition && { none: [condition] }, problems })

function readSize(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  const operator = sizeOperators.get(findPropertyValue(draft, 'sizeOperator') ?? 's_sl')
  const unit = units.get(findPropertyValue(draft, 'sizeUnit') ?? 's_sb')
  const bytes = Math.round(Number(/^\d{1,9}$/.exec(property.value)?.[0] ?? 0) * (unit ?? 0))
  const condition: Condition | null = operator && bytes >= 1 ? { field: 'size', operator: operator, bytes } : null
  if (condition) draft.conditions.push(condition)
  else warnAboutValue(draft, property)
}

const warnUnless = (draft: GmailFilterDraft, property: Parameters<ReadProperty>[1], isValid: boolean): void => {
  if (!isValid) warnAboutValue(draft, property)
}

function warnAboutValue(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  draft.isPartial = true
  warnAboutProperty(draft, 'value_unknown', property)
}
