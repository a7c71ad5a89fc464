// Handles answers to a question about a sentence: a choice among complete filters, or text for a hole in the draft.
import { type Action, Redaction } from '../action.ts'
import type { Condition } from '../tree.ts'
import { finishCondition } from './finish-condition.ts'
import type { SpeechLanguage } from './lexicon.ts'
import type { ParsedSentence } from './parsed-sentence.ts'
import type { ConditionDraft, HoleKind } from './pieces.ts'
import { parseSentence } from './speech.ts'

export type OpenQuestion = ParsedSentence & { kind: 'question' }
export type ChoiceCode =
  | 'stands'
  | 'allElse'
  | 'newsletters'
  | 'every'
  | 'never'
  | 'wait'
  | 'mailbox'
  | 'sender'
  | 'hour'
  | 'day'
  | 'week'
  | 'asNamed'
  | 'without'
  | 'search'
  | 'hideCards'
  | 'hideIbans'
  | 'hideCodes'
  | 'hideAll'
export interface SpeechChoice {
  code: ChoiceCode
  condition: Condition
  actions: Action[]
}

/** The answers that need no typing; empty if the draft has holes or the answer must be typed. */
export function listReadyOptions(open: OpenQuestion): SpeechChoice[] {
  const { condition, actions } = open
  if (condition === null || listHoles(open.draft).length > 0) return []
  const choose = (code: ChoiceCode): SpeechChoice[] => [{ code, condition, actions }]
  switch (open.question.code) {
    case 'belongs_to':
      return choose('stands')
    case 'all_else':
      return choose('allElse')
    case 'ads':
      return choose('newsletters')
    case 'which_ones':
      return choose('every')
    case 'which_name':
      return choose('asNamed')
    case 'unused':
      return [...choose('without'), ...searchForWords(open.question.values['words'] ?? '', condition, actions)]
    case 'redact':
      return listRedactions(condition, actions)
    case 'night':
      return [...choose('never'), holdOvernight(condition, actions)].filter(choice => choice !== null)
    case 'how_often':
      return (['hour', 'day', 'week'] as const).map(every => ({ code: every, condition, actions: [...actions, { kind: 'digest', every }] }))
    default:
      return []
  }
}

/** The words that were not understood, as something that the email says. */
const searchForWords = (words: string, condition: Condition, actions: Action[]): SpeechChoice[] =>
  words === ''
    ? []
    : [
        {
          code: 'search',
          condition: { all: [condition, { field: 'any', operator: 'contains', values: words.toLocaleLowerCase('en').split(', ') }] },
          actions,
        },
      ]

function listRedactions(condition: Condition, actions: Action[]): SpeechChoice[] {
  const others = actions.filter(action => action.kind !== 'redact')
  const hide = (code: ChoiceCode, what: Redaction[]): SpeechChoice => ({
    code,
    condition,
    actions: [...others, { kind: 'redact', what, patterns: [] }],
  })
  return [
    hide('hideCards', ['cards']),
    hide('hideIbans', ['ibans']),
    hide('hideCodes', ['codes']),
    hide('hideAll', Redaction.options),
    { code: 'without', condition, actions },
  ]
}

/** Holds emails at night instead of excluding them. */
function holdOvernight(condition: Condition, actions: Action[]): SpeechChoice | null {
  if (!('all' in condition)) return null
  const rest = condition.all.flatMap(member => ('none' in member ? dropHours(member.none) : [member]))
  const [only] = rest
  if (!only) return null
  const quiet: Action = { kind: 'quiet', from: '22:00', to: '07:00', then: 'hold' }
  return { code: 'wait', condition: rest.length === 1 ? only : { all: rest }, actions: [...actions, quiet] }
}

function dropHours(none: Condition[]): Condition[] {
  const remaining = none.filter(member => !('field' in member) || member.field !== 'hour')
  return remaining.length === 0 ? [] : [{ none: remaining }]
}

/** The missing values, in the order of the draft. */
export function listHoles(draft: ConditionDraft | null): HoleKind[] {
  if (draft === null || 'field' in draft) return []
  if ('hole' in draft) return [draft.hole]
  return ('all' in draft ? draft.all : 'any' in draft ? draft.any : draft.none).flatMap(listHoles)
}

const holePrefixes: Record<SpeechLanguage, Record<HoleKind, string>> = {
  en: {
    names: 'from ',
    amount: 'amount over ',
    small_amount: 'amount under ',
    attachment_size: 'attachments over ',
    size: 'over ',
    hours: '',
    days: '',
    address: 'sent to ',
  },
  es: {
    names: 'de parte de ',
    amount: 'importe de más de ',
    small_amount: 'importe de menos de ',
    attachment_size: 'adjuntos de más de ',
    size: 'de más de ',
    hours: '',
    days: '',
    address: 'enviados a ',
  },
  ar: {
    names: 'من ',
    amount: 'مبلغ أكثر من ',
    small_amount: 'مبلغ أقل من ',
    attachment_size: 'مرفقات أكبر من ',
    size: 'أكبر من ',
    hours: '',
    days: '',
    address: 'مرسلة إلى ',
  },
}

/** Fills the first hole with the reply; null if the reply does not fit and the question must be repeated. */
export function fillHole(
  draft: ConditionDraft,
  reply: string,
  language: SpeechLanguage,
  today: string | null = null,
): ConditionDraft | null {
  const [hole] = listHoles(draft)
  if (!hole) return null
  const parsed = parseSentence(`${holePrefixes[language][hole]}${reply}`, language, { today })
  const isFitting = parsed.kind === 'tree' || (parsed.kind === 'question' && parsed.question.code === 'which_name')
  return isFitting && parsed.condition ? replaceFirstHole(draft, parsed.condition).draft : null
}

/** Null if the draft still has holes. */
export const finishDraft = (draft: ConditionDraft): Condition | null =>
  listHoles(draft).length > 0 ? null : finishCondition(draft, new Map())

function replaceFirstHole(draft: ConditionDraft, condition: Condition): { draft: ConditionDraft; isDone: boolean } {
  if ('hole' in draft) return { draft: condition, isDone: true }
  if ('field' in draft) return { draft, isDone: false }
  const members = 'all' in draft ? draft.all : 'any' in draft ? draft.any : draft.none
  let isDone = false
  const changed = members.map(member => {
    if (isDone) return member
    const next = replaceFirstHole(member, condition)
    isDone = next.isDone
    return next.draft
  })
  return { draft: 'all' in draft ? { all: changed } : 'any' in draft ? { any: changed } : { none: changed }, isDone }
}
