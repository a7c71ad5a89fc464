// Constructors for sentence pieces.

import type { Fact } from '../../tree.ts'
import type { ActionDraft, Captured, ConditionDraft, Phrase, SentencePiece, TestField } from '../pieces.ts'

/** `today` is the user's current day, if known. */
export interface PhraseContext {
  today: string | null
  /** The addresses of the user's mailboxes, if known. */
  mailboxes?: string[]
}
export type Meanings = Record<string, (captured: Captured, context: PhraseContext) => SentencePiece[]>

export const testPiece = (tests: ConditionDraft[], field: TestField): SentencePiece & { is: 'test' } => ({ is: 'test', tests, field })

export const factPiece = (field: Fact): SentencePiece & { is: 'test' } => testPiece([{ field, operator: 'is' }], field)

export const actionPiece = (draft: ActionDraft): SentencePiece => ({ is: 'action', action: draft })

export const askPiece = (code: string, about: string, tests: ConditionDraft[] = []): SentencePiece & { is: 'ask' } => ({
  is: 'ask',
  code,
  about,
  tests,
})

export const missingPiece = (code: string, tests: ConditionDraft[] = []): SentencePiece => ({ is: 'missing', code, tests })

/** The phrase for an exact search, lower-cased; all-caps such as codes are kept. */
export const asWritten = ({ raw }: Phrase): string => (raw === raw.toUpperCase() ? raw : raw.toLocaleLowerCase('en'))
