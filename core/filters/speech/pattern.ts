// The small language that rules are written in: `(a|b) [maybe] <part> @set`, compiled to a tree.

/** `first` are the words it may start with; null: anything. */
export type Pattern = { first: ReadonlySet<string> | null } & (
  | { words: ReadonlySet<string> }
  | { part: string }
  | { sequence: Pattern[] }
  | { choice: Pattern[] }
  | { maybe: Pattern }
)

export interface Rule {
  name: string
  pattern: Pattern
  /** Where two rules say as much, the smaller one wins. */
  order: number
  /** Of each of these sets a word must stand in the sentence. */
  needs: ReadonlySet<string>[]
}

/** What a language says for each rule, and the sets of words that rules name with `@`. */
export interface Grammar {
  sets: Record<string, string>
  rules: Record<string, string[]>
}

export const compileRules = ({ sets, rules }: Grammar): Rule[] =>
  Object.entries(rules).flatMap(([name, lines], order) =>
    lines.map(line => {
      const pattern = compile(line, sets)
      return { name, pattern, order, needs: needsOf(pattern) }
    }),
  )

export function compile(line: string, sets: Record<string, string>): Pattern {
  const pieces = spell(line, sets).match(/[()[\]|]|<[a-z]+>|[^\s()[\]|<>]+/g) ?? []
  const { pattern, end } = readChoice(pieces, 0)
  if (end !== pieces.length) throw new Error(`The rule "${line}" does not close.`)
  return pattern
}

function spell(line: string, sets: Record<string, string>): string {
  return line.replace(/@([a-z]+)/g, (_, name: string) => {
    const set = sets[name]
    if (set === undefined) throw new Error(`The rule "${line}" names a set that is not there: ${name}.`)
    return `(${spell(set, sets)})`
  })
}

function readChoice(pieces: string[], start: number): { pattern: Pattern; end: number } {
  const choice: Pattern[] = []
  for (let at = start; ; at++) {
    const { sequence, end } = readSequence(pieces, at)
    const [only] = sequence
    choice.push(sequence.length === 1 && only ? only : { sequence, first: firstOf(sequence) })
    at = end
    if (pieces[at] !== '|') return { pattern: simplified(choice), end: at }
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
      sequence.push(piece.startsWith('<') ? { part: piece.slice(1, -1), first: null } : wordsPattern(new Set([piece])))
      at += 1
    }
  }
  return { sequence, end: at }
}

/** A choice among single words is one look-up. */
function simplified(choice: Pattern[]): Pattern {
  const words = new Set(choice.flatMap(each => ('words' in each ? [...each.words] : [])))
  const others = choice.filter(each => !('words' in each))
  const all: Pattern[] = words.size > 0 ? [wordsPattern(words), ...others] : others
  const [only] = all
  return all.length === 1 && only ? only : { choice: all, first: union(all.map(each => each.first)) }
}

const wordsPattern = (words: ReadonlySet<string>): Pattern => ({ words, first: words })

function firstOf(sequence: Pattern[]): ReadonlySet<string> | null {
  const sets: (ReadonlySet<string> | null)[] = []
  for (const part of sequence) {
    sets.push('maybe' in part ? part.maybe.first : part.first)
    if (!('maybe' in part)) return union(sets)
  }
  return null
}

function needsOf(pattern: Pattern): ReadonlySet<string>[] {
  if ('sequence' in pattern) return pattern.sequence.flatMap(needsOf)
  return 'words' in pattern ? [pattern.words] : 'choice' in pattern && pattern.first ? [pattern.first] : []
}

function union(sets: (ReadonlySet<string> | null)[]): ReadonlySet<string> | null {
  const all = new Set<string>()
  for (const set of sets) {
    if (set === null) return null
    for (const each of set) all.add(each)
  }
  return all
}
