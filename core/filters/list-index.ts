// Indexes the entries of a person's list by address, domain and word.
import { foldVariants } from '../text/fold.ts'

export interface ListIndex {
  addresses: ReadonlySet<string>
  domains: ReadonlySet<string>
  /** Entries that are neither, for fields that hold people. */
  words: ListToken
  /** Every entry, for all other fields. */
  all: ListToken
}

/** The tokens that may follow; `isEntry` if an entry ends here. */
export interface ListToken {
  isEntry: boolean
  next: Map<string, ListToken>
}

const indexes = new WeakMap<ReadonlySet<string>, ListIndex>()

/** Built once for each set of entries, which are already folded (fold.ts). */
export function indexList(list: ReadonlySet<string>): ListIndex {
  const existing = indexes.get(list)
  if (existing) return existing
  const entries = [...list]
    .flatMap(foldVariants)
    .map(entry => entry.text)
    .filter(entry => entry !== '')
  const classified = entries.map(entry => ({ entry, kind: entryKind(entry) }))
  const index = {
    addresses: new Set(classified.flatMap(({ entry, kind }) => (kind === 'address' ? [entry] : []))),
    domains: new Set(classified.flatMap(({ entry, kind }) => (kind === 'domain' ? [entry.replace(/^@/, '')] : []))),
    words: buildTree(classified.flatMap(({ entry, kind }) => (kind === 'words' ? [entry] : []))),
    all: buildTree(entries),
  }
  indexes.set(list, index)
  return index
}

/** `a@b` is an address, `@b` and `b.c` are domains; decimal numbers are words. */
export function entryKind(entry: string): 'address' | 'domain' | 'words' {
  const [local = '', domain, ...more] = entry.split('@')
  if (/\s/.test(entry) || more.length > 0 || domain === '') return 'words'
  if (domain !== undefined) return local === '' ? 'domain' : 'address'
  return /^[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)*\.[\p{L}\p{M}-][\p{L}\p{N}\p{M}-]+$/u.test(entry) ? 'domain' : 'words'
}

// In scripts without spaces between words, each character is its own token.
const token =
  /[[\p{L}\p{N}\p{M}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+|[\s\S]/gv

export const tokenize = (text: string): string[] => text.match(token) ?? []

function buildTree(entries: string[]): ListToken {
  const root: ListToken = { isEntry: false, next: new Map() }
  for (const entry of entries) {
    let node = root
    for (const word of tokenize(entry)) {
      const next = node.next.get(word) ?? { isEntry: false, next: new Map() }
      node.next.set(word, next)
      node = next
    }
    node.isEntry = true
  }
  return root
}
