// The words of a person's list, looked for in a message.

import { type Reading, textsOf } from './fields.ts'
import { type Found } from './find.ts'
import { inOriginal } from './text.ts'
import type { ListTest } from './tree.ts'

/** The first text that holds a word of the list; null where none does, or there is no such list. */
export function findListed(test: ListTest, reading: Reading): Found | null {
  const words = reading.lists.get(test.list) ?? new Set<string>()
  for (const text of textsOf(test, reading)) {
    for (const word of words) {
      const from = word === '' ? -1 : text.text.indexOf(word)
      if (from >= 0) return { text: text.original, hits: [inOriginal(text, from, from + word.length)] }
    }
  }
  return null
}
