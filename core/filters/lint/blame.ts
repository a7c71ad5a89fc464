// Explains why a condition can never match: an empty list, a past date, or tests that contradict each other.
import { conditionsIn, isTest } from '../edit.ts'
import type { Condition, Lists } from '../tree.ts'
import { type Claim, newReasoner, type Reasoner, toClaim } from './reason.ts'

export interface Blame {
  text: 'never' | 'never.list' | 'never.past' | 'never.one' | 'never.two'
  values: Record<string, string | number>
}

/** Larger groups are not compared in pairs. */
const mostCompared = 40
const mostSteps = 50_000

/** `n` and `m` count the tests of the condition from 1, as a person reads them. */
export function explainNever(condition: Condition, claim: Claim, lists: Lists, reasoner: Reasoner): Blame {
  const list = listNames(condition).find(name => isEmpty(name, lists) && !reasoner.never(toClaim(condition, withEntry(name, lists))))
  if (list !== undefined) return { text: 'never.list', values: { list } }
  if (!newReasoner(null, { left: mostSteps }).never(claim)) return { text: 'never.past', values: {} }
  return findContradiction(condition, lists, reasoner) ?? { text: 'never', values: {} }
}

function findContradiction(condition: Condition, lists: Lists, reasoner: Reasoner): Blame | null {
  if (isTest(condition)) return { text: 'never.one', values: { n: 1 } }
  if (!('all' in condition) || condition.all.length > mostCompared) return null
  let n = 1
  const members = condition.all.map(member => {
    const position = n
    n += countTests(member)
    return { n: position, claim: toClaim(member, lists) }
  })
  const one = members.find(({ claim }) => reasoner.never(claim))
  if (one) return { text: 'never.one', values: { n: one.n } }
  for (const [i, a] of members.entries())
    for (const b of members.slice(i + 1)) if (reasoner.excludes(a.claim, b.claim)) return { text: 'never.two', values: { n: a.n, m: b.n } }
  return null
}

const countTests = (condition: Condition): number =>
  isTest(condition) ? 1 : conditionsIn(condition).reduce((sum, member) => sum + countTests(member), 0)

const listNames = (condition: Condition): string[] =>
  isTest(condition) ? ('list' in condition ? [condition.list] : []) : conditionsIn(condition).flatMap(listNames)

const isEmpty = (name: string, lists: Lists): boolean => (lists.get(name)?.size ?? 0) === 0

const withEntry = (name: string, lists: Lists): Lists => new Map([...lists, [name, new Set([`an entry of ${name}`])]])
