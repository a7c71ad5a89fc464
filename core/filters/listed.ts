// The words and addresses of a person's list, looked for in a message.

import { type Folded, inOriginal } from '../text/fold.ts'
import type { Span } from '../text/spans.ts'
import { addressesOf, type Reading, textsOf } from './fields.ts'
import type { TextMatch } from './find.ts'
import { indexOf, type ListIndex, type ListToken, tokensOf } from './list-index.ts'
import type { ListTest } from './tree.ts'

/**
 * The first text that an entry of the list holds on, and where; null where none does, or there is no such list. Of people, an entry
 * `anna@example.com` is their address, `@example.com` or `example.com` one of that domain or below it: what their name says of
 * addresses does not count. Any other entry is one word or several, of which none is cut.
 */
export function findListed(test: ListTest, reading: Reading): TextMatch | null {
  const list = reading.lists.get(test.list)
  if (!list) return null
  const index = indexOf(list)
  const addresses = addressesOf(test, reading)
  if (!addresses) return firstHit(textsOf(test, reading), text => wordsHit(index.all, text))
  return firstHit(addresses, text => addressHit(index, text)) ?? firstHit(textsOf(test, reading), text => wordsHit(index.words, text))
}

function firstHit(texts: Folded[], hitIn: (text: Folded) => Span | null): TextMatch | null {
  for (const text of texts) {
    const hit = hitIn(text)
    if (hit) return { text: text.original, hits: [hit] }
  }
  return null
}

/** The address itself, or the shortest domain of the list that it is of. */
function addressHit(index: ListIndex, text: Folded): Span | null {
  const address = text.text
  if (index.addresses.has(address)) return inOriginal(text, 0, address.length)
  const at = address.lastIndexOf('@') + 1
  const starts = [at, ...Array.from(address.slice(at).matchAll(/\./g), dot => at + dot.index + 1)]
  const from = starts.findLast(start => index.domains.has(address.slice(start)))
  return from === undefined ? null : inOriginal(text, from, address.length)
}

/** The first place where an entry stands, and there the longest. */
function wordsHit(root: ListToken, text: Folded): Span | null {
  if (root.next.size === 0) return null
  const tokens = tokensOf(text.text)
  for (let first = 0, start = 0; first < tokens.length; first++) {
    const length = longestAt(root, tokens, first)
    if (length > 0) return inOriginal(text, start, start + length)
    start += tokens[first]?.length ?? 0
  }
  return null
}

/** How many letters the longest entry takes that begins with this token; 0 where none does. */
function longestAt(root: ListToken, tokens: string[], first: number): number {
  let longest = 0
  let length = 0
  let node: ListToken | undefined = root
  for (let at = first; at < tokens.length; at++) {
    const word: string = tokens[at] ?? ''
    node = node.next.get(word)
    if (!node) break
    length += word.length
    if (node.isEntry) longest = length
  }
  return longest
}
