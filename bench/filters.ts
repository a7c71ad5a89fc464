// Measures microseconds per message for 10 to 10,000 filters: our engine, with and without explanations, a loop over `matches`,
// and json-rules-engine.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compile } from '../core/filters/engine/compile.ts'
import type { MailView } from '../core/message/view.ts'
import { type Contender, contenders } from './filters/contenders.ts'
import { makeMessages } from './filters/messages.ts'
import { makeFilters, type SetName, setNames } from './filters/sets.ts'

const counts = [10, 100, 1000, 10_000]
const messageCount = 60
const rounds = 5
/** The time limit of a contender in a round; slow ones see fewer messages. */
const roundMs = 2000

type Name = keyof typeof contenders
const names: Name[] = ['ours', 'decision', 'naive', 'json_rules']

export async function benchFilters(): Promise<string> {
  const { views, real } = await makeMessages(messageCount)
  const lengths = views.map(view => view.body.length).toSorted((a, b) => a - b)
  process.stdout.write(`${views.length} messages, ${real} of them real, ${median(lengths)} characters median, ${lengths.at(-1)} maximum\n`)
  const results: string[] = []
  for (const set of setNames) for (const count of counts) results.push(await measure(set, count, views))
  return `filters mails=${views.length} real=${real} ${results.join(' ')}`
}

async function measure(set: SetName, count: number, views: MailView[]): Promise<string> {
  const filters = makeFilters(set, count)
  const built = names.map(name => [name, contenders[name](filters)] as const)
  const matched = await checkAll(built, views)
  const times: Record<Name, number[]> = { ours: [], decision: [], naive: [], json_rules: [] }
  for (let round = 0; round < rounds; round++)
    for (const [name, findMatches] of round % 2 ? built : built.toReversed()) times[name].push(...(await timeRound(findMatches, views)))
  const [ours, decision, naive, other] = names.map(name => median(times[name]) * 1000)
  const { compileMs, megabytes } = costOf(set, count)
  const figures = { us: ours, decision_us: decision, naive_us: naive, json_rules_us: other, compile_ms: compileMs, mb: megabytes }
  const ratios = `naive ${((naive ?? 0) / (ours ?? 1)).toFixed(1)} times, json-rules-engine ${((other ?? 0) / (ours ?? 1)).toFixed(1)} times as long`
  process.stdout.write(`${set} ${count}: ${format(figures)}; ${ratios}; ${matched} of ${views.length} messages match; all agree\n`)
  return Object.entries(figures)
    .map(([name, value]) => `${set}_${count}_${name}=${(value ?? 0).toPrecision(3)}`)
    .join(' ')
}

/** Throws unless all contenders agree on every message; also warms them up. Returns how many messages match some filter. */
async function checkAll(built: (readonly [Name, Contender])[], views: MailView[]): Promise<number> {
  let matched = 0
  for (const view of views) {
    const results = await Promise.all(built.map(async ([, findMatches]) => [...(await findMatches(view))].sort().join()))
    if (new Set(results).size !== 1) throw new Error(`The contenders disagree about “${view.subject}”.`)
    if (results[0] !== '') matched += 1
  }
  return matched
}

async function timeRound(findMatches: Contender, views: MailView[]): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + roundMs
  for (const view of views) {
    const began = performance.now()
    await findMatches(view)
    times.push(performance.now() - began)
    if (performance.now() > until) break
  }
  return times
}

/** The time to compile fresh filters, and the memory of one engine besides its filters, averaged over many engines. */
function costOf(set: SetName, count: number) {
  const filters = makeFilters(set, count)
  const times: number[] = []
  const copies = Math.ceil(20_000 / count)
  const before = usedBytes()
  const engines = Array.from({ length: copies }, () => compile(filters, new Map()))
  const megabytes = (usedBytes() - before) / copies / 1e6
  for (let i = 0; i < rounds; i++) {
    const began = performance.now()
    engines.push(compile(filters, new Map()))
    times.push(performance.now() - began)
  }
  if (engines.some(engine => engine.filters.length !== count)) throw new Error('An engine lost filters.')
  return { compileMs: median(times), megabytes }
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const format = (figures: object): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${Number(value).toPrecision(3)}`)
    .join(', ')
