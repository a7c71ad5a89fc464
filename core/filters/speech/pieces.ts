// The types of sentence pieces, which the grammar makes from each part of a sentence.

import type { Span } from '../../text/spans.ts'
import type { Action, Redaction } from '../action.ts'
import type { Test, TextField, Weekday } from '../tree.ts'

/** A value the user has yet to give; the codes select the question in speech.json. */
export type HoleKind = 'names' | 'amount' | 'small_amount' | 'attachment_size' | 'size' | 'hours' | 'days' | 'address'
export interface Hole {
  hole: HoleKind
}
/** A condition with holes. */
export type ConditionDraft = Test | Hole | { all: ConditionDraft[] } | { any: ConditionDraft[] } | { none: ConditionDraft[] }

/** A sender or recipient. `role` is one that only the user knows: `my boss`. */
export interface NamedPerson extends Span {
  kind: 'address' | 'domain' | 'under' | 'name' | 'pattern' | 'role'
  text: string
  /** For a role: the word itself may occur in the sender's name, as `school` does. */
  isSearchable?: boolean
  /** Capitals or the preceding word show that it is a name. */
  isMarked?: boolean
}

/** Words to search for; `forms` are the word and its inflections. */
export interface Phrase extends Span {
  forms: string[]
  isQuoted: boolean
  raw: string
}
export interface PhraseList {
  items: Phrase[]
  /** All must occur, not just one. */
  isBoth: boolean
  /** `and` joins them. */
  isAnd?: boolean
}

export type AuthCheck = 'spf' | 'dkim' | 'dmarc' | 'any'

export interface TimePhrase {
  hour: number
  minute: number
  half: 'am' | 'pm' | null
}
export interface DatePhrase {
  year: number | null
  /** Null: the whole year. */
  month: number | null
  day: number | null
}

/** `currency` null: not named, or named by a word that several share. */
export interface MoneyPhrase {
  amount: number
  currency: string | null
}

/** The values of rule slots, by slot name. */
export interface SlotValues {
  names: NamedPerson[]
  proper: NamedPerson[]
  /** Senders, but no things. */
  writers: NamedPerson[]
  /** People that only the user knows. */
  roles: NamedPerson[]
  topics: PhraseList
  literals: PhraseList
  /** Quoted text, or a file name. */
  quote: PhraseList
  time: TimePhrase
  /** Two hours written as one word: 9-17. */
  clock: [from: TimePhrase, to: TimePhrase]
  size: number
  /** Two sizes: 1 to 5 MB. */
  sizes: [from: number, to: number]
  number: number
  money: MoneyPhrase
  /** With a currency. */
  price: MoneyPhrase
  date: DatePhrase
  days: Weekday[]
  address: string
  kinds: string[][]
  header: string
  /** One to three words that name a mailbox or a list. */
  label: string
  checks: AuthCheck[]
  /** One or more languages, by their codes. */
  tongue: string[]
  redact: Redaction[]
  rest: string
  /** A word that no list knows. */
  odd: string
}
export type Captured = { [K in keyof SlotValues]?: SlotValues[K][] }

export type JoinKind = 'and' | 'or' | 'comma' | 'but' | 'except' | 'unless'
export type TestField = Test['field'] | 'none'

export type SentencePiece =
  /** One or more tests from one phrase; any of them is enough unless `isBoth`. */
  | { is: 'test'; tests: ConditionDraft[]; field: TestField; isNot?: boolean; isBoth?: boolean; topics?: Phrase[] }
  | { is: 'action'; action: ActionDraft }
  | { is: 'join'; how: JoinKind; isNot: boolean }
  /** Redact what the emails are about. */
  | { is: 'hidden' }
  /** `hold emails from Ada`, with the hours elsewhere. */
  | { is: 'held' }
  /** The time of a digest. */
  | { is: 'moment'; at: string }
  /** Restricts the preceding words to this field. */
  | { is: 'narrow'; field: TextField }
  | { is: 'scope'; how: 'every' | 'only' }
  | { is: 'filler'; why: 'filler' | 'forward' | 'mail' | 'sets_nothing' | 'describes_sender' }
  | {
      is: 'ask'
      code: string
      about: string
      tests?: ConditionDraft[]
      action?: ActionDraft
      word?: string
      isRecipient?: boolean
    }
  | { is: 'missing'; code: string; tests?: ConditionDraft[] }
  /** `Sundays excluded`: what stands before is unwanted. */
  | { is: 'excluded' }
  /** `… then do not send it` */
  | { is: 'refused' }
  | { is: 'unused' }

/** An action as described; `null` is still missing. */
export type ActionDraft =
  | Exclude<Action, { kind: 'forward' | 'digest' | 'redact' }>
  | { kind: 'redact'; what: Redaction[] }
  | { kind: 'digest'; every: 'hour' | 'day' | 'week' | null; at?: string; on?: Weekday }
  | { kind: 'show'; show: 'headers' | 'summary' | 'full' }
  | { kind: 'attachments'; attachments: boolean }

/** `from` and `to` count words. */
export type PlacedPiece = SentencePiece & Span & { from: number; to: number }

export const textTest = (field: TextField, operator: 'contains' | 'is' | 'starts' | 'ends' | 'wildcard', values: string[]): Test => ({
  field,
  operator,
  values,
})
