// Matches grammar rules and their slots at each position of a sentence, with memoization.
import type { Lexicon } from './lexicon.ts'
import type { Pattern, Rule } from './pattern.ts'
import type { Captured, NamedPerson, Phrase, SlotValues } from './pieces.ts'
import type { SpeechToken } from './tokens.ts'

export interface ChartMatch<T> {
  end: number
  value: T
}
export interface Match {
  rule: Rule
  end: number
  captured: Captured
}
type Memory = { [K in keyof SlotValues]: Map<number, ChartMatch<SlotValues[K]>[]> }
/** A sentence with the matches found so far. */
export interface Chart {
  sentence: string
  tokens: SpeechToken[]
  /** The case-folded words that rules match; empty for a quotation. */
  words: string[]
  lexicon: Lexicon
  parts: SlotParsers
  memory: Memory
  strongRules: Map<number, Match | null>
  bestRules: Map<number, Match | null>
  /** Whether a name or topic must end here, and whether a word is a noun: both are asked again and again. */
  edges: Map<number, boolean>
  nouns: Map<string, boolean>
  /** The items of lists, which begin anew at each of their items. */
  people: Map<number, ChartMatch<NamedPerson> | null>
  topics: Map<number, ChartMatch<Phrase> | null>
  literals: Map<number, ChartMatch<Phrase> | null>
  /** The rules that may match in this sentence, by first word. */
  byWord: ReadonlyMap<string, Rule[]>
  anywhere: Rule[]
}
export type SlotParser<K extends keyof SlotValues> = (chart: Chart, at: number) => ChartMatch<SlotValues[K]>[]
export type SlotParsers = { [K in keyof SlotValues]: SlotParser<K> }

interface State {
  end: number
  captured: Captured
}

/** The rule with the longest match here; of equal ones, the first in the grammar. */
export const findBestRule = (chart: Chart, at: number): Match | null =>
  remember(chart.bestRules, at, () => findLongest(chart, at, chart.anywhere, findStrongRule(chart, at)))

/** Only among rules that start with a fixed word: these end a name or topic before them. */
export const findStrongRule = (chart: Chart, at: number): Match | null =>
  remember(chart.strongRules, at, () => findLongest(chart, at, chart.byWord.get(chart.words[at] ?? '') ?? [], null))

/** A sentence is read in time linear in its words because what holds at a word is found once. */
export function remember<K, V extends NonNullable<unknown> | null>(memory: Map<K, V>, key: K, find: () => V): V {
  const cached = memory.get(key)
  if (cached !== undefined) return cached
  const found = find()
  memory.set(key, found)
  return found
}

function findLongest(chart: Chart, at: number, rules: Rule[], start: Match | null): Match | null {
  let best = start
  const from: State = { end: at, captured: {} }
  for (const rule of rules) {
    for (const { end, captured } of matchPattern(chart, rule.pattern, from)) {
      if (end > (best?.end ?? at) || (best && end === best.end && rule.order < best.rule.order)) best = { rule, end, captured }
    }
  }
  return best
}

const noStates: State[] = []

/** All matches of a pattern at a position, one for each end. */
function matchPattern(chart: Chart, pattern: Pattern, from: State): State[] {
  if (cannotStart(chart, pattern, from.end)) return noStates
  if ('words' in pattern) return [{ end: from.end + 1, captured: from.captured }]
  if ('part' in pattern) return matchPart(chart, pattern.part, from)
  if ('choice' in pattern) return distinct(pattern.choice.flatMap(each => matchPattern(chart, each, from)))
  if ('isGap' in pattern) return matchGap(chart, from)
  if ('isStart' in pattern) return isStart(chart, from.end) ? [from] : noStates
  return 'maybe' in pattern ? matchOptional(chart, pattern.maybe, from) : matchSequence(chart, pattern.sequence, from)
}

const cannotStart = (chart: Chart, { first }: Pattern, at: number): boolean => first !== null && !first.has(chart.words[at] ?? '')

function matchOptional(chart: Chart, pattern: Pattern, from: State): State[] {
  const found = matchPattern(chart, pattern, from)
  return found.length === 0 ? [from] : distinct([...found, from])
}

const isStart = (chart: Chart, at: number): boolean =>
  at === 0 || chart.tokens[at - 1]?.kind === 'mark' || chart.lexicon.small.and.has(chart.words[at - 1] ?? '')

const maxGapWords = 3

function matchGap(chart: Chart, { end, captured }: State): State[] {
  const states: State[] = [{ end, captured }]
  for (let at = end; at < end + maxGapWords && chart.lexicon.words.glue.has(chart.words[at] ?? ''); at++)
    states.push({ end: at + 1, captured })
  return states
}

/** Most optional members are absent: they are skipped before anything is allocated. */
function matchSequence(chart: Chart, sequence: Pattern[], from: State): State[] {
  let one: State | null = from
  let states: State[] = noStates
  for (const each of sequence) {
    if (one && 'maybe' in each && cannotStart(chart, each.maybe, one.end)) continue
    const previous: State | null = one
    states = previous ? matchPattern(chart, each, previous) : distinct(states.flatMap(state => matchPattern(chart, each, state)))
    if (states.length === 0) return noStates
    one = states.length === 1 ? (states[0] ?? null) : null
  }
  return one ? [one] : states
}

function distinct(states: State[]): State[] {
  if (states.length < 2) return states
  const seen = new Set<number>()
  return states.filter(({ end }) => (seen.has(end) ? false : seen.add(end)))
}

function matchPart(chart: Chart, name: string, from: State): State[] {
  if (!isPart(name, chart.parts)) throw new Error(`A rule names a part that is not there: ${name}.`)
  return readPart(chart, name, from.end).map(({ end, value }) => ({ end, captured: withValue(from.captured, name, value) }))
}

const isPart = (name: string, parts: SlotParsers): name is keyof SlotValues => name in parts

const withValue = <K extends keyof SlotValues>(captured: Captured, name: K, value: SlotValues[K]): Captured => ({
  ...captured,
  [name]: [...(captured[name] ?? []), value],
})

/** Matches a slot at a position, memoized. */
export function readPart<K extends keyof SlotValues>(chart: Chart, name: K, at: number): ChartMatch<SlotValues[K]>[] {
  const memory: Memory[K] = chart.memory[name]
  const cached = memory.get(at)
  if (cached) return cached
  const part: SlotParser<K> = chart.parts[name]
  const found = at < chart.tokens.length ? part(chart, at) : []
  memory.set(at, found)
  return found
}

export function buildChart(sentence: string, tokens: SpeechToken[], lexicon: Lexicon, parts: SlotParsers): Chart {
  const memory: Memory = {
    names: new Map(),
    proper: new Map(),
    writers: new Map(),
    roles: new Map(),
    topics: new Map(),
    literals: new Map(),
    quote: new Map(),
    time: new Map(),
    size: new Map(),
    sizes: new Map(),
    number: new Map(),
    money: new Map(),
    price: new Map(),
    date: new Map(),
    days: new Map(),
    address: new Map(),
    kinds: new Map(),
    header: new Map(),
    label: new Map(),
    checks: new Map(),
    tongue: new Map(),
    redact: new Map(),
    rest: new Map(),
    clock: new Map(),
    odd: new Map(),
  }
  const words = tokens.map(token => (token.kind === 'quoted' ? '' : token.text))
  const sentenceWords = new Set(words)
  const mayFit = (rule: Rule): boolean => rule.needs.every(need => [...need].some(word => sentenceWords.has(word)))
  const byWord = new Map([...sentenceWords].map((word): [string, Rule[]] => [word, (lexicon.byWord.get(word) ?? []).filter(mayFit)]))
  const chart: Chart = {
    sentence,
    tokens,
    words,
    lexicon,
    parts,
    memory,
    strongRules: new Map(),
    bestRules: new Map(),
    edges: new Map(),
    nouns: new Map(),
    people: new Map(),
    topics: new Map(),
    literals: new Map(),
    byWord,
    anywhere: lexicon.anywhere.filter(mayFit),
  }
  // From the end, so that recursion stays shallow.
  for (let at = tokens.length - 1; at >= 0; at--) findStrongRule(chart, at)
  return chart
}
