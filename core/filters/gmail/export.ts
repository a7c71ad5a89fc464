// Exports filters as mailFilters.xml, which Gmail's settings import.
import type { Action } from '../action.ts'
import type { Exported, ImportedFilter, Warning } from '../exchange/imported.ts'
import { printAction } from '../exchange/print-action.ts'
import { normalise } from '../normal.ts'
import { printQuery } from '../query/print.ts'
import type { Condition, Test } from '../tree.ts'
import { type Findings, gmailTerm, gmailWords, isSayable } from './export-query.ts'
import { warning } from './problem.ts'

type Properties = [name: string, value: string][]

const head = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:apps="http://schemas.google.com/apps/2006">
  <title>Mail Filters</title>
`

/** A filter that Gmail would ask differently is left out whole; each warning points at where it stands, or would stand. */
export function exportGmail(filters: ImportedFilter[]): Exported {
  let text = head
  const warnings: Warning[] = []
  for (const filter of filters) {
    const notes: Note[] = []
    const entry = filter.paused ? null : entryOf(filter, notes)
    if (filter.paused) notes.push({ code: 'export_paused', values: {} })
    const at = { start: text.length, end: text.length + (entry?.length ?? 0) }
    text += entry ?? ''
    warnings.push(...notes.map(({ code, values }) => warning(code, at, { filter: filter.name, ...values })))
  }
  return { text: `${text}</feed>\n`, warnings }
}

interface Note {
  code: Parameters<typeof warning>[0]
  values: Warning['values']
}

function entryOf(filter: ImportedFilter, notes: Note[]): string | null {
  const findings: Findings = { unsayable: [], wider: [] }
  const asked = conditionProperties(normalise(filter.condition), findings)
  const note = (code: Note['code'], tests: Test[]) => notes.push(...tests.map(test => ({ code, values: { query: printQuery(test) } })))
  note('export_condition', findings.unsayable)
  if (findings.unsayable.length > 0) return null
  note('export_to', findings.wider)
  const done = filter.actions.flatMap(action => actionProperties(action, notes))
  if (done.length === 0) notes.push({ code: 'export_label', values: {} })
  const properties = [...asked, ...(done.length === 0 ? ([['label', filter.name]] satisfies Properties) : done)]
  const lines = properties.map(([name, value]) => `    <apps:property name="${name}" value="${escape(value)}"/>\n`)
  return `  <entry>\n    <category term="filter"/>\n    <title>Mail Filter</title>\n${lines.join('')}  </entry>\n`
}

/** Sender, recipient and subject have a place of their own; what must not be there too; the rest is one query. */
function conditionProperties(condition: Condition, findings: Findings): Properties {
  const parts = 'all' in condition ? condition.all : [condition]
  const own: Properties = []
  const rest: string[] = []
  for (const part of parts) {
    const property = propertyOf(part)
    if (property && !own.some(([name]) => name === property[0])) own.push(property)
    else if ('none' in part) own.push(['doesNotHaveTheWord', part.none.map(member => gmailTerm(member, findings)).join(' ')])
    else rest.push(gmailTerm(part, findings))
  }
  return rest.length === 0 ? own : [...own, ['hasTheWord', rest.join(' ')]]
}

function propertyOf(condition: Condition): [string, string] | null {
  if (!('field' in condition)) return null
  if (condition.field === 'attachment' && condition.operator === 'exists') return ['hasAttachment', 'true']
  if (condition.field !== 'from' && condition.field !== 'recipient' && condition.field !== 'subject') return null
  if (condition.operator !== 'contains' || !condition.values.every(isSayable)) return null
  return [condition.field === 'recipient' ? 'to' : condition.field, gmailWords(condition.values)]
}

function actionProperties(action: Action, notes: Note[]): Properties {
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

// White space in an attribute would be read as plain spaces (XML 1.0 §3.3.3), and some letters not at all (§2.2).
const unsafe = /[&<>"\t\n\r]/g
const unreadable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escape = (value: string): string => value.replace(unreadable, '\ufffd').replace(unsafe, letter => `&#${letter.charCodeAt(0)};`)
