// What a sentence comes to: a filter, one question, or what cannot be had; each with the places that it was read from.

import type { Span } from '../../text/spans.ts'
import type { Action } from '../action.ts'
import type { ConditionPath } from '../edit.ts'
import type { Condition } from '../tree.ts'
import type { ConditionDraft } from './pieces.ts'

/**
 * How a stretch of the sentence was taken. `path` leads to its test in the condition, `action` is a place in the actions;
 * `unused` words became nothing: the person should see them so.
 */
export interface Understanding extends Span {
  as: 'condition' | 'action' | 'question' | 'missing' | 'joint' | 'filler' | 'unused'
  path?: ConditionPath
  action?: number
}

/** `about` lists what is asked for: from, condition, attachment.size, size, hour, date, scope, digest, mailbox … */
export interface SpeechQuestion {
  code: string
  values: Record<string, string>
}

interface Common {
  language: 'en' | 'es'
  actions: Action[]
  parts: Understanding[]
}

export type Understood =
  | (Common & { kind: 'tree'; condition: Condition })
  /** `draft` has holes where the answer belongs; `condition` is what stands without it. */
  | (Common & {
      kind: 'question'
      about: string
      question: SpeechQuestion
      at: Span
      draft: ConditionDraft | null
      condition: Condition | null
    })
  | (Common & { kind: 'unsupported'; missing: { code: string; at: Span }[]; condition: Condition | null })
