// A parsed sentence: a filter, a question or unsupported parts, with their positions.

import type { Span } from '../../text/spans.ts'
import type { Action } from '../action.ts'
import type { ConditionPath } from '../edit.ts'
import type { Condition } from '../tree.ts'
import type { SpeechLanguage } from './lexicon.ts'
import type { ConditionDraft } from './pieces.ts'

/**
 * How a part of the sentence was understood. `path` leads to its test in the condition, `action` is an index of the actions;
 * `unused` words had no effect, which the user should see.
 */
export interface SentencePart extends Span {
  as: 'condition' | 'action' | 'question' | 'missing' | 'joint' | 'filler' | 'unused'
  path?: ConditionPath
  action?: number
}

/** `code` selects the question's text, `values` fill it in. */
export interface SpeechQuestion {
  code: string
  values: Record<string, string>
}

interface Common {
  language: SpeechLanguage
  actions: Action[]
  parts: SentencePart[]
}

export type ParsedSentence =
  | (Common & { kind: 'tree'; condition: Condition })
  /** `draft` has holes for the answer; `condition` leaves them out. `about` lists the topics: from, size, date, digest … */
  | (Common & {
      kind: 'question'
      about: string
      question: SpeechQuestion
      at: Span
      draft: ConditionDraft | null
      condition: Condition | null
    })
  | (Common & { kind: 'unsupported'; missing: { code: string; at: Span }[]; condition: Condition | null })
