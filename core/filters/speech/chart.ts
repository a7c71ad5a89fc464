// Tries rules and open parts at each place of a sentence, once each.
import type { Lexicon } from './lexicon.ts'
import type { Pattern, Rule } from './pattern.ts'
import type { Captured, SlotValues } from './pieces.ts'
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
/** A sentence and what is known of its places so far. */
export interface Chart {
  sentence: string
  tokens: SpeechToken[]
  /** What rules compare: the folded words; a quotation is none. */
  words: string[]
  lexicon: Lexicon
  parts: SlotParsers
  memory: Memory
  strong: Map<number, Match | null>
  /** The rules that may fit somewhere in this sentence. */
  byWord: ReadonlyMap<string, Rule[]>
  anywhere: Rule[]
}
export type SlotParser<K extends keyof SlotValues> = (chart: Chart, at: number) => ChartMatch<SlotValues[K]>[]
export type SlotParsers = { [K in keyof SlotValues]: SlotParser<K> }

interface State {
  end: number
  captured: Captured
}

/** The rule that says most from here on; the one that stands first where two say as much. */
export function bestRule(chart: Chart, at: number): Match | null {
  return longest(chart, at, chart.anywhere, strongRule(chart, at))
}

/** The same among the rules that start with a word of theirs: these end a name or a topic that runs into them. */
export function strongRule(chart: Chart, at: number): Match | null {
  const before = chart.strong.get(at)
  if (before !== undefined) return before
  const best = longest(chart, at, chart.byWord.get(chart.words[at] ?? '') ?? [], null)
  chart.strong.set(at, best)
  return best
}

function longest(chart: Chart, at: number, rules: Rule[], start: Match | null): Match | null {
  let best = start
  for (const rule of rules) {
    for (const { end, captured } of fit(chart, rule.pattern, { end: at, captured: {} })) {
      if (end > (best?.end ?? at) || (best && end === best.end && rule.order < best.rule.order)) best = { rule, end, captured }
    }
  }
  return best
}

const nothing: State[] = []

/** Every way in which a pattern fits at a place: the ends, each once. */
function fit(chart: Chart, pattern: Pattern, from: State): State[] {
  if (cannotStart(chart, pattern, from.end)) return nothing
  if ('words' in pattern) return [{ end: from.end + 1, captured: from.captured }]
  if ('part' in pattern) return fitPart(chart, pattern.part, from)
  if ('choice' in pattern) return distinct(pattern.choice.flatMap(each => fit(chart, each, from)))
  return 'maybe' in pattern ? fitMaybe(chart, pattern.maybe, from) : fitSequence(chart, pattern.sequence, from)
}

const cannotStart = (chart: Chart, { first }: Pattern, at: number): boolean => first !== null && !first.has(chart.words[at] ?? '')

function fitMaybe(chart: Chart, pattern: Pattern, from: State): State[] {
  const found = fit(chart, pattern, from)
  return found.length === 0 ? [from] : distinct([...found, from])
}

/** Most members are words that are not there: they are passed over before anything is made for them. */
function fitSequence(chart: Chart, sequence: Pattern[], from: State): State[] {
  let one: State | null = from
  let states: State[] = nothing
  for (const each of sequence) {
    if (one && 'maybe' in each && cannotStart(chart, each.maybe, one.end)) continue
    const before: State | null = one
    states = before ? fit(chart, each, before) : distinct(states.flatMap(state => fit(chart, each, state)))
    if (states.length === 0) return nothing
    one = states.length === 1 ? (states[0] ?? null) : null
  }
  return one ? [one] : states
}

function distinct(states: State[]): State[] {
  if (states.length < 2) return states
  const seen = new Set<number>()
  return states.filter(({ end }) => (seen.has(end) ? false : seen.add(end)))
}

function fitPart(chart: Chart, name: string, from: State): State[] {
  if (!isPart(name, chart.parts)) throw new Error(`A rule names a part that is not there: ${name}.`)
  return read(chart, name, from.end).map(({ end, value }) => ({ end, captured: withValue(from.captured, name, value) }))
}

const isPart = (name: string, parts: SlotParsers): name is keyof SlotValues => name in parts

const withValue = <K extends keyof SlotValues>(captured: Captured, name: K, value: SlotValues[K]): Captured => ({
  ...captured,
  [name]: [...(captured[name] ?? []), value],
})

/** A part at a place, read once. */
export function read<K extends keyof SlotValues>(chart: Chart, name: K, at: number): ChartMatch<SlotValues[K]>[] {
  const memory: Memory[K] = chart.memory[name]
  const before = memory.get(at)
  if (before) return before
  const part: SlotParser<K> = chart.parts[name]
  const found = at < chart.tokens.length ? part(chart, at) : []
  memory.set(at, found)
  return found
}

export function openChart(sentence: string, tokens: SpeechToken[], lexicon: Lexicon, parts: SlotParsers): Chart {
  const memory: Memory = {
    names: new Map(),
    proper: new Map(),
    roles: new Map(),
    topics: new Map(),
    literals: new Map(),
    quote: new Map(),
    time: new Map(),
    size: new Map(),
    number: new Map(),
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
  }
  const words = tokens.map(token => (token.kind === 'quoted' ? '' : token.text))
  const spoken = new Set(words)
  const mayFit = (rule: Rule): boolean => rule.needs.every(need => [...need].some(word => spoken.has(word)))
  const byWord = new Map([...spoken].map((word): [string, Rule[]] => [word, (lexicon.byWord.get(word) ?? []).filter(mayFit)]))
  const chart: Chart = {
    sentence,
    tokens,
    words,
    lexicon,
    parts,
    memory,
    strong: new Map(),
    byWord,
    anywhere: lexicon.anywhere.filter(mayFit),
  }
  // From the end, so that no place waits for all places behind it.
  for (let at = tokens.length - 1; at >= 0; at--) strongRule(chart, at)
  return chart
}
