// Finds the words and addresses of a person's list in a message.

import { type Folded, toOriginalSpan } from '../text/fold.ts'
import type { Span } from '../text/spans.ts'
import { type FilterInput, foldedAddresses, foldedValues } from './fields.ts'
import type { TextMatch } from './find.ts'
import { indexList, type ListIndex, type ListToken, tokenize } from './list-index.ts'
import type { ListTest } from './tree.ts'

/**
 * The first text that an entry matches, and where; null if none does or the list does not exist. For people, an entry
 * `anna@example.com` matches their address, and `@example.com` or `example.com` any address at that domain or a subdomain; addresses
 * inside a display name do not count. Any other entry matches whole words only.
 */
export function findListed(test: ListTest, input: FilterInput): TextMatch | null {
  const list = input.lists.get(test.list)
  if (!list) return null
  const index = indexList(list)
  const addresses = foldedAddresses(test, input)
  if (!addresses) return firstHit(foldedValues(test, input), text => findWords(index.all, text))
  return firstHit(addresses, text => findAddress(index, text)) ?? firstHit(foldedValues(test, input), text => findWords(index.words, text))
}

function firstHit(texts: Folded[], findHit: (text: Folded) => Span | null): TextMatch | null {
  for (const text of texts) {
    const hit = findHit(text)
    if (hit) return { text: text.original, hits: [hit] }
  }
  return null
}

/** The address itself, or the shortest listed domain that contains it. */
function findAddress(index: ListIndex, text: Folded): Span | null {
  const address = text.text
  if (index.addresses.has(address)) return toOriginalSpan(text, 0, address.length)
  const at = address.lastIndexOf('@') + 1
  const starts = [at, ...Array.from(address.slice(at).matchAll(/\./g), dot => at + dot.index + 1)]
  const from = starts.findLast(start => index.domains.has(address.slice(start)))
  return from === undefined ? null : toOriginalSpan(text, from, address.length)
}

/** The longest entry at the first position where any entry matches. */
function findWords(root: ListToken, text: Folded): Span | null {
  if (root.next.size === 0) return null
  const tokens = tokenize(text.text)
  for (let first = 0, start = 0; first < tokens.length; first++) {
    const length = longestEntryAt(root, tokens, first)
    if (length > 0) return toOriginalSpan(text, start, start + length)
    start += tokens[first]?.length ?? 0
  }
  return null
}

/** The length in characters of the longest entry that begins with this token; 0 if there is none. */
function longestEntryAt(root: ListToken, tokens: string[], first: number): number {
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
