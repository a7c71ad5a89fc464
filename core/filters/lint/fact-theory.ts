// Which tests of facts rule each other out: those of few values are tried out.
import type { Literal } from './atom.ts'

/** Of tests that are the same but for their polarity. */
export const bothClash = (literals: Literal[]): boolean => literals.some(({ held }) => held) && literals.some(({ held }) => !held)

const verdicts = ['pass', 'fail', 'none'] as const
const outcomes = verdicts.flatMap(spf => verdicts.flatMap(dkim => verdicts.map(dmarc => ({ spf, dkim, dmarc }))))

export function authResultsClash(literals: Literal[]): boolean {
  return !outcomes.some(outcome =>
    literals.every(({ atom, held }) => {
      if (atom.kind !== 'auth') return true
      const seen = atom.check === 'any' ? Object.values(outcome) : [outcome[atom.check]]
      return seen.includes(atom.verdict) === held
    }),
  )
}

/** It warns, for a reason or more, or it is proven, or neither. */
export function badgesClash(literals: Literal[]): boolean {
  const says = (held: boolean) =>
    literals.flatMap(({ atom, held: wanted }) => (atom.kind === 'badge' && wanted === held ? [atom.wanted] : []))
  const [wanted, denied] = [says(true), says(false)]
  if (wanted.some(one => denied.includes(one))) return true
  const isWarned = wanted.some(one => one !== 'verified')
  if (isWarned && (wanted.includes('verified') || denied.includes('warning'))) return true
  // A warning has a reason.
  return wanted.includes('warning') && reasons.every(reason => denied.includes(reason))
}

const reasons = ['lookalike', 'name', 'checks', 'reply_to'] as const

const methods = [null, 'request', 'cancel', 'reply', 'other']

export function calendarsClash(literals: Literal[]): boolean {
  return !methods.some(method =>
    literals.every(
      ({ atom, held }) => atom.kind !== 'calendar' || (atom.method === 'any' ? method !== null : atom.method === method) === held,
    ),
  )
}
