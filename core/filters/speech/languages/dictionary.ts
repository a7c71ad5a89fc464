// Builds the lookup sets and maps of a language from its word lists.
import { foldWord } from '../fold.ts'
import type { SmallKind, SmallWords, WordKind, WordSets } from '../lexicon.ts'

/** `one|two` as a set. */
export const toWordSet = (words: string): ReadonlySet<string> =>
  new Set(
    foldWord(words)
      .split(/[|\s]+/)
      .filter(word => word !== ''),
  )

export const wordSets = (lists: Record<WordKind, string>): WordSets => ({
  stop: toWordSet(lists.stop),
  article: toWordSet(lists.article),
  possessive: toWordSet(lists.possessive),
  kin: toWordSet(lists.kin),
  role: toWordSet(lists.role),
  telling: toWordSet(lists.telling),
  noun: toWordSet(lists.noun),
  kind: toWordSet(lists.kind),
  given: toWordSet(lists.given),
  mail: toWordSet(lists.mail),
  glue: toWordSet(lists.glue),
})

export const smallWords = (lists: Record<SmallKind, string>): SmallWords => ({
  the: toWordSet(lists.the),
  some: toWordSet(lists.some),
  of: toWordSet(lists.of),
  from: toWordSet(lists.from),
  and: toWordSet(lists.and),
  or: toWordSet(lists.or),
  both: toWordSet(lists.both),
  either: toWordSet(lists.either),
  until: toWordSet(lists.until),
  on: toWordSet(lists.on),
  all: toWordSet(lists.all),
  ordinal: toWordSet(lists.ordinal),
  that: toWordSet(lists.that),
  with: toWordSet(lists.with),
  verb: toWordSet(lists.verb),
  in: toWordSet(lists.in),
  when: toWordSet(lists.when),
  pronoun: toWordSet(lists.pronoun),
  part: toWordSet(lists.part),
})

/** `a|b` and `c|d` as `a c|a d|b c|b d`; an empty choice leaves the word out. */
export const crossWords = (...parts: string[]): string =>
  parts
    .map(part => part.split('|'))
    .reduce((before, next) => before.flatMap(start => next.map(end => `${start} ${end}`.trim())))
    .join('|')

/** Each phrase of `a|b` maps to the value next to it. */
export const toLookup = <T>(...rows: [phrases: string, value: T][]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap(([phrases, value]) => phrases.split('|').map((phrase): [string, T] => [foldWord(phrase.trim()), value])))
