// Detects fact tests that contradict each other by trying all possible values.
import type { Literal } from './atom.ts'

/** For tests that differ only in polarity. */
export const hasBothPolarities = (literals: Literal[]): boolean => literals.some(({ held }) => held) && literals.some(({ held }) => !held)

const results = ['pass', 'fail', 'none'] as const
const combinations = results.flatMap(spf => results.flatMap(dkim => results.map(dmarc => ({ spf, dkim, dmarc }))))

export function authResultsClash(literals: Literal[]): boolean {
  return !combinations.some(combination =>
    literals.every(({ atom, held }) => {
      if (atom.kind !== 'auth') return true
      const results = atom.check === 'any' ? Object.values(combination) : [combination[atom.check]]
      return results.includes(atom.verdict) === held
    }),
  )
}

/** A badge is a warning with at least one reason, or verified, or neither. */
export function badgesClash(literals: Literal[]): boolean {
  const listWanted = (held: boolean) =>
    literals.flatMap(({ atom, held: wanted }) => (atom.kind === 'badge' && wanted === held ? [atom.wanted] : []))
  const [wanted, negated] = [listWanted(true), listWanted(false)]
  if (wanted.some(one => negated.includes(one))) return true
  const isWarned = wanted.some(one => one !== 'verified')
  if (isWarned && (wanted.includes('verified') || negated.includes('warning'))) return true
  // A warning always has a reason.
  return wanted.includes('warning') && reasons.every(reason => negated.includes(reason))
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
