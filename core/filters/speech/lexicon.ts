// The lexicon of a language: its rules by first word, its word kinds, and its fixed phrases.
import type { Redaction } from '../action.ts'
import type { Weekday } from '../tree.ts'
import type { Rule } from './pattern.ts'
import type { AuthCheck } from './pieces.ts'

export interface Lexicon {
  language: 'en' | 'es'
  /** Rules by their first words; `anywhere` are those that may start with any word. */
  byWord: ReadonlyMap<string, Rule[]>
  anywhere: Rule[]
  words: WordSets
  dictionary: Dictionary
}
/** Fixed phrases and their values. */
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
  /** Phrases that contain stop words but name one thing. */
  phrases: ReadonlyMap<string, true>
}
/** The kinds of words that matter for recognizing names and topics. */
export type WordKind = 'stop' | 'article' | 'possessive' | 'kin' | 'role' | 'telling' | 'noun' | 'kind' | 'given' | 'mail'
export type WordSets = Record<WordKind, ReadonlySet<string>>

export function buildLexicon(language: 'en' | 'es', rules: Rule[], words: WordSets, dictionary: Dictionary): Lexicon {
  const byWord = new Map<string, Rule[]>()
  for (const rule of rules) {
    for (const word of rule.pattern.first ?? []) byWord.set(word, [...(byWord.get(word) ?? []), rule])
  }
  return { language, byWord, anywhere: rules.filter(rule => rule.pattern.first === null), words, dictionary }
}
