// The entries of one list, ready to be looked up: addresses, domains, and words token by token.
import { readings } from '../text/fold.ts'

export interface ListIndex {
  addresses: ReadonlySet<string>
  domains: ReadonlySet<string>
  /** The entries that are neither, as they are looked for where people are meant. */
  words: ListToken
  /** Every entry, as it is looked for in any other text. */
  all: ListToken
}

/** What may follow the tokens so far; `isEntry` where an entry ends here. */
export interface ListToken {
  isEntry: boolean
  next: Map<string, ListToken>
}

const made = new WeakMap<ReadonlySet<string>, ListIndex>()

/** Made once for each set of entries; these are folded (text.ts). */
export function indexOf(list: ReadonlySet<string>): ListIndex {
  const known = made.get(list)
  if (known) return known
  const entries = [...list]
    .flatMap(readings)
    .map(entry => entry.text)
    .filter(entry => entry !== '')
  const people = entries.map(entry => ({ entry, kind: kindOf(entry) }))
  const index = {
    addresses: new Set(people.flatMap(({ entry, kind }) => (kind === 'address' ? [entry] : []))),
    domains: new Set(people.flatMap(({ entry, kind }) => (kind === 'domain' ? [entry.replace(/^@/, '')] : []))),
    words: treeOf(people.flatMap(({ entry, kind }) => (kind === 'words' ? [entry] : []))),
    all: treeOf(entries),
  }
  made.set(list, index)
  return index
}

/** `a@b` is an address, `@b` and `b.c` are a domain; numbers with a point are none. */
export function kindOf(entry: string): 'address' | 'domain' | 'words' {
  const [local = '', domain, ...more] = entry.split('@')
  if (/\s/.test(entry) || more.length > 0 || domain === '') return 'words'
  if (domain !== undefined) return local === '' ? 'domain' : 'address'
  return /^[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)*\.[\p{L}\p{M}-][\p{L}\p{N}\p{M}-]+$/u.test(entry) ? 'domain' : 'words'
}

// Scripts that put no space between words: each letter may begin one.
const token =
  /[[\p{L}\p{N}\p{M}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+|[\s\S]/gv

export const tokensOf = (text: string): string[] => text.match(token) ?? []

function treeOf(entries: string[]): ListToken {
  const root: ListToken = { isEntry: false, next: new Map() }
  for (const entry of entries) {
    let node = root
    for (const word of tokensOf(entry)) {
      const next = node.next.get(word) ?? { isEntry: false, next: new Map() }
      node.next.set(word, next)
      node = next
    }
    node.isEntry = true
  }
  return root
}
