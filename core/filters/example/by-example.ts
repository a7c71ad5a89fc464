// Finds the simplest filter that matches the emails a user picked and as few past emails as possible.
import type { FilterInput } from '../fields.ts'
import { matches } from '../match.ts'
import type { Condition, Test } from '../tree.ts'
import { anySenderTest, type CandidateTest, listCandidates } from './candidates.ts'

/**
 * `precision`: the share of picked emails among all it matches. `recall`: the share of picked emails it matches. `matched`: how many
 * emails it matches, picked and past.
 */
export interface ScoredFilter {
  condition: Condition
  precision: number
  recall: number
  matched: number
}
export type FilterByExample =
  | ({ code: 'found'; alternatives: ScoredFilter[] } & ScoredFilter)
  /** The only alternative names each sender. */
  | { code: 'nothing_in_common'; alternatives: ScoredFilter[] }

const maxPicked = 5
const maxTests = 3
/** Further tests are only tried alone. */
const maxCombined = 14
const maxAlternatives = 4
/** How much a filter's score must gain for each additional test. */
const costPerTest = 0.02

/** `picked` has one to five emails, which may also be in `past`. Deterministic. */
export function findFilterByExample(picked: FilterInput[], past: FilterInput[]): FilterByExample {
  const wanted = picked.slice(0, maxPicked)
  const others = past.filter(reading => !wanted.some(pick => isSameMessage(pick, reading)))
  if (wanted.length === 0) return { code: 'nothing_in_common', alternatives: [] }
  const candidates = listCandidates(wanted).map(candidate => ({
    ...candidate,
    caught: others.map(reading => matches(candidate.test, reading)),
  }))
  const ranked = combinations(candidates, wanted.length, others.length)
  const [best] = ranked
  if (!best) return { code: 'nothing_in_common', alternatives: fallBackToSenders(wanted, others) }
  const alternatives = ranked.filter(other => other !== best && other.caught !== best.caught).slice(0, maxAlternatives)
  return {
    code: 'found',
    ...scoreFilter(best.tests, best.caught, wanted.length),
    alternatives: alternatives.map(each => scoreFilter(each.tests, each.caught, wanted.length)),
  }
}

type EvaluatedCandidate = CandidateTest & { caught: boolean[] }
interface Combination {
  tests: Test[]
  /** How many emails it matches that were not picked. */
  caught: number
  rank: number
}

/** Combinations that match every picked email, best first; only the simplest for each number of matches. Tests that always match are useless. */
function combinations(candidates: EvaluatedCandidate[], picked: number, others: number): Combination[] {
  const useful = candidates.filter(candidate => others === 0 || candidate.caught.some(each => !each))
  const combinable = useful.toSorted((a, b) => countTrue(a.caught) - countTrue(b.caught) || a.rank - b.rank).slice(0, maxCombined)
  const found: Combination[] = []
  const extend = (parts: EvaluatedCandidate[], from: number, caught: boolean[] | null): void => {
    if (caught && parts.some(part => part.isAnchor)) {
      found.push({ tests: sortByRank(parts), caught: countTrue(caught), rank: parts.reduce((sum, part) => sum + part.rank, 0) })
    }
    if (parts.length === maxTests) return
    for (const [i, next] of combinable.entries()) {
      if (i >= from && !parts.some(part => isSameGroup(part, next)))
        extend([...parts, next], i + 1, caught ? intersect(caught, next.caught) : next.caught)
    }
  }
  extend([], 0, null)
  const alone = useful.slice(maxCombined).filter(each => each.isAnchor)
  found.push(...alone.map(each => ({ tests: [each.test], caught: countTrue(each.caught), rank: each.rank })))
  // The F1 score, as recall is 1.
  const score = ({ caught, tests }: Combination): number => (2 * picked) / (2 * picked + caught) - costPerTest * (tests.length - 1)
  const sorted = found.toSorted((a, b) => score(b) - score(a) || a.tests.length - b.tests.length || a.rank - b.rank || compare(a, b))
  const seen = new Set<number>()
  return sorted.filter(({ caught }) => (seen.has(caught) ? false : seen.add(caught)))
}

/** A second test of the same field adds little. */
const isSameGroup = (a: EvaluatedCandidate, b: EvaluatedCandidate): boolean => toGroup(a.test) === toGroup(b.test)
const toGroup = ({ field }: Test): string =>
  field === 'sender_domain' ? 'from' : field === 'any' ? 'subject' : field.startsWith('attachment') ? 'attachment' : field

/** In natural order: the sender first. */
const sortByRank = (parts: EvaluatedCandidate[]): Test[] => parts.toSorted((a, b) => a.rank - b.rank).map(part => part.test)

const compare = (a: Combination, b: Combination): number => (JSON.stringify(a.tests) < JSON.stringify(b.tests) ? -1 : 1)

const intersect = (a: boolean[], b: boolean[]): boolean[] => a.map((each, i) => each && b[i] === true)

const countTrue = (caught: boolean[]): number => caught.reduce((sum, each) => sum + (each ? 1 : 0), 0)

function scoreFilter(tests: Test[], caught: number, picked: number): ScoredFilter {
  const [only] = tests
  const condition: Condition = only && tests.length === 1 ? only : { all: tests }
  return { condition, precision: picked / (picked + caught), recall: 1, matched: picked + caught }
}

function fallBackToSenders(picked: FilterInput[], others: FilterInput[]): ScoredFilter[] {
  const test = anySenderTest(picked)
  if (!test) return []
  const caught = others.filter(reading => matches(test, reading)).length
  const own = picked.filter(reading => matches(test, reading)).length
  return own === 0 ? [] : [{ condition: test, precision: own / (own + caught), recall: own / picked.length, matched: own + caught }]
}

const isSameMessage = (a: FilterInput, b: FilterInput): boolean =>
  a.view === b.view || (a.view.messageId !== null && a.view.messageId === b.view.messageId)
