// What is wrong with a person's filters: those that can never match, match everything, stand behind others, or do nothing.
import type { Filter } from '../action.ts'
import { normalise } from '../normal.ts'
import { keyOf } from '../order.ts'
import type { Lists } from '../tree.ts'
import { dayMs } from './atom.ts'
import { type Blame, whyNever } from './blame.ts'
import { actionsKey, onlyForwards, sharesPhone, stops, takesAllOf } from './effects.ts'
import { type Claim, claimOf, openReasoner, type Reasoner } from './reason.ts'

export interface LintedFilter extends Filter {
  changedAt: Date
  lastMatchedAt: Date | null
}

export interface LintStats {
  now: Date
  /** How many kept mails two filters matched both; `a` stands before `b`. */
  together: { a: string; b: string; mails: number }[]
}

/** `text` is the key of the sentence in lint.json, and `values` what it names beside the other filter. */
export interface LintFinding {
  filterId: string
  kind: 'impossible' | 'always' | 'shadowed' | 'duplicate' | 'overlapping' | 'silent'
  other: string | null
  text: Blame['text'] | 'always' | 'shadowed.stop' | 'shadowed.phones' | 'duplicate' | 'overlapping.kept' | 'overlapping.within' | 'silent'
  values: Record<string, string | number>
}

const silentDays = 60
/** Mail that waited while its mailbox was down arrives with its old date. */
const lateDays = 30
/** Steps for all questions about one filter. */
const stepsPerFilter = 50_000

/** The findings on each filter in turn, so that a caller may let others go first in between. */
export function* lintEach(filters: LintedFilter[], stats: LintStats, lists: Lists): Generator<LintFinding[]> {
  const before: Linted[] = []
  for (const filter of filters) {
    const reasoner = openReasoner(Math.floor(stats.now.getTime() / dayMs) - lateDays, { left: stepsPerFilter })
    const claim = claimOf(filter.condition, lists)
    const linted = { filter, claim, key: `${keyOf(normalise(filter.condition))} ${actionsKey(filter.actions)}` }
    const isNever = reasoner.never(claim)
    yield isNever ? [neverFinding(filter, claim, lists, reasoner)] : findingsOn(linted, before, stats, reasoner)
    if (!isNever && !filter.paused) before.push(linted)
  }
}

interface Linted {
  filter: LintedFilter
  claim: Claim
  key: string
}

function neverFinding(filter: LintedFilter, claim: Claim, lists: Lists, reasoner: Reasoner): LintFinding {
  const { text, values } = whyNever(filter.condition, claim, lists, reasoner)
  return { filterId: filter.id, kind: 'impossible', other: null, text, values }
}

function findingsOn(linted: Linted, before: Linted[], stats: LintStats, reasoner: Reasoner): LintFinding[] {
  const { filter, claim } = linted
  const always: LintFinding[] = reasoner.always(claim) ? [finding(filter, 'always', null, 'always')] : []
  if (filter.paused) return always
  const behind = duplicateOf(linted, before) ?? shadowOver(linted, before, reasoner) ?? overlapWith(linted, before, stats, reasoner)
  const silent = silence(filter, stats.now)
  return [...always, ...(behind ? [behind] : []), ...(silent ? [silent] : [])]
}

function duplicateOf({ filter, key }: Linted, before: Linted[]): LintFinding | null {
  const twin = before.find(other => other.key === key)
  return twin ? finding(filter, 'duplicate', twin.filter, 'duplicate') : null
}

/** An earlier filter that leaves it nothing: it ends the run, or all phones have the mail already. */
function shadowOver({ filter, claim }: Linted, before: Linted[], reasoner: Reasoner): LintFinding | null {
  for (const { filter: other, claim: wider } of before) {
    const isStopped = stops(other.actions)
    const isTaken = onlyForwards(filter.actions) && takesAllOf(other.actions, filter.actions)
    if ((isStopped || isTaken) && reasoner.isWithin(claim, wider))
      return finding(filter, 'shadowed', other, isStopped ? 'shadowed.stop' : 'shadowed.phones')
  }
  return null
}

/** An earlier filter that sends some of its mail to the same phone. */
function overlapWith({ filter, claim }: Linted, before: Linted[], { together }: LintStats, reasoner: Reasoner): LintFinding | null {
  const near = before.filter(({ filter: other }) => !stops(other.actions) && sharesPhone(other.actions, filter.actions))
  const kept = together.find(({ a, b, mails }) => b === filter.id && mails > 0 && near.some(({ filter: { id } }) => id === a))
  const twin = near.find(({ filter: { id } }) => id === kept?.a)
  if (kept && twin) return { ...finding(filter, 'overlapping', twin.filter, 'overlapping.kept'), values: { mails: kept.mails } }
  // What is within an earlier filter that takes all its phones is shadowed, and was asked.
  const isAsked = (other: Linted) => onlyForwards(filter.actions) && takesAllOf(other.filter.actions, filter.actions)
  const within = near.find(other => reasoner.isWithin(other.claim, claim) || (!isAsked(other) && reasoner.isWithin(claim, other.claim)))
  return within ? finding(filter, 'overlapping', within.filter, 'overlapping.within') : null
}

function silence(filter: LintedFilter, now: Date): LintFinding | null {
  const last = Math.max(filter.changedAt.getTime(), filter.lastMatchedAt?.getTime() ?? 0)
  const days = Math.floor((now.getTime() - last) / dayMs)
  return days >= silentDays ? { ...finding(filter, 'silent', null, 'silent'), values: { days } } : null
}

const finding = (filter: Filter, kind: LintFinding['kind'], other: Filter | null, text: LintFinding['text']): LintFinding => ({
  filterId: filter.id,
  kind,
  other: other?.id ?? null,
  text,
  values: {},
})
