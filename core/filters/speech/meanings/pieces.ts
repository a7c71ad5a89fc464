// Short spellings of the pieces that meanings give.

import type { Fact } from '../../tree.ts'
import type { ActionDraft, Captured, ConditionDraft, Phrase, SentencePiece, TestField } from '../pieces.ts'

/** What is known beside the sentence. `today` is a day of the person's calendar, or null. */
export interface PhraseContext {
  today: string | null
  /** The addresses of the person's mailboxes, where they are known. */
  mailboxes?: string[]
}
export type Meanings = Record<string, (captured: Captured, around: PhraseContext) => SentencePiece[]>

export const test = (tests: ConditionDraft[], field: TestField): SentencePiece & { is: 'test' } => ({ is: 'test', tests, field })

export const fact = (field: Fact): SentencePiece & { is: 'test' } => test([{ field, operator: 'is' }], field)

export const action = (said: ActionDraft): SentencePiece => ({ is: 'action', action: said })

export const ask = (code: string, about: string, tests: ConditionDraft[] = []): SentencePiece & { is: 'ask' } => ({
  is: 'ask',
  code,
  about,
  tests,
})

export const missing = (code: string, tests: ConditionDraft[] = []): SentencePiece => ({ is: 'missing', code, tests })

/** Words to look for as they stand; capitals of codes are kept, as a person wrote them for a reason. */
export const asWritten = ({ raw }: Phrase): string => (raw === raw.toUpperCase() ? raw : raw.toLocaleLowerCase('en'))
