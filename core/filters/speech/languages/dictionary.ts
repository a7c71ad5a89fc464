// Builds what a language's lists of words are looked up in.
import type { WordKind, WordSets } from '../lexicon.ts'

/** `one|two` as a set. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/[|\s]+/).filter(word => word !== ''))

export const wordSets = (lists: Record<WordKind, string>): WordSets => ({
  stop: setOf(lists.stop),
  article: setOf(lists.article),
  possessive: setOf(lists.possessive),
  kin: setOf(lists.kin),
  role: setOf(lists.role),
  telling: setOf(lists.telling),
  noun: setOf(lists.noun),
  kind: setOf(lists.kind),
  given: setOf(lists.given),
  mail: setOf(lists.mail),
})

/** `a|b` means the value beside it. */
export const table = <T>(...rows: [phrases: string, value: T][]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap(([phrases, value]) => phrases.split('|').map((phrase): [string, T] => [phrase.trim(), value])))
