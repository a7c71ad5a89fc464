// The lexicon of a language: its rules by first word, its word kinds, its small words and its fixed phrases.
import type { Redaction } from '../action.ts'
import type { Weekday } from '../tree.ts'
import { compileRules, type Grammar, listWords, type Rule } from './pattern.ts'
import type { AuthCheck } from './pieces.ts'

export type SpeechLanguage = 'en' | 'es' | 'ar'

/** All that a language brings along: data only. The code that reads sentences is the same for each. */
export interface LanguageData {
  language: SpeechLanguage
  /** Of two equally long matches, the earlier rule wins. */
  grammar: Grammar
  words: WordSets
  small: SmallWords
  splits: WordSplits
  dictionary: Dictionary
  /** Endings of verbs and adverbs: such a word is no topic where a noun is not expected. */
  actionEndings: RegExp | null
  /** Endings of adverbs: an unknown one ends a topic even after `about`. */
  adverbEnding: RegExp | null
  /** Endings of plural nouns for people: who they are only the user knows. */
  groupEnding: RegExp | null
  /** The noun of a phrase comes last, as in English `overdue invoices`. */
  isHeadLast: boolean
  /** The forms of a word or phrase to search for; the shortest first. */
  forms: (phrase: string) => string[]
}
export interface Lexicon extends Omit<LanguageData, 'grammar'> {
  /** Rules by their first words; `anywhere` are those that may start with any word. */
  byWord: ReadonlyMap<string, Rule[]>
  anywhere: Rule[]
  /** Every word that the language's rules and lists contain. */
  vocabulary: ReadonlySet<string>
}
/** Fixed phrases and their values. */
export interface Dictionary {
  numbers: ReadonlyMap<string, number>
  units: ReadonlyMap<string, number>
  /** Null: a word that several currencies share. */
  currencies: ReadonlyMap<string, string | null>
  /** Words behind a number that multiply it: thousand. */
  scales: ReadonlyMap<string, number>
  /** Hours with a name of their own: noon. */
  times: ReadonlyMap<string, number>
  /** Hours as words, where they need no number: `la una`. */
  hourNames: ReadonlyMap<string, number>
  beforeTime: ReadonlyMap<string, true>
  /** A part of the day said before the hour: Sunday evening at 6. */
  halvesBefore: ReadonlyMap<string, 'am' | 'pm'>
  /** Minutes said before or after the hour: half past, y media, quarter to. */
  minutesBefore: ReadonlyMap<string, number>
  minutesAfter: ReadonlyMap<string, number>
  halves: ReadonlyMap<string, 'am' | 'pm' | 'hours'>
  months: ReadonlyMap<string, number>
  weekdays: ReadonlyMap<string, Weekday[]>
  kinds: ReadonlyMap<string, string[]>
  /** Kinds only behind another one, as the name alone means something else: pdf or word. */
  laterKinds: ReadonlyMap<string, string[]>
  tongues: ReadonlyMap<string, string>
  redactions: ReadonlyMap<string, Redaction>
  /** Only behind another one: hide cards and accounts. */
  laterRedactions: ReadonlyMap<string, Redaction>
  checks: ReadonlyMap<string, AuthCheck>
  /** Phrases that contain stop words but name one thing. */
  phrases: ReadonlyMap<string, true>
}
/** The kinds of words that matter for recognizing names and topics. `glue` may stand between the words of an action. */
export type WordKind = 'stop' | 'article' | 'possessive' | 'kin' | 'role' | 'telling' | 'noun' | 'kind' | 'given' | 'mail' | 'glue'
export type WordSets = Record<WordKind, ReadonlySet<string>>
/** The short words that slots skip or look for, by what they do. */
export type SmallKind =
  | 'the'
  | 'some'
  | 'of'
  | 'from'
  | 'and'
  | 'or'
  | 'both'
  | 'either'
  | 'until'
  | 'on'
  | 'all'
  | 'ordinal'
  | 'that'
  | 'with'
  | 'verb'
  | 'in'
  | 'when'
  | 'pronoun'
  | 'part'
export type SmallWords = Record<SmallKind, ReadonlySet<string>>
/** How one written word becomes two. */
export interface WordSplits {
  /** `dont` is do not, `del` is de el. */
  whole: ReadonlyMap<string, [first: string, second: string]>
  /** Short and sloppy spellings of one word: `pls`, Spanish `q`. */
  spellings: ReadonlyMap<string, string>
  /** Endings that are words: `n't` is not. */
  endings: ReadonlyMap<string, string>
  /** Beginnings that deny the word behind them: non-English. */
  negations: string[]
  /** Pronouns written onto a verb: silénciame, muévelos. */
  clitics: string[]
  /** After these, `'s` is `is`; after others it marks an owner. Null: the language has no `'s`. */
  beforeIs: ReadonlySet<string> | null
  /** Letters written onto the next word, and its article. */
  prefixes: string[]
  article: string | null
}

export function buildLexicon({ grammar, ...data }: LanguageData): Lexicon {
  const rules = compileRules(grammar)
  const byWord = new Map<string, Rule[]>()
  for (const rule of rules) {
    for (const word of rule.pattern.first ?? []) byWord.set(word, [...(byWord.get(word) ?? []), rule])
  }
  return { ...data, byWord, anywhere: rules.filter(rule => rule.pattern.first === null), vocabulary: listVocabulary(rules, data) }
}

function listVocabulary(rules: Rule[], { words, dictionary, small }: Omit<LanguageData, 'grammar'>): ReadonlySet<string> {
  const phrases = Object.values(dictionary).flatMap((each: ReadonlyMap<string, unknown>) => [...each.keys()])
  return new Set([
    ...rules.flatMap(rule => listWords(rule.pattern)),
    ...Object.values(words).flatMap(set => [...set]),
    ...Object.values(small).flatMap(set => [...set]),
    ...phrases.flatMap(phrase => phrase.split(' ')),
  ])
}
