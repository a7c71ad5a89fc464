// What a person may answer to a question: a choice among whole filters, or words for the holes of the draft.
import type { Action } from '../action.ts'
import type { Condition } from '../tree.ts'
import { concrete } from './concrete.ts'
import type { ConditionDraft, HoleKind } from './pieces.ts'
import { parseSentence } from './speech.ts'
import type { Understood } from './understood.ts'

export type OpenQuestion = Understood & { kind: 'question' }
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
export interface SpeechChoice {
  code: ChoiceCode
  condition: Condition
  actions: Action[]
}

/** The answers that need no typing; none where holes are left or only words can tell. */
export function readyChoice(asked: OpenQuestion): SpeechChoice[] {
  const { condition, actions } = asked
  if (condition === null || holesIn(asked.draft).length > 0) return []
  const stands = (code: ChoiceCode): SpeechChoice[] => [{ code, condition, actions }]
  switch (asked.question.code) {
    case 'belongs_to':
      return stands('stands')
    case 'all_else':
      return stands('allElse')
    case 'ads':
      return stands('newsletters')
    case 'amount':
    case 'which_ones':
      return stands('every')
    case 'which_name':
      return stands('asNamed')
    case 'night':
      return [...stands('never'), waiting(condition, actions)].filter(choice => choice !== null)
    case 'how_often':
      return (['hour', 'day', 'week'] as const).map(every => ({ code: every, condition, actions: [...actions, { kind: 'digest', every }] }))
    default:
      return []
  }
}

/** The night is no reason to leave a mail out, only to hold it. */
function waiting(condition: Condition, actions: Action[]): SpeechChoice | null {
  if (!('all' in condition)) return null
  const rest = condition.all.flatMap(member => ('none' in member ? without(member.none) : [member]))
  const [only] = rest
  if (!only) return null
  const quiet: Action = { kind: 'quiet', from: '22:00', to: '07:00', then: 'hold' }
  return { code: 'wait', condition: rest.length === 1 ? only : { all: rest }, actions: [...actions, quiet] }
}

function without(none: Condition[]): Condition[] {
  const kept = none.filter(member => !('field' in member) || member.field !== 'hour')
  return kept.length === 0 ? [] : [{ none: kept }]
}

/** What is still to be said, in the order of the draft. */
export function holesIn(draft: ConditionDraft | null): HoleKind[] {
  if (draft === null || 'field' in draft) return []
  if ('hole' in draft) return [draft.hole]
  return ('all' in draft ? draft.all : 'any' in draft ? draft.any : draft.none).flatMap(holesIn)
}

const before: Record<'en' | 'es', Record<HoleKind, string>> = {
  en: { names: 'from ', attachment_size: 'attachments over ', size: 'over ', hours: '', days: '', address: 'sent to ' },
  es: { names: 'de parte de ', attachment_size: 'adjuntos de más de ', size: 'de más de ', hours: '', days: '', address: 'enviados a ' },
}

/** The condition with the reply in place of the first hole; null: the reply does not say it, so ask again. */
export function fillHole(draft: ConditionDraft, reply: string, language: 'en' | 'es', today: string | null = null): ConditionDraft | null {
  const [hole] = holesIn(draft)
  if (!hole) return null
  const said = parseSentence(`${before[language][hole]}${reply}`, language, { today })
  const isFitting = said.kind === 'tree' || (said.kind === 'question' && said.question.code === 'which_name')
  return isFitting && said.condition ? replaced(draft, said.condition).draft : null
}

/** A draft without holes as a condition. */
export const conditionOf = (draft: ConditionDraft): Condition | null => (holesIn(draft).length > 0 ? null : concrete(draft, new Map()))

function replaced(draft: ConditionDraft, by: Condition): { draft: ConditionDraft; isDone: boolean } {
  if ('hole' in draft) return { draft: by, isDone: true }
  if ('field' in draft) return { draft, isDone: false }
  const members = 'all' in draft ? draft.all : 'any' in draft ? draft.any : draft.none
  let isDone = false
  const changed = members.map(member => {
    if (isDone) return member
    const next = replaced(member, by)
    isDone = next.isDone
    return next.draft
  })
  return { draft: 'all' in draft ? { all: changed } : 'any' in draft ? { any: changed } : { none: changed }, isDone }
}
