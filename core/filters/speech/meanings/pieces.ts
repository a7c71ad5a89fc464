// Short spellings of the pieces that meanings give.

import type { Fact } from '../../tree.ts'
import type { Captured, Draft, Phrase, Piece, Said, TestField } from '../pieces.ts'

/** What is known beside the sentence. `today` is a day of the person's calendar, or null. */
export interface Around {
  today: string | null
  /** The addresses of the person's mailboxes, where they are known. */
  mailboxes?: string[]
}
export type Meanings = Record<string, (captured: Captured, around: Around) => Piece[]>

export const test = (tests: Draft[], field: TestField): Piece & { is: 'test' } => ({ is: 'test', tests, field })

export const fact = (field: Fact): Piece & { is: 'test' } => test([{ field, operator: 'is' }], field)

export const action = (said: Said): Piece => ({ is: 'action', action: said })

export const ask = (code: string, about: string, tests: Draft[] = []): Piece & { is: 'ask' } => ({ is: 'ask', code, about, tests })

export const missing = (code: string, tests: Draft[] = []): Piece => ({ is: 'missing', code, tests })

/** Words to look for as they stand; capitals of codes are kept, as a person wrote them for a reason. */
export const asWritten = ({ raw }: Phrase): string => (raw === raw.toUpperCase() ? raw : raw.toLocaleLowerCase('en'))
