// What a language knows: its rules by their first word, the kinds of its words, its closed phrases.
import type { Redaction } from '../action.ts'
import type { Weekday } from '../tree.ts'
import type { Rule } from './pattern.ts'
import type { AuthCheck } from './pieces.ts'

export interface Lexicon {
  language: 'en' | 'es'
  /** The rules that start with a certain word, and those that may start with any. */
  byWord: ReadonlyMap<string, Rule[]>
  anywhere: Rule[]
  words: WordSets
  dictionary: Dictionary
}
/** Phrases of closed kinds, and what they stand for. */
export interface Dictionary {
  numbers: ReadonlyMap<string, number>
  units: ReadonlyMap<string, number>
  times: ReadonlyMap<string, number>
  beforeTime: ReadonlyMap<string, true>
  halves: ReadonlyMap<string, 'am' | 'pm' | 'hours'>
  months: ReadonlyMap<string, number>
  weekdays: ReadonlyMap<string, Weekday[]>
  kinds: ReadonlyMap<string, string[]>
  tongues: ReadonlyMap<string, string>
  redactions: ReadonlyMap<string, Redaction>
  checks: ReadonlyMap<string, AuthCheck>
  /** Phrases with small words in them that name one thing. */
  phrases: ReadonlyMap<string, true>
}
/** What a word is, where a name or a topic is read word by word. */
export type WordKind = 'stop' | 'article' | 'possessive' | 'kin' | 'role' | 'telling' | 'noun' | 'kind' | 'given' | 'mail'
export type WordSets = Record<WordKind, ReadonlySet<string>>

export function openLexicon(language: 'en' | 'es', rules: Rule[], words: WordSets, dictionary: Dictionary): Lexicon {
  const byWord = new Map<string, Rule[]>()
  for (const rule of rules) {
    for (const word of rule.pattern.first ?? []) byWord.set(word, [...(byWord.get(word) ?? []), rule])
  }
  return { language, byWord, anywhere: rules.filter(rule => rule.pattern.first === null), words, dictionary }
}
