// Corrects misspelled keywords: only words that no list knows, and only to words of the language's own rules.
import type { Lexicon } from './lexicon.ts'
import type { SpeechToken } from './tokens.ts'

const minLetters = 4
const minLettersForAll = 7
const minLettersForTwo = 9

export function correctSpelling(tokens: SpeechToken[], lexicon: Lexicon): SpeechToken[] {
  const found = new Map<string, string | null>()
  const correct = (word: string): string | null => {
    const known = found.get(word)
    if (known !== undefined) return known
    const meant = lexicon.vocabulary.has(word) ? null : findMeant(word, lexicon)
    found.set(word, meant)
    return meant
  }
  return tokens.map((token, i) => {
    const isName = i > 0 && token.raw !== token.raw.toLowerCase()
    const isSender = lexicon.small.from.has(tokens[i - 1]?.text ?? '')
    if (token.kind !== 'word' || isName || isSender || token.text.length < minLetters || !/^\p{L}+$/u.test(token.text)) return token
    const meant = correct(token.text)
    return meant === null ? token : { ...token, text: meant, isCorrected: true }
  })
}

/** The one word that is a slip away; another form of a known word is no slip. */
function findMeant(word: string, lexicon: Lexicon): string | null {
  const most = word.length < minLettersForTwo ? 1 : 2
  const near = word.length < minLettersForAll ? listNearSmall(word, lexicon) : listNear(word, lexicon)
  const distances = near
    .filter(each => Math.abs(each.length - word.length) <= most)
    .map(each => ({ each, distance: countSlips(word, each) }))
    .filter(({ distance }) => distance <= most)
  const least = Math.min(...distances.map(({ distance }) => distance))
  const best = distances.filter(({ distance }) => distance === least)
  return best[0] && (best.length === 1 || best.every(({ each }) => isOtherForm(each, best[0]?.each ?? ''))) ? best[0].each : null
}

const listNear = (word: string, { vocabulary }: Lexicon): string[] =>
  (groupByLetter(vocabulary).get(word[0] ?? '') ?? []).filter(
    each =>
      Math.abs(each.length - word.length) <= 2 &&
      (word.length < minLettersForTwo || each.at(-1) === word.at(-1)) &&
      !isOtherForm(each, word),
  )

const letterGroups = new WeakMap<ReadonlySet<string>, Map<string, string[]>>()

/** The longer words by their first letter. */
function groupByLetter(vocabulary: ReadonlySet<string>): Map<string, string[]> {
  const cached = letterGroups.get(vocabulary)
  if (cached) return cached
  const groups = Map.groupBy(
    [...vocabulary].filter(each => each.length >= minLettersForAll),
    each => each[0] ?? '',
  )
  letterGroups.set(vocabulary, groups)
  return groups
}

/** Short words are near to too many others: only the language's small words count, with the same first and last letter. */
const listNearSmall = (word: string, { words, splits }: Lexicon): string[] =>
  splits.article === null
    ? [...words.stop, ...words.mail, ...words.telling].filter(
        each => each.length >= minLetters && each[0] === word[0] && each.at(-1) === word.at(-1),
      )
    : []

/** Words that end otherwise after the same stem are forms of one word: complains, complaints. */
function isOtherForm(a: string, b: string): boolean {
  if (toAmerican(a) === toAmerican(b)) return true
  const [one, other] = [a.replace(/s$/, ''), b.replace(/s$/, '')]
  const stem = Math.min(one.length, other.length) - 2
  return one === other || (one.slice(0, stem) === other.slice(0, stem) && one.at(-1) !== other.at(-1))
}

/** `neighbourhood` is spelled right on one side of the ocean, `neighborhood` on the other. */
const toAmerican = (word: string): string =>
  word
    .replace(/ou(?=r)/g, 'o')
    .replace(/is(?=e|ing|ation)/g, 'iz')
    .replace(/tre$/, 'ter')

/** Letters added, left out or swapped with their neighbor count once, replaced ones twice: they often make another real word. */
function countSlips(a: string, b: string): number {
  let [older, old]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 2
      const plain = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + cost)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwap ? Math.min(plain, (older[j - 2] ?? 0) + 1) : plain)
    }
    ;[older, old] = [old, row]
  }
  return old[b.length] ?? 0
}
