// Finds problems in a person's filters: they can never match, match everything, duplicate or overlap others, or have no effect.
import type { Filter } from '../action.ts'
import { normalize } from '../normalize.ts'
import { canonicalKey } from '../order.ts'
import type { Lists } from '../tree.ts'
import { dayMs } from './atom.ts'
import { type Blame, explainNever } from './blame.ts'
import { actionsKey, coversPhones, hasStop, onlyForwards, sharesPhone } from './effects.ts'
import { type Claim, newReasoner, type Reasoner, toClaim } from './reason.ts'

export interface LintedFilter extends Filter {
  changedAt: Date
  lastMatchedAt: Date | null
}

export interface LintStats {
  now: Date
  /** How many stored emails both filters matched; `a` comes before `b`. */
  together: { a: string; b: string; emails: number }[]
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
/** Emails delayed by a mailbox outage arrive with their old date. */
const lateDays = 30
/** Proof steps for all checks of one filter. */
const stepsPerFilter = 50_000

/** Yields the findings for one filter at a time, so that other work can run in between. */
export function* lintEach(filters: LintedFilter[], stats: LintStats, lists: Lists): Generator<LintFinding[]> {
  const earlier: Linted[] = []
  for (const filter of filters) {
    const reasoner = newReasoner(Math.floor(stats.now.getTime() / dayMs) - lateDays, { left: stepsPerFilter })
    const claim = toClaim(filter.condition, lists)
    const linted = { filter, claim, key: `${canonicalKey(normalize(filter.condition))} ${actionsKey(filter.actions)}` }
    const isNever = reasoner.never(claim)
    yield isNever ? [neverFinding(filter, claim, lists, reasoner)] : lintOne(linted, earlier, stats, reasoner)
    if (!isNever && !filter.paused) earlier.push(linted)
  }
}

interface Linted {
  filter: LintedFilter
  claim: Claim
  key: string
}

function neverFinding(filter: LintedFilter, claim: Claim, lists: Lists, reasoner: Reasoner): LintFinding {
  const { text, values } = explainNever(filter.condition, claim, lists, reasoner)
  return { filterId: filter.id, kind: 'impossible', other: null, text, values }
}

function lintOne(linted: Linted, earlier: Linted[], stats: LintStats, reasoner: Reasoner): LintFinding[] {
  const { filter, claim } = linted
  const always: LintFinding[] = reasoner.always(claim) ? [toFinding(filter, 'always', null, 'always')] : []
  if (filter.paused) return always
  const relation = findDuplicate(linted, earlier) ?? findShadow(linted, earlier, reasoner) ?? findOverlap(linted, earlier, stats, reasoner)
  const silent = findSilent(filter, stats.now)
  return [...always, ...(relation ? [relation] : []), ...(silent ? [silent] : [])]
}

function findDuplicate({ filter, key }: Linted, earlier: Linted[]): LintFinding | null {
  const match = earlier.find(other => other.key === key)
  return match ? toFinding(filter, 'duplicate', match.filter, 'duplicate') : null
}

/** Finds an earlier filter that leaves nothing for this one: it ends the run, or it already forwards to all phones. */
function findShadow({ filter, claim }: Linted, earlier: Linted[], reasoner: Reasoner): LintFinding | null {
  for (const { filter: other, claim: otherClaim } of earlier) {
    const isStopped = hasStop(other.actions)
    const isCovered = onlyForwards(filter.actions) && coversPhones(other.actions, filter.actions)
    if ((isStopped || isCovered) && reasoner.isWithin(claim, otherClaim))
      return toFinding(filter, 'shadowed', other, isStopped ? 'shadowed.stop' : 'shadowed.phones')
  }
  return null
}

/** Finds an earlier filter that forwards some of the same emails to the same phone. */
function findOverlap({ filter, claim }: Linted, earlier: Linted[], { together }: LintStats, reasoner: Reasoner): LintFinding | null {
  const candidates = earlier.filter(({ filter: other }) => !hasStop(other.actions) && sharesPhone(other.actions, filter.actions))
  const stored = together.find(({ a, b, emails }) => b === filter.id && emails > 0 && candidates.some(({ filter: { id } }) => id === a))
  const match = candidates.find(({ filter: { id } }) => id === stored?.a)
  if (stored && match) return { ...toFinding(filter, 'overlapping', match.filter, 'overlapping.kept'), values: { emails: stored.emails } }
  // A filter within an earlier one that covers all its phones is shadowed, which was checked already.
  const isChecked = (other: Linted) => onlyForwards(filter.actions) && coversPhones(other.filter.actions, filter.actions)
  const overlapping = candidates.find(
    other => reasoner.isWithin(other.claim, claim) || (!isChecked(other) && reasoner.isWithin(claim, other.claim)),
  )
  return overlapping ? toFinding(filter, 'overlapping', overlapping.filter, 'overlapping.within') : null
}

function findSilent(filter: LintedFilter, now: Date): LintFinding | null {
  const last = Math.max(filter.changedAt.getTime(), filter.lastMatchedAt?.getTime() ?? 0)
  const days = Math.floor((now.getTime() - last) / dayMs)
  return days >= silentDays ? { ...toFinding(filter, 'silent', null, 'silent'), values: { days } } : null
}

const toFinding = (filter: Filter, kind: LintFinding['kind'], other: Filter | null, text: LintFinding['text']): LintFinding => ({
  filterId: filter.id,
  kind,
  other: other?.id ?? null,
  text,
  values: {},
})
