// Decides whether two condition trees mean the same, as the README of the sentence corpus defines it.
import type { Leaf, Tree } from './leaves.ts'

type Normal = { leaf: Leaf } | { all: Normal[] } | { any: Normal[] } | { not: Normal }

export const isSameTree = (ours: Tree | null, expected: Tree | Tree[] | null): boolean =>
  ours === null || expected === null
    ? ours === expected
    : fits(normal(ours), normal(Array.isArray(expected) ? { all: expected } : expected))

function normal(tree: Tree): Normal {
  if ('field' in tree) return { leaf: tree }
  if ('none' in tree)
    return group(
      'all',
      tree.none.map(member => negated(normal(member))),
    )
  return 'all' in tree ? group('all', tree.all.map(normal)) : group('any', tree.any.map(normal))
}

const negated = (node: Normal): Normal => ('not' in node ? node.not : { not: node })

function group(how: 'all' | 'any', members: Normal[]): Normal {
  const flat = members.flatMap(member =>
    how === 'all' && 'all' in member ? member.all : how === 'any' && 'any' in member ? member.any : [member],
  )
  const [only] = flat
  if (flat.length === 1 && only) return only
  return how === 'all' ? { all: flat } : { any: flat }
}

function fits(ours: Normal, expected: Normal): boolean {
  if ('leaf' in ours && 'leaf' in expected) return isSameLeaf(ours.leaf, expected.leaf)
  if ('not' in ours && 'not' in expected) return fits(ours.not, expected.not)
  if ('all' in ours && 'all' in expected) return ours.all.length === expected.all.length && pairs(ours.all, expected.all)
  if ('any' in ours && !('all' in expected) && !('not' in expected)) {
    const wanted = 'any' in expected ? expected.any : [expected]
    return pairs(ours.any, wanted) && ours.any.every(mine => wanted.some(other => fits(mine, other) || isSynonym(mine, other)))
  }
  return false
}

/** Each expected member has one of ours of its own. */
function pairs(ours: Normal[], expected: Normal[], taken: ReadonlySet<number> = new Set()): boolean {
  const [first, ...rest] = expected
  if (!first) return true
  return ours.some((mine, i) => !taken.has(i) && fits(mine, first) && pairs(ours, rest, new Set([...taken, i])))
}

/** Another form of the expected word: it does no harm beside it. */
function isSynonym(ours: Normal, expected: Normal): boolean {
  if (!('leaf' in ours) || !('leaf' in expected) || ours.leaf.field !== expected.leaf.field || ours.leaf.op !== expected.leaf.op)
    return false
  const [mine, other] = [fold(String(ours.leaf.value)), fold(String(expected.leaf.value))]
  // Arabic plurals change inside the word.
  const letters = /\p{Script=Arabic}/u.test(mine) ? 1 : 3
  return mine.slice(0, letters) === other.slice(0, letters)
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function isSameLeaf(ours: Leaf, expected: Leaf): boolean {
  if (ours.field !== expected.field || ours.op !== expected.op || ours.check !== expected.check) return false
  if (ours.name?.toLowerCase() !== expected.name?.toLowerCase()) return false
  const [mine, other] = [ours.value, expected.value]
  if (typeof mine === 'number' && typeof other === 'number') return Math.abs(mine - other) <= other * 0.05
  return spelled(mine) === spelled(other)
}

function spelled(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value)
  const parts = value.map(part => (part === '24:00' ? '00:00' : String(part)))
  return JSON.stringify(/\d/.test(parts[0] ?? '') ? parts : parts.toSorted())
}
