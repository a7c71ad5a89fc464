// The least change of one test by which it holds on what it saw.
import { longestExcerpt } from './excerpt.ts'
import type { Condition, CountTest, ListTest, SizeTest, Test, TextTest } from './tree.ts'
import { Weekday } from './tree.ts'

/** Null where no change of the test does it: it has to go. `seen` is as an explanation shows it. */
export function loosened(test: Test, seen: string): Condition | null {
  if (test.field === 'exact' || seen === '') return null
  if ('values' in test) return withWord(test, seen)
  if ('list' in test) return besideList(test, seen)
  switch (test.field) {
    case 'size':
    case 'attachment_size':
      return sized(test, seen.split(', ').map(Number))
    case 'attachment_count':
      return counted(test, Number(seen))
    case 'weekday': {
      const day = Weekday.safeParse(seen).data
      return day ? { ...test, days: Weekday.options.filter(one => one === day || test.days.includes(one)) } : null
    }
    case 'date':
      return test.operator === 'on_or_after' ? { ...test, day: seen } : null
    default:
      return null
  }
}

const address = /[^\s<>,;"()]+@[^\s<>,;"()]+/
const people = new Set<TextTest['field']>(['from', 'to', 'cc', 'recipient', 'reply_to'])
const named = new Set<TextTest['field']>(['sender_domain', 'list', 'mailbox', 'language', 'attachment_type'])

function withWord(test: TextTest, seen: string): Condition | null {
  const word = test.operator === 'regexp' ? null : wordOf(test, seen)
  return word && /[\p{L}\p{N}]/u.test(word) ? { ...test, values: [...test.values, word] } : null
}

/** What of the text that was seen makes a word to look for; null where a person has to choose. */
function wordOf({ field, operator }: TextTest, seen: string): string | null {
  if (seen.startsWith('…') || seen.endsWith('…') || seen.length >= longestExcerpt) return null
  const first = seen.split(', ')[0] ?? ''
  if (people.has(field)) {
    const found = address.exec(seen)?.[0] ?? null
    return operator === 'ends' && found ? found.slice(found.indexOf('@')) : found
  }
  if (field === 'attachment_name') return operator === 'ends' ? (/\.[^.\s]+$/.exec(first)?.[0] ?? first) : first
  if (named.has(field)) return first
  return field === 'subject' ? seen.trim() : null
}

/** Beside the list, for the list may serve other filters too. */
function besideList(test: ListTest, seen: string): Condition | null {
  if (test.field === 'header') return null
  const { field } = test
  const found = withWord({ field, operator: 'contains', values: [] }, seen)
  return found ? { any: [test, found] } : null
}

function sized(test: SizeTest, sizes: number[]): Condition | null {
  const bytes = test.operator === 'over' ? Math.max(...sizes) - 1 : Math.min(...sizes) + 1
  return Number.isFinite(bytes) && bytes >= 1 ? { ...test, bytes } : null
}

function counted(test: CountTest, n: number): Condition | null {
  const count = test.operator === 'over' ? n - 1 : test.operator === 'under' ? n + 1 : n
  return count >= 0 && count <= 1000 ? { ...test, count } : null
}
