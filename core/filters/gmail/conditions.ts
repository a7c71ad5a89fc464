// The properties that say which mails a Gmail filter is about.

import type { Effort } from '../query/cursor.ts'
import { leafOfWords } from '../query/leaf.ts'
import { type Read, readGmailQuery } from '../query/read.ts'
import type { Condition } from '../tree.ts'
import { type GmailFilterDraft, type ReadProperty, valueOf, warn, whenOn } from './draft.ts'

/** Each value is a query of its own; what must not be there is a list of which any is enough. */
export const conditionReaders: [string, ReadProperty][] = [
  ['from', query('from:', (value, effort) => readGmailQuery(value, leafOfWords('from', { field: 'from' }), false, effort))],
  ['to', query('to:', (value, effort) => readGmailQuery(value, leafOfWords('to', { field: 'recipient' }), false, effort))],
  ['subject', query('subject:', (value, effort) => readGmailQuery(value, leafOfWords('subject', { field: 'subject' }), false, effort))],
  ['hasTheWord', query('', (value, effort) => readGmailQuery(value, null, false, effort))],
  ['doesNotHaveTheWord', query('-', (value, effort) => denied(readGmailQuery(value, null, true, effort)))],
  ['hasAttachment', whenOn(draft => draft.conditions.push({ field: 'attachment', operator: 'exists' }))],
  ['size', readSize],
  // Gmail writes these two whether or not there is a size.
  ['sizeOperator', (draft, property) => lostUnless(draft, property, sides.has(property.value))],
  ['sizeUnit', (draft, property) => lostUnless(draft, property, units.has(property.value))],
]

const sides = new Map([
  ['s_sl', 'over' as const],
  ['s_ss', 'under' as const],
])
const units = new Map([
  ['s_sb', 1],
  ['s_skb', 1e3],
  ['s_smb', 1e6],
])

function query(sign: string, read: (value: string, effort: Effort) => Read): ReadProperty {
  return (draft, property) => {
    draft.clauses.push(sign !== '' && /\s/.test(property.value) ? `${sign}(${property.value})` : sign + property.value)
    const { condition, problems } = read(property.value, draft.effort)
    if (condition) draft.conditions.push(condition)
    if (problems.length > 0) draft.isPartial = true
    for (const { code, at, values } of problems) draft.warnings.push({ code, at: property.placeOf(at.start, at.end), values })
  }
}

const denied = ({ condition, problems }: Read): Read => ({ condition: condition && { none: [condition] }, problems })

function readSize(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  const side = sides.get(valueOf(draft, 'sizeOperator') ?? 's_sl')
  const unit = units.get(valueOf(draft, 'sizeUnit') ?? 's_sb')
  const bytes = Math.round(Number(/^\d{1,9}$/.exec(property.value)?.[0] ?? 0) * (unit ?? 0))
  const condition: Condition | null = side && bytes >= 1 ? { field: 'size', operator: side, bytes } : null
  if (condition) draft.conditions.push(condition)
  else lost(draft, property)
}

const lostUnless = (draft: GmailFilterDraft, property: Parameters<ReadProperty>[1], isFine: boolean): void => {
  if (!isFine) lost(draft, property)
}

function lost(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  draft.isPartial = true
  warn(draft, 'value_unknown', property)
}
