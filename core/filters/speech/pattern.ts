// Compiles the pattern language of grammar rules, `(a|b) [maybe] <part> @set ~`, to a tree.
import { foldWord } from './fold.ts'

/** `first` are the possible first words; null: any. */
export type Pattern = { first: ReadonlySet<string> | null } & (
  | { words: ReadonlySet<string> }
  | { part: string }
  | { sequence: Pattern[] }
  | { choice: Pattern[] }
  | { maybe: Pattern }
  /** `~`: up to three glue words of the language, such as articles and adverbs. */
  | { isGap: true }
  /** `^`: the sentence or a part of it begins here. */
  | { isStart: true }
)

export interface Rule {
  name: string
  pattern: Pattern
  /** Of two equally long matches, the smaller order wins. */
  order: number
  /** The sentence must contain a word of each set. */
  needs: ReadonlySet<string>[]
}

/** A language's patterns for each rule, and the word sets that they reference with `@`. */
export interface Grammar {
  sets: Record<string, string>
  rules: Record<string, string[]>
}

export const compileRules = ({ sets, rules }: Grammar): Rule[] =>
  Object.entries(rules).flatMap(([name, lines], order) =>
    lines.map(line => {
      const pattern = compilePattern(line, sets)
      return { name, pattern, order, needs: listNeeds(pattern) }
    }),
  )

export function compilePattern(line: string, sets: Record<string, string>): Pattern {
  const pieces = foldWord(expandSets(line, sets)).match(/[()[\]|]|<[a-z]+>|[^\s()[\]|<>]+/g) ?? []
  const { pattern, end } = readChoice(pieces, 0)
  if (end !== pieces.length) throw new Error(`The rule "${line}" does not close.`)
  return pattern
}

function expandSets(line: string, sets: Record<string, string>): string {
  return line.replace(/@([a-z]+)/g, (_, name: string) => {
    const set = sets[name]
    if (set === undefined) throw new Error(`The rule "${line}" names a set that is not there: ${name}.`)
    return `(${expandSets(set, sets)})`
  })
}

function readChoice(pieces: string[], start: number): { pattern: Pattern; end: number } {
  const choice: Pattern[] = []
  for (let at = start; ; at++) {
    const { sequence, end } = readSequence(pieces, at)
    const [only] = sequence
    choice.push(sequence.length === 1 && only ? only : { sequence, first: findFirstWords(sequence) })
    at = end
    if (pieces[at] !== '|') return { pattern: simplifyChoice(choice), end: at }
  }
}

function readSequence(pieces: string[], start: number): { sequence: Pattern[]; end: number } {
  const sequence: Pattern[] = []
  let at = start
  for (let piece = pieces[at]; piece !== undefined && !['|', ')', ']'].includes(piece); piece = pieces[at]) {
    if (piece === '(' || piece === '[') {
      const inner = readChoice(pieces, at + 1)
      sequence.push(piece === '[' ? { maybe: inner.pattern, first: null } : inner.pattern)
      at = inner.end + 1
    } else {
      sequence.push(readElement(piece))
      at += 1
    }
  }
  return { sequence, end: at }
}

function readElement(piece: string): Pattern {
  if (piece === '~') return { isGap: true, first: null }
  if (piece === '^') return { isStart: true, first: null }
  return piece.startsWith('<') ? { part: piece.slice(1, -1), first: null } : wordsPattern(new Set([piece]))
}

/** Merges single words into one set lookup. */
function simplifyChoice(choice: Pattern[]): Pattern {
  const words = new Set(choice.flatMap(each => ('words' in each ? [...each.words] : [])))
  const others = choice.filter(each => !('words' in each))
  const all: Pattern[] = words.size > 0 ? [wordsPattern(words), ...others] : others
  const [only] = all
  return all.length === 1 && only ? only : { choice: all, first: union(all.map(each => each.first)) }
}

const wordsPattern = (words: ReadonlySet<string>): Pattern => ({ words, first: words })

function findFirstWords(sequence: Pattern[]): ReadonlySet<string> | null {
  const sets: (ReadonlySet<string> | null)[] = []
  for (const part of sequence) {
    if ('isGap' in part || 'isStart' in part) return null
    sets.push('maybe' in part ? part.maybe.first : part.first)
    if (!('maybe' in part)) return union(sets)
  }
  return null
}

function listNeeds(pattern: Pattern): ReadonlySet<string>[] {
  if ('sequence' in pattern) return pattern.sequence.flatMap(listNeeds)
  return 'words' in pattern ? [pattern.words] : 'choice' in pattern && pattern.first ? [pattern.first] : []
}

/** The words of a pattern. */
export function listWords(pattern: Pattern): string[] {
  if ('words' in pattern) return [...pattern.words]
  if ('maybe' in pattern) return listWords(pattern.maybe)
  return 'sequence' in pattern ? pattern.sequence.flatMap(listWords) : 'choice' in pattern ? pattern.choice.flatMap(listWords) : []
}

function union(sets: (ReadonlySet<string> | null)[]): ReadonlySet<string> | null {
  const all = new Set<string>()
  for (const set of sets) {
    if (set === null) return null
    for (const each of set) all.add(each)
  }
  return all
}
