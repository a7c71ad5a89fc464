// The smallest filter that catches the mails a person picked, judged on the mails of the past.
import type { Reading } from '../fields.ts'
import { matches } from '../match.ts'
import type { Condition, Test } from '../tree.ts'
import { type CandidateTest, candidatesOf, sendersTogether } from './candidates.ts'

/**
 * `precision`: the share of picked mails among all that it catches, the picked and the past. `recall`: the share of the picked
 * ones that it catches. `matched`: how many of the past it catches, the picked among them counted.
 */
export interface ScoredFilter {
  condition: Condition
  precision: number
  recall: number
  matched: number
}
export type ByExample =
  | ({ code: 'found'; alternatives: ScoredFilter[] } & ScoredFilter)
  /** The alternative names each sender. */
  | { code: 'nothing_in_common'; alternatives: ScoredFilter[] }

const mostPicked = 5
const mostTests = 3
/** Beyond these, tests are tried only alone. */
const mostCombined = 14
const mostAlternatives = 4
/** How much better a filter must be for each test more that it has. */
const priceOfATest = 0.02

/** From one to five picked mails and those of the past; the picked ones may be among them. The same mails give the same filter. */
export function byExample(picked: Reading[], past: Reading[]): ByExample {
  const wanted = picked.slice(0, mostPicked)
  const others = past.filter(reading => !wanted.some(pick => isSameMail(pick, reading)))
  if (wanted.length === 0) return { code: 'nothing_in_common', alternatives: [] }
  const candidates = candidatesOf(wanted).map(candidate => ({
    ...candidate,
    caught: others.map(reading => matches(candidate.test, reading)),
  }))
  const ranked = combinations(candidates, wanted.length, others.length)
  const [best] = ranked
  if (!best) return { code: 'nothing_in_common', alternatives: asLast(wanted, others) }
  const alternatives = ranked.filter(other => other !== best && other.caught !== best.caught).slice(0, mostAlternatives)
  return {
    code: 'found',
    ...judged(best.tests, best.caught, wanted.length),
    alternatives: alternatives.map(each => judged(each.tests, each.caught, wanted.length)),
  }
}

type Tried = CandidateTest & { caught: boolean[] }
interface Combination {
  tests: Test[]
  /** How many mails it catches that nobody picked. */
  caught: number
  rank: number
}

/** All that catch every picked mail, the best first; among those that catch as many, only the smallest. What holds on each mail tells nothing. */
function combinations(candidates: Tried[], picked: number, others: number): Combination[] {
  const useful = candidates.filter(candidate => others === 0 || candidate.caught.some(each => !each))
  const few = useful.toSorted((a, b) => countOf(a.caught) - countOf(b.caught) || a.rank - b.rank).slice(0, mostCombined)
  const found: Combination[] = []
  const extend = (parts: Tried[], from: number, caught: boolean[] | null): void => {
    if (caught && parts.some(part => part.isAnchor)) {
      found.push({ tests: inOrder(parts), caught: countOf(caught), rank: parts.reduce((sum, part) => sum + part.rank, 0) })
    }
    if (parts.length === mostTests) return
    for (const [i, next] of few.entries()) {
      if (i >= from && !parts.some(part => isOfOneKind(part, next)))
        extend([...parts, next], i + 1, caught ? both(caught, next.caught) : next.caught)
    }
  }
  extend([], 0, null)
  const alone = useful.slice(mostCombined).filter(each => each.isAnchor)
  found.push(...alone.map(each => ({ tests: [each.test], caught: countOf(each.caught), rank: each.rank })))
  // F1 where every picked mail is caught.
  const score = ({ caught, tests }: Combination): number => (2 * picked) / (2 * picked + caught) - priceOfATest * (tests.length - 1)
  const sorted = found.toSorted((a, b) => score(b) - score(a) || a.tests.length - b.tests.length || a.rank - b.rank || compare(a, b))
  const seen = new Set<number>()
  return sorted.filter(({ caught }) => (seen.has(caught) ? false : seen.add(caught)))
}

/** Two tests of one field say hardly more than one of them. */
const isOfOneKind = (a: Tried, b: Tried): boolean => groupOf(a.test) === groupOf(b.test)
const groupOf = ({ field }: Test): string =>
  field === 'sender_domain' ? 'from' : field === 'any' ? 'subject' : field.startsWith('attachment') ? 'attachment' : field

/** As a person would say it: the sender first. */
const inOrder = (parts: Tried[]): Test[] => parts.toSorted((a, b) => a.rank - b.rank).map(part => part.test)

const compare = (a: Combination, b: Combination): number => (JSON.stringify(a.tests) < JSON.stringify(b.tests) ? -1 : 1)

const both = (a: boolean[], b: boolean[]): boolean[] => a.map((each, i) => each && b[i] === true)

const countOf = (caught: boolean[]): number => caught.reduce((sum, each) => sum + (each ? 1 : 0), 0)

function judged(tests: Test[], caught: number, picked: number): ScoredFilter {
  const [only] = tests
  const condition: Condition = only && tests.length === 1 ? only : { all: tests }
  return { condition, precision: picked / (picked + caught), recall: 1, matched: picked + caught }
}

function asLast(picked: Reading[], others: Reading[]): ScoredFilter[] {
  const test = sendersTogether(picked)
  if (!test) return []
  const caught = others.filter(reading => matches(test, reading)).length
  const own = picked.filter(reading => matches(test, reading)).length
  return own === 0 ? [] : [{ condition: test, precision: own / (own + caught), recall: own / picked.length, matched: own + caught }]
}

const isSameMail = (a: Reading, b: Reading): boolean =>
  a.view === b.view || (a.view.messageId !== null && a.view.messageId === b.view.messageId)
