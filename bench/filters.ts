// Microseconds a mail for 10 to 10,000 filters: our engine alone and with all that is explained, a loop over `matches`, and
// json-rules-engine, in turn.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compile } from '../core/filters/engine/compile.ts'
import type { MailView } from '../core/message/view.ts'
import { type Contender, contenders } from './filters/contenders.ts'
import { messagesOf } from './filters/messages.ts'
import { filtersOf, type SetName, setNames } from './filters/sets.ts'

const counts = [10, 100, 1000, 10_000]
const mails = 60
const rounds = 5
/** So much time a contender may take in a round; slow ones are asked about fewer mails. */
const roundMs = 2000

type Name = keyof typeof contenders
const names: Name[] = ['ours', 'decision', 'naive', 'json_rules']

export async function benchFilters(): Promise<string> {
  const { views, real } = await messagesOf(mails)
  const letters = views.map(view => view.body.length).toSorted((a, b) => a - b)
  process.stdout.write(`${views.length} mails, ${real} of them real, ${middle(letters)} letters in the middle, ${letters.at(-1)} at most\n`)
  const results: string[] = []
  for (const set of setNames) for (const count of counts) results.push(await measure(set, count, views))
  return `filters mails=${views.length} real=${real} ${results.join(' ')}`
}

async function measure(set: SetName, count: number, views: MailView[]): Promise<string> {
  const filters = filtersOf(set, count)
  const built = names.map(name => [name, contenders[name](filters)] as const)
  const held = await checkAll(built, views)
  const took: Record<Name, number[]> = { ours: [], decision: [], naive: [], json_rules: [] }
  for (let round = 0; round < rounds; round++)
    for (const [name, ask] of round % 2 ? built : built.toReversed()) took[name].push(...(await timeRound(ask, views)))
  const [ours, decision, naive, other] = names.map(name => middle(took[name]) * 1000)
  const { compileMs, megabytes } = costOf(set, count)
  const line = { us: ours, decision_us: decision, naive_us: naive, json_rules_us: other, compile_ms: compileMs, mb: megabytes }
  const ratios = `naive ${((naive ?? 0) / (ours ?? 1)).toFixed(1)} times, json-rules-engine ${((other ?? 0) / (ours ?? 1)).toFixed(1)} times as long`
  process.stdout.write(`${set} ${count}: ${inWords(line)}; ${ratios}; ${held} of ${views.length} mails match; all agree\n`)
  return Object.entries(line)
    .map(([name, value]) => `${set}_${count}_${name}=${(value ?? 0).toPrecision(3)}`)
    .join(' ')
}

/** Throws unless all say the same of the mails; also warms them up. Gives how many mails some filter holds on. */
async function checkAll(built: (readonly [Name, Contender])[], views: MailView[]): Promise<number> {
  let held = 0
  for (const view of views) {
    const answers = await Promise.all(built.map(async ([, ask]) => [...(await ask(view))].sort().join()))
    if (new Set(answers).size !== 1) throw new Error(`They disagree about “${view.subject}”.`)
    if (answers[0] !== '') held += 1
  }
  return held
}

async function timeRound(ask: Contender, views: MailView[]): Promise<number[]> {
  const took: number[] = []
  const until = performance.now() + roundMs
  for (const view of views) {
    const began = performance.now()
    await ask(view)
    took.push(performance.now() - began)
    if (performance.now() > until) break
  }
  return took
}

/** Compiled afresh from filters of their own; memory is what an engine holds beside them, of some that are held at once. */
function costOf(set: SetName, count: number) {
  const filters = filtersOf(set, count)
  const took: number[] = []
  const copies = Math.ceil(20_000 / count)
  const before = heldBytes()
  const engines = Array.from({ length: copies }, () => compile(filters, new Map()))
  const megabytes = (heldBytes() - before) / copies / 1e6
  for (let i = 0; i < rounds; i++) {
    const began = performance.now()
    engines.push(compile(filters, new Map()))
    took.push(performance.now() - began)
  }
  if (engines.some(engine => engine.filters.length !== count)) throw new Error('An engine has lost filters.')
  return { compileMs: middle(took), megabytes }
}

function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const inWords = (line: object): string =>
  Object.entries(line)
    .map(([name, value]) => `${name} ${Number(value).toPrecision(3)}`)
    .join(', ')
