// Reads and prints `exact:{…}`: a test that otherwise only Sieve can express, as JSON.
import { ExactTest } from '../exact/test.ts'
import { noteProblem } from './cursor.ts'
import type { QueryLeaf } from './leaf.ts'
import { escapeInvisible } from './quote.ts'

export const exactLeaf: QueryLeaf = {
  name: 'exact',
  read: cursor => {
    const start = cursor.at
    cursor.effort.values += 1
    cursor.at = findDataEnd(cursor.text, start)
    const data = parseExact(cursor.text.slice(start, cursor.at))
    return data ?? noteProblem(cursor, 'exact', start, cursor.at)
  },
}

export function printExact(test: ExactTest): string {
  const { field: _, ...data } = test
  return `exact:${escapeInvisible(JSON.stringify(data), character => character.split('').map(escapeCodeUnit).join(''))}`
}

const escapeCodeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

function parseExact(text: string): ExactTest | null {
  try {
    const data: unknown = JSON.parse(text)
    const found = ExactTest.safeParse(typeof data === 'object' ? { ...data, field: 'exact' } : null)
    return found.success ? found.data : null
  } catch {
    return null
  }
}

/** After the bracket that closes the first one, or the end of the text. */
function findDataEnd(text: string, from: number): number {
  let depth = 0
  let isInText = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (isInText && character === '\\') at += 1
    else if (character === '"') isInText = !isInText
    else if (!isInText && character === '{') depth += 1
    else if (!isInText && character === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}
