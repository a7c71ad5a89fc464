// What the grammar makes of a stretch of a sentence, before it is put together.

import type { Span } from '../../text/spans.ts'
import type { Action, Redaction } from '../action.ts'
import type { Test, TextField, Weekday } from '../tree.ts'

/** What a person has yet to say; the codes name the words of the question in speech.json. */
export type HoleKind = 'names' | 'attachment_size' | 'size' | 'hours' | 'days' | 'address'
export interface Hole {
  hole: HoleKind
}
/** A tree in which some tests are still to be given. */
export type ConditionDraft = Test | Hole | { all: ConditionDraft[] } | { any: ConditionDraft[] } | { none: ConditionDraft[] }

/** A sender or recipient as it was named. `role` is one whom only the person knows: `my boss`. */
export interface NamedPerson extends Span {
  kind: 'address' | 'domain' | 'under' | 'name' | 'role'
  text: string
  /** For a role: whether the word itself may stand in the sender's name, as `school` does. */
  isTelling?: boolean
  /** Capitals, or what stands before it, show that it is a name. */
  isMarked?: boolean
}

/** Words to look for: `forms` are the word and its other forms. */
export interface Phrase extends Span {
  forms: string[]
  isQuoted: boolean
  raw: string
}
export interface PhraseList {
  items: Phrase[]
  /** All of them are wanted, not any one. */
  isBoth: boolean
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

/** What the open parts of rules give, by the name that rules call them by. */
export interface SlotValues {
  names: NamedPerson[]
  proper: NamedPerson[]
  /** People whom only the person can name. */
  roles: NamedPerson[]
  topics: PhraseList
  literals: PhraseList
  /** In quotation marks, or the name of a file. */
  quote: PhraseList
  time: TimePhrase
  size: number
  number: number
  date: DatePhrase
  days: Weekday[]
  address: string
  kinds: string[][]
  header: string
  /** One to three words that name a mailbox or a list. */
  label: string
  checks: AuthCheck[]
  tongue: string
  redact: Redaction[]
  rest: string
}
export type Captured = { [K in keyof SlotValues]?: SlotValues[K][] }

export type Join = 'and' | 'or' | 'comma' | 'but' | 'except' | 'unless'
export type TestField = Test['field'] | 'none'

export type SentencePiece =
  /** One or more tests that were said in one breath; with several, any one is enough unless `isBoth`. */
  | { is: 'test'; tests: ConditionDraft[]; field: TestField; isNot?: boolean; isBoth?: boolean; topics?: Phrase[] }
  | { is: 'action'; action: ActionDraft }
  | { is: 'join'; how: Join; isNot: boolean }
  /** What the mails are about shall be blacked out. */
  | { is: 'hidden' }
  /** A time that belongs to a digest. */
  | { is: 'moment'; at: string }
  /** The last words are looked for in this field alone. */
  | { is: 'narrow'; field: TextField }
  | { is: 'scope'; how: 'every' | 'only' }
  | { is: 'filler'; why: 'filler' | 'forward' | 'mail' | 'sets_nothing' | 'describes_sender' }
  | { is: 'ask'; code: string; about: string; tests?: ConditionDraft[]; action?: ActionDraft; word?: string }
  | { is: 'missing'; code: string; tests?: ConditionDraft[] }
  | { is: 'unused' }

/** An action as it was said; `null` is still to be given. */
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
