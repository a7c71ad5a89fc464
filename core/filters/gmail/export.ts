// Exports filters as mailFilters.xml, which Gmail can import.
import type { Action } from '../action.ts'
import type { Exported, ImportedFilter, Warning } from '../exchange/imported.ts'
import { printAction } from '../exchange/print-action.ts'
import { normalize } from '../normalize.ts'
import { printQuery } from '../query/print.ts'
import type { Condition, Test } from '../tree.ts'
import { type GmailGaps, isExpressible, writeGmailTerm, writeGmailWords } from './export-query.ts'
import { gmailWarning } from './problem.ts'

type Properties = [name: string, value: string][]

const feedHeader = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:apps="http://schemas.google.com/apps/2006">
  <title>Mail Filters</title>
`

/** Filters with a condition that Gmail does not support are left out; each warning points to where the filter is or would be. */
export function exportGmail(filters: ImportedFilter[]): Exported {
  let text = feedHeader
  const warnings: Warning[] = []
  for (const filter of filters) {
    const notes: ExportNote[] = []
    const entry = filter.paused ? null : writeEntry(filter, notes)
    if (filter.paused) notes.push({ code: 'export_paused', values: {} })
    const at = { start: text.length, end: text.length + (entry?.length ?? 0) }
    text += entry ?? ''
    warnings.push(...notes.map(({ code, values }) => gmailWarning(code, at, { filter: filter.name, ...values })))
  }
  return { text: `${text}</feed>\n`, warnings }
}

interface ExportNote {
  code: Parameters<typeof gmailWarning>[0]
  values: Warning['values']
}

function writeEntry(filter: ImportedFilter, notes: ExportNote[]): string | null {
  const gaps: GmailGaps = { unsupported: [], widened: [] }
  const conditionProps = toConditionProperties(normalize(filter.condition), gaps)
  const addNotes = (code: ExportNote['code'], tests: Test[]) =>
    notes.push(...tests.map(test => ({ code, values: { query: printQuery(test) } })))
  addNotes('export_condition', gaps.unsupported)
  if (gaps.unsupported.length > 0) return null
  addNotes('export_to', gaps.widened)
  const actionProps = filter.actions.flatMap(action => toActionProperties(action, notes))
  if (actionProps.length === 0) notes.push({ code: 'export_label', values: {} })
  const properties = [...conditionProps, ...(actionProps.length === 0 ? ([['label', filter.name]] satisfies Properties) : actionProps)]
  const lines = properties.map(([name, value]) => `    <apps:property name="${name}" value="${escape(value)}"/>\n`)
  return `  <entry>\n    <category term="filter"/>\n    <title>Mail Filter</title>\n${lines.join('')}  </entry>\n`
}

/** Sender, recipient, subject and exclusions have their own properties; the rest becomes one query. */
function toConditionProperties(condition: Condition, gaps: GmailGaps): Properties {
  const parts = 'all' in condition ? condition.all : [condition]
  const ownProperties: Properties = []
  const rest: string[] = []
  for (const part of parts) {
    const property = toProperty(part)
    if (property && !ownProperties.some(([name]) => name === property[0])) ownProperties.push(property)
    else if ('none' in part) ownProperties.push(['doesNotHaveTheWord', part.none.map(member => writeGmailTerm(member, gaps)).join(' ')])
    else rest.push(writeGmailTerm(part, gaps))
  }
  return rest.length === 0 ? ownProperties : [...ownProperties, ['hasTheWord', rest.join(' ')]]
}

function toProperty(condition: Condition): [string, string] | null {
  if (!('field' in condition)) return null
  if (condition.field === 'attachment' && condition.operator === 'exists') return ['hasAttachment', 'true']
  if (condition.field !== 'from' && condition.field !== 'recipient' && condition.field !== 'subject') return null
  if (condition.operator !== 'contains' || !condition.values.every(isExpressible)) return null
  return [condition.field === 'recipient' ? 'to' : condition.field, writeGmailWords(condition.values)]
}

function toActionProperties(action: Action, notes: ExportNote[]): Properties {
  if (action.kind === 'mark_read') return [['shouldMarkAsRead', 'true']]
  if (action.kind === 'flag') return [['shouldStar', 'true']]
  if (action.kind === 'move') {
    const folder: Properties = [
      ['label', action.folder],
      ['shouldArchive', 'true'],
    ]
    return folder
  }
  notes.push({ code: 'export_action', values: { action: printAction(action) } })
  return []
}

// Parsers normalize white space in attributes (XML 1.0 §3.3.3) and reject some characters (§2.2).
const unsafe = /[&<>"\t\n\r]/g
const unreadable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escape = (value: string): string => value.replace(unreadable, '\ufffd').replace(unsafe, character => `&#${character.charCodeAt(0)};`)
