// A file is noticed to be cut, swapped, reordered or another person's, chunk by chunk.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKey } from '../../foundation/seal.ts'
import { type Chunk, chunkBytes, chunksIn, openChunks, sealChunks } from './chunks.ts'

const key = newKey()
const anna = '11111111-1111-4111-8111-111111111111'
const ben = '22222222-2222-4222-8222-222222222222'
const version = '33333333-3333-7333-8333-333333333333'

async function* inPieces(bytes: Buffer, pieceBytes: number) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

const sealed = (bytes: Buffer, pieceBytes = 70_001, of = version, userId = anna) =>
  Array.fromAsync(sealChunks(key, userId, of, inPieces(bytes, pieceBytes)))

async function opened(chunks: Chunk[], sizeBytes: number, span = { from: 0, to: sizeBytes - 1 }, by = { key, userId: anna }) {
  const read = async (n: number) => chunks.find(chunk => chunk.n === n)?.sealed
  return Buffer.concat(await Array.fromAsync(openChunks(by.key, by.userId, { version, sizeBytes }, span, read)))
}

test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 3 * chunkBytes + 5])(
  '%i bytes come back as they went in',
  async size => {
    const bytes = randomBytes(size)
    for (const pieceBytes of [70_001, chunkBytes, 5 * chunkBytes]) {
      const chunks = await sealed(bytes, pieceBytes)
      expect(chunks.map(chunk => chunk.n)).toEqual(Array.from({ length: chunksIn(size) }, (_, n) => n))
      expect((await opened(chunks, size)).equals(bytes)).toBe(true)
    }
  },
)

test('a part in the middle opens the chunks that hold it, and no others', async () => {
  const bytes = randomBytes(4 * chunkBytes)
  const chunks = await sealed(bytes)
  for (const [from, to] of [
    [0, 0],
    [chunkBytes - 1, chunkBytes],
    [chunkBytes, 2 * chunkBytes - 1],
    [3 * chunkBytes + 7, 4 * chunkBytes - 1],
  ] as const)
    expect((await opened(chunks, bytes.length, { from, to })).equals(bytes.subarray(from, to + 1))).toBe(true)
  const few = chunks.filter(chunk => chunk.n === 1)
  expect((await opened(few, bytes.length, { from: chunkBytes + 3, to: chunkBytes + 9 })).length).toBe(7)
})

const bytes = randomBytes(3 * chunkBytes)
const chunks = await sealed(bytes)
const numbered = (n: number, from: Chunk | undefined): Chunk => ({ n, sealed: from?.sealed ?? Buffer.alloc(0) })
const flipped = Buffer.from(chunks[1]?.sealed ?? '')
flipped[5000] = (flipped[5000] ?? 0) ^ 1

test.each<[string, Chunk[], number]>([
  ['the last chunk is cut off', chunks.slice(0, 2), bytes.length],
  ['the last chunk is cut off and the size tells so', chunks.slice(0, 2), 2 * chunkBytes],
  ['all is cut off and the size says nothing is there', chunks, 0],
  [
    'the end of a chunk is cut off',
    [numbered(0, chunks[0]), { n: 1, sealed: flipped.subarray(0, -1) }, numbered(2, chunks[2])],
    bytes.length,
  ],
  ['two chunks are swapped', [numbered(0, chunks[1]), numbered(1, chunks[0]), numbered(2, chunks[2])], bytes.length],
  ['a chunk is there twice', [numbered(0, chunks[0]), numbered(1, chunks[0]), numbered(2, chunks[2])], bytes.length],
  ['the last chunk stands first', [numbered(0, chunks[2])], chunkBytes],
  ['a bit is changed', [numbered(0, chunks[0]), { n: 1, sealed: flipped }, numbered(2, chunks[2])], bytes.length],
  ['a chunk is appended', [...chunks, numbered(3, chunks[0])], 4 * chunkBytes],
])('it is noticed when %s', async (_, stored, size) => {
  await expect(opened(stored, size)).rejects.toThrow()
})

test('it is noticed when a chunk is of another file, of another person, or under another key', async () => {
  const other = await sealed(bytes, 70_001, '44444444-4444-7444-8444-444444444444')
  await expect(opened([...chunks.slice(0, 2), numbered(2, other[2])], bytes.length)).rejects.toThrow()
  const his = await sealed(bytes, 70_001, version, ben)
  await expect(opened([...chunks.slice(0, 2), numbered(2, his[2])], bytes.length)).rejects.toThrow()
  await expect(opened(chunks, bytes.length, undefined, { key, userId: ben })).rejects.toThrow()
  await expect(opened(chunks, bytes.length, undefined, { key: newKey(), userId: anna })).rejects.toThrow()
  expect((await opened(chunks, bytes.length)).equals(bytes)).toBe(true)
})
