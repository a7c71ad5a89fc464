// Converts our condition trees and actions to the notation of the sentence corpus.
import type { Action } from '../../core/filters/action.ts'
import type { ConditionDraft } from '../../core/filters/speech/pieces.ts'
import type { Test } from '../../core/filters/tree.ts'
import { f, type Leaf, type Tree } from './leaves.ts'

export function inCorpusTerms(draft: ConditionDraft): Tree {
  if ('all' in draft) return { all: draft.all.filter(part => !isAmountHole(part)).map(inCorpusTerms) }
  if ('any' in draft) return { any: draft.any.map(inCorpusTerms) }
  if ('none' in draft) return { none: draft.none.map(inCorpusTerms) }
  return 'hole' in draft ? hole(draft.hole) : leaf(draft)
}

/** The notation has no amounts: what is asked about them stands beside the draft. */
const isAmountHole = (draft: ConditionDraft): boolean => 'hole' in draft && (draft.hole === 'amount' || draft.hole === 'small_amount')

function hole(kind: string): Tree {
  if (kind === 'names') return f('from', 'contains', null)
  if (kind === 'attachment_size') return f('attachment', 'size_over', null)
  if (kind === 'size') return f('size', 'over', null)
  if (kind === 'hours') return f('hour', 'between', [null, null])
  if (kind === 'days') return { all: [f('date', 'on_or_after', null), f('date', 'before', null)] }
  return f('recipient', 'is', null)
}

const oneOf = (leaves: Leaf[]): Tree => {
  const [only] = leaves
  return leaves.length === 1 && only ? only : { any: leaves }
}

const not = (tree: Tree): Tree => ({ none: [tree] })

function leaf(test: Test): Tree {
  if ('values' in test) return oneOf(words(test))
  if ('list' in test) return f(test.field, 'in_list', test.list)
  switch (test.field) {
    case 'size':
      return f('size', test.operator, test.bytes)
    case 'attachment_size':
      return f('attachment', `size_${test.operator}`, test.bytes)
    case 'attachment_count':
      return f('attachment', `count_${test.operator}`, test.count)
    case 'amount':
      return f('amount', test.operator, [...(test.operator === 'between' ? [test.from, test.to] : [test.amount]), test.currency ?? null])
    case 'date':
      return f('date', test.operator, test.day)
    case 'weekday':
      return f('weekday', 'in', test.days)
    case 'hour':
      return f('hour', 'between', [test.from, test.to])
    case 'auth':
      return { field: 'auth', check: test.check, op: 'is', value: test.verdict }
    case 'calendar':
      return truth(test.operator, f('calendar', 'is', test.method === 'any' ? true : test.method))
    case 'automated':
    case 'newsletter':
    case 'reply':
    case 'first_time_sender':
      return truth(test.operator, f(test.field, 'is', true))
    default:
      return truth(test.operator === 'exists' ? 'is' : 'is_not', {
        ...f(test.field, 'exists', true),
        ...('name' in test && { name: test.name }),
      })
  }
}

const truth = (operator: string, tree: Tree): Tree => (operator === 'is' ? tree : not(tree))

const kindOf: Record<string, string> = {
  xlsx: 'spreadsheet',
  xls: 'spreadsheet',
  ods: 'spreadsheet',
  csv: 'spreadsheet',
  doc: 'word',
  docx: 'word',
}

function words(test: Test & { values: string[] }): Leaf[] {
  if (test.field === 'attachment_name') return test.values.map(value => f('attachment', `name_${test.operator}`, value))
  if (test.field === 'attachment_type') {
    return [...new Set(test.values.map(value => (test.values.length > 1 ? (kindOf[value] ?? value) : value)))].map(value =>
      f('attachment', 'type_is', value),
    )
  }
  return test.values.map(value => ({ ...f(test.field, test.operator, value), ...('name' in test && { name: test.name }) }))
}

export function actionsInCorpusTerms(actions: Action[]): Record<string, unknown> {
  return Object.assign({}, ...actions.map(actionInCorpusTerms))
}

function actionInCorpusTerms(action: Action): Record<string, unknown> {
  switch (action.kind) {
    case 'forward':
      return {
        ...(action.show && { show: action.show }),
        ...(action.attachments !== undefined && { attachments: action.attachments ? 'yes' : 'no' }),
      }
    case 'redact':
      return { redact: action.what.toSorted() }
    case 'digest':
      return { digest: { every: action.every, ...(action.at && { at: action.at }), ...(action.on && { on: action.on }) } }
    case 'quiet':
      return { quiet: { from: action.from, to: action.to } }
    case 'at_most':
      return { max_per_hour: action.perHour }
    default:
      return { [action.kind]: true }
  }
}
