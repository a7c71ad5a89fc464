// Makes filters for the benchmark: simple word filters, and a realistic mix.
import type { Filter } from '../../core/filters/action.ts'
import type { Condition, Test, TextField, TextOperator } from '../../core/filters/tree.ts'
import { type Chance, chance } from './random.ts'
import { addressAt, anyWord, anyWords, hostAt } from './vocabulary.ts'

export const setNames = ['literal', 'mixed'] as const
export type SetName = (typeof setNames)[number]

export function makeFilters(set: SetName, count: number): Filter[] {
  const random = chance(count)
  return Array.from({ length: count }, (_, i) => ({
    id: `f${i}`,
    name: `Filter ${i}`,
    paused: false,
    condition: set === 'literal' ? literal(random, i) : mixed(random, i),
    actions: [{ kind: 'forward', destinationIds: [] }],
  }))
}

const text = (field: TextField, operator: TextOperator, ...values: string[]): Test => ({ field, operator, values })

function literal(random: Chance, i: number): Condition {
  const field = random.one(['subject', 'subject', 'from', 'any', 'body'] as const)
  const words = i % 4 === 0 ? anyWords(random, 2) : `${anyWords(random, 2)} ${i}`
  return text(field, 'contains', field === 'from' ? addressAt(random.below(20_000)) : words)
}

/** Most test the sender and the subject, some the text, a few anything else. */
function mixed(random: Chance, i: number): Condition {
  const roll = random.next()
  const from = text('sender_domain', 'is', hostAt(random.below(5000)))
  const subject = text('subject', 'contains', ...Array.from({ length: 1 + random.below(3) }, () => anyWords(random, 2)))
  if (roll < 0.25) return text('from', random.one(['is', 'contains', 'ends'] as const), addressAt(random.below(20_000)))
  if (roll < 0.4) return from
  if (roll < 0.55) return { all: [from, subject] }
  if (roll < 0.65)
    return { all: [subject, { none: [text('any', 'contains', anyWords(random, 2)), { field: 'newsletter', operator: 'is' }] }] }
  if (roll < 0.75) return literal(random, i)
  if (roll < 0.82) return { any: [subject, text('subject', 'wildcard', `*${anyWord(random)}*${anyWord(random)} ${i % 100}`)] }
  if (roll < 0.88) return { all: [{ field: 'size', operator: 'over', bytes: 100_000 + 1000 * random.below(50) }, subject] }
  if (roll < 0.93) return { all: [{ field: 'hour', operator: 'between', from: '18:00', to: '08:00' }, from] }
  if (roll < 0.97) return { all: [text('body', 'starts', anyWords(random, 3)), { field: 'attachment', operator: 'exists' }] }
  return text('subject', 'regexp', `\\b${anyWord(random)}(es)? #?\\d{${3 + random.below(3)}}\\b`)
}
