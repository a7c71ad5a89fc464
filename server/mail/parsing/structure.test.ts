// Tests parsing hostile structures: deep, endless, wrong, or made to inject headers.
import type { MessageStructureObject } from 'imapflow'
import { expect, test } from 'vitest'
import { listLeaves, parseStructure } from './structure.ts'

const text: MessageStructureObject = { type: 'text/plain', size: 10 }
const mixed = (...childNodes: MessageStructureObject[]): MessageStructureObject => ({ type: 'multipart/mixed', childNodes })
const nested = (levels: number): MessageStructureObject => (levels === 0 ? text : mixed(nested(levels - 1)))

test('parts are numbered as FETCH expects', () => {
  const { root } = parseStructure(mixed(mixed(text, text), { type: 'message/rfc822', childNodes: [mixed(text)] }), 1000) ?? {}
  expect(root && listLeaves(root).map(leaf => [leaf.section, leaf.type])).toEqual([
    ['1.1', 'text/plain'],
    ['1.2', 'text/plain'],
    ['2', 'message/rfc822'],
  ])
  expect(parseStructure(text, 1000)?.root).toMatchObject({ section: '1' })
})

test.each<[string, MessageStructureObject | undefined]>([
  ['nothing', undefined],
  ['no type', { type: '/' }],
  ['a type that ends a line', { type: 'text/plain\r\nbcc:' }],
  ['a type of a megabyte', { type: `text/${'x'.repeat(1_000_000)}` }],
  ['thirty levels', nested(30)],
])('%s is no structure', (_, described) => {
  expect(parseStructure(described, 1000)).toBeNull()
})

test('of ten thousand parts the first are described and the others counted', () => {
  const described = parseStructure(mixed(...Array.from({ length: 10_000 }, () => text)), 1_000_000)
  expect(described?.leftParts).toBe(9000)
  expect(described && listLeaves(described.root)).toHaveLength(1000)
})

test.each([
  [-5, 0],
  [Number.NaN, 0],
  [1e20, 0],
  [2000, 1000],
])('a part of %i bytes in a mail of 1000 has %i', (size, bytes) => {
  expect(parseStructure({ ...text, size }, 1000)?.root).toMatchObject({ encodedBytes: bytes })
})

test('names and values can neither end a line nor fill memory', () => {
  const hostile = {
    ...text,
    parameters: {
      'a b': 'x',
      name: `a\r\nBcc: b\0${'x'.repeat(1_000_000)}`,
      ...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${i}`, 'x'])),
    },
    encoding: 'base64\r\nX: y',
    disposition: 'attachment\r\n',
    id: '<a>\r\nX: y',
  }
  const { root } = parseStructure(hostile, 1000) ?? {}
  expect(JSON.stringify(root)).not.toMatch(/\\r|\\n|\\u0000/)
  expect(JSON.stringify(root).length).toBeLessThan(5000)
  expect(root).toMatchObject({ encoding: '', disposition: null })
})
