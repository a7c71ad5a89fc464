// `exact:{…}`: a test that only Sieve can say otherwise, written as data.
import { ExactTest } from '../exact/test.ts'
import { note } from './cursor.ts'
import type { QueryLeaf } from './leaf.ts'
import { escapeUnseen } from './quote.ts'

export const leafOfExact: QueryLeaf = {
  name: 'exact',
  read: cursor => {
    const start = cursor.at
    cursor.effort.values += 1
    cursor.at = endOfData(cursor.text, start)
    const data = dataIn(cursor.text.slice(start, cursor.at))
    return data ?? note(cursor, 'exact', start, cursor.at)
  },
}

export function printExact(test: ExactTest): string {
  const { field: _, ...data } = test
  return `exact:${escapeUnseen(JSON.stringify(data), letter => letter.split('').map(unit).join(''))}`
}

const unit = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

function dataIn(text: string): ExactTest | null {
  try {
    const data: unknown = JSON.parse(text)
    const found = ExactTest.safeParse(typeof data === 'object' ? { ...data, field: 'exact' } : null)
    return found.success ? found.data : null
  } catch {
    return null
  }
}

/** Behind the bracket that closes the first one, or at the end of the text. */
function endOfData(text: string, from: number): number {
  let depth = 0
  let isInText = false
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (isInText && letter === '\\') at += 1
    else if (letter === '"') isInText = !isInText
    else if (!isInText && letter === '{') depth += 1
    else if (!isInText && letter === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}
