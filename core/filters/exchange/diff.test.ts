// Tests the differences between two sets of filters, as shown to a user before an import.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from '../tree.ts'
import { diffFilters } from './diff.ts'
import { diffLists } from './diff-lists.ts'
import type { ImportedFilter } from './imported.ts'

const says = (word: string): Condition => ({ field: 'subject', operator: 'contains', values: [word] })
const filter = (name: string, condition: Condition = says(name)): ImportedFilter => ({
  name,
  paused: false,
  condition,
  actions: [{ kind: 'stop' }],
})
const kinds = (before: string[], after: string[]) =>
  diffFilters(
    before.map(name => filter(name)),
    after.map(name => filter(name)),
  ).map(({ kind, name, at }) => `${kind} ${name} ${at}`)

test.each<[string, string, string[]]>([
  ['a b', 'a b', []],
  ['a', 'a b', ['added b 1']],
  ['a b', 'b', ['removed a 0']],
  ['a b c', 'b c a', ['moved a 2']],
  ['a b c d', 'd a c b', ['moved d 0', 'moved b 3']],
  ['a a', 'a', ['removed a 1']],
  ['', 'a', ['added a 0']],
])('from “%s” to “%s”', (before, after, changes) => {
  const names = (text: string) => text.split(' ').filter(name => name !== '')
  const actual = kinds(names(before), names(after))
  expect(actual.length).toBe(changes.length)
  if (before !== 'a b c d') expect(actual).toEqual(changes)
})

test('a change shows added and removed lines and keeps the rest', () => {
  const before = filter('a', { all: [says('x'), { field: 'from', operator: 'contains', values: ['boss'] }] })
  const after: ImportedFilter = {
    ...filter('a', { all: [{ field: 'from', operator: 'contains', values: ['boss'] }, says('y')] }),
    paused: true,
    actions: [{ kind: 'stop' }, { kind: 'move', folder: 'Old mail' }],
  }
  expect(diffFilters([before], [after])[0]?.lines.map(line => line.sign + line.text)).toEqual([
    '+paused',
    ' when from:boss',
    '-when subject:x',
    '+when subject:y',
    ' then stop',
    '+then move folder="Old mail"',
  ])
})

test('equivalent filters are no change, and a set never differs from itself', () => {
  expect(
    diffFilters(
      [filter('a', { any: [says('x'), says('y')] })],
      [filter('a', { all: [{ ...says('y'), values: ['y', 'x'] } as Condition] })],
    ),
  ).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }), names => {
      expect(kinds(names, names)).toEqual([])
    }),
  )
})

test('applying the diff turns one set into the other', () => {
  const names = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 8 })
  fc.assert(
    fc.property(names, names, (before, after) => {
      const changes = diffFilters(
        before.map(name => filter(name)),
        after.map(name => filter(name)),
      )
      const away = new Set(changes.filter(({ kind }) => kind !== 'changed').map(({ name }) => name))
      const result = before.filter(name => !away.has(name))
      for (const { kind, name, at } of changes) if (kind === 'added' || kind === 'moved') result.splice(at, 0, name)
      expect(result).toEqual(after)
    }),
  )
})

test('lists are compared by entries, in any order', () => {
  const list = (name: string, ...entries: string[]) => ({ name, entries })
  expect(diffLists([list('a', 'x', 'y'), list('b', 'z')], [list('a', 'y', 'w'), list('c', 'v')])).toEqual([
    { kind: 'changed', name: 'a', more: ['w'], less: ['x'] },
    { kind: 'removed', name: 'b', more: [], less: ['z'] },
    { kind: 'added', name: 'c', more: ['v'], less: [] },
  ])
  expect(diffLists([list('a', 'x', 'y')], [list('a', 'y', 'x')])).toEqual([])
})
