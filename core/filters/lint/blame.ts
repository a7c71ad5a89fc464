// Why a condition can never hold: an empty list, a day that is over, or the tests that rule each other out.
import { conditionsIn, isTest } from '../edit.ts'
import type { Condition, Lists } from '../tree.ts'
import { type Claim, claimOf, openReasoner, type Reasoner } from './reason.ts'

export interface Blame {
  text: 'never' | 'never.list' | 'never.past' | 'never.one' | 'never.two'
  values: Record<string, string | number>
}

/** More conditions side by side are not compared in pairs. */
const mostCompared = 40
const steps = 50_000

/** `n` and `m` count the tests of the condition from 1, as a person reads them. */
export function whyNever(condition: Condition, claim: Claim, lists: Lists, reasoner: Reasoner): Blame {
  const list = listsIn(condition).find(name => isEmpty(name, lists) && !reasoner.never(claimOf(condition, filled(name, lists))))
  if (list !== undefined) return { text: 'never.list', values: { list } }
  if (!openReasoner(null, { left: steps }).never(claim)) return { text: 'never.past', values: {} }
  return guilty(condition, lists, reasoner) ?? { text: 'never', values: {} }
}

function guilty(condition: Condition, lists: Lists, reasoner: Reasoner): Blame | null {
  if (isTest(condition)) return { text: 'never.one', values: { n: 1 } }
  if (!('all' in condition) || condition.all.length > mostCompared) return null
  let n = 1
  const members = condition.all.map(member => {
    const at = n
    n += countTests(member)
    return { n: at, claim: claimOf(member, lists) }
  })
  const one = members.find(({ claim }) => reasoner.never(claim))
  if (one) return { text: 'never.one', values: { n: one.n } }
  for (const [i, a] of members.entries())
    for (const b of members.slice(i + 1)) if (reasoner.excludes(a.claim, b.claim)) return { text: 'never.two', values: { n: a.n, m: b.n } }
  return null
}

const countTests = (condition: Condition): number =>
  isTest(condition) ? 1 : conditionsIn(condition).reduce((sum, member) => sum + countTests(member), 0)

const listsIn = (condition: Condition): string[] =>
  isTest(condition) ? ('list' in condition ? [condition.list] : []) : conditionsIn(condition).flatMap(listsIn)

const isEmpty = (name: string, lists: Lists): boolean => (lists.get(name)?.size ?? 0) === 0

const filled = (name: string, lists: Lists): Lists => new Map([...lists, [name, new Set([`an entry of ${name}`])]])
