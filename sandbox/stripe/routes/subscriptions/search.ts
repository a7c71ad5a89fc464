// Reads Stripe's search language, as far as subscriptions are looked up by metadata, status and creation.
import type Stripe from 'stripe'
import { invalidRequest } from '../../wire/failure.ts'

interface Condition {
  isNegated: boolean
  field: string
  key: string | null
  operator: string
  value: string
}

const pattern = /^(-?)(\w+)(?:\[(['"])(.+?)\3\])?(:|~|>=?|<=?)\s*(?:(['"])(.*?)\6|(\w+))$/

/** Conditions joined by AND. */
export function parseSearch(query: string): Condition[] {
  return query.split(/\s+AND\s+/i).map(part => {
    const [, negation, field = '', , key, operator = ':', , quoted, bare] = pattern.exec(part.trim()) ?? []
    if (field === '') throw invalidRequest(`We were unable to parse your search query: ${query}`, 'query')
    return { isNegated: negation === '-', field, key: key ?? null, operator, value: quoted ?? bare ?? '' }
  })
}

export const matches = (conditions: Condition[], subscription: Stripe.Subscription): boolean =>
  conditions.every(condition => holds(condition, subscription) !== condition.isNegated)

function holds({ field, key, operator, value }: Condition, subscription: Stripe.Subscription): boolean {
  const actual =
    field === 'metadata'
      ? subscription.metadata[key ?? '']
      : field === 'created'
        ? String(subscription.created)
        : field === 'status'
          ? subscription.status
          : undefined
  if (field !== 'metadata' && actual === undefined) throw invalidRequest(`Field \`${field}\` is an unsupported search field.`, 'query')
  if (actual === undefined) return value === 'null'
  if (operator === ':') return actual === value
  if (operator === '~') return actual.includes(value)
  const difference = Number(actual) - Number(value)
  return operator.startsWith('>')
    ? difference > 0 || (operator === '>=' && difference === 0)
    : difference < 0 || (operator === '<=' && difference === 0)
}
