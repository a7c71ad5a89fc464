// Tests sealed chunks: cut, swapped, reordered or foreign ones are detected.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKey } from '../../foundation/seal.ts'
import { type Chunk, chunkBytes, chunksIn, openChunks, sealChunks } from './chunks.ts'

const key = newKey()
const anna = '11111111-1111-4111-8111-111111111111'
const ben = '22222222-2222-4222-8222-222222222222'
const version = '33333333-3333-7333-8333-333333333333'

async function* splitBytes(bytes: Buffer, pieceBytes: number) {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
}

const sealAll = (bytes: Buffer, pieceBytes = 70_001, fileVersion = version, userId = anna) =>
  Array.fromAsync(sealChunks(key, userId, fileVersion, splitBytes(bytes, pieceBytes)))

async function openAll(chunks: Chunk[], sizeBytes: number, span = { from: 0, to: sizeBytes - 1 }, by = { key, userId: anna }) {
  const read = async (n: number) => chunks.find(chunk => chunk.n === n)?.sealed
  return Buffer.concat(await Array.fromAsync(openChunks(by.key, by.userId, { version, sizeBytes }, span, read)))
}

test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 3 * chunkBytes + 5])(
  '%i bytes are returned unchanged',
  async size => {
    const bytes = randomBytes(size)
    for (const pieceBytes of [70_001, chunkBytes, 5 * chunkBytes]) {
      const chunks = await sealAll(bytes, pieceBytes)
      expect(chunks.map(chunk => chunk.n)).toEqual(Array.from({ length: chunksIn(size) }, (_, n) => n))
      expect((await openAll(chunks, size)).equals(bytes)).toBe(true)
    }
  },
)

test('a range in the middle opens only the chunks that contain it', async () => {
  const bytes = randomBytes(4 * chunkBytes)
  const chunks = await sealAll(bytes)
  for (const [from, to] of [
    [0, 0],
    [chunkBytes - 1, chunkBytes],
    [chunkBytes, 2 * chunkBytes - 1],
    [3 * chunkBytes + 7, 4 * chunkBytes - 1],
  ] as const)
    expect((await openAll(chunks, bytes.length, { from, to })).equals(bytes.subarray(from, to + 1))).toBe(true)
  const onlySecond = chunks.filter(chunk => chunk.n === 1)
  expect((await openAll(onlySecond, bytes.length, { from: chunkBytes + 3, to: chunkBytes + 9 })).length).toBe(7)
})

const bytes = randomBytes(3 * chunkBytes)
const chunks = await sealAll(bytes)
const renumber = (n: number, source: Chunk | undefined): Chunk => ({ n, sealed: source?.sealed ?? Buffer.alloc(0) })
const flipped = Buffer.from(chunks[1]?.sealed ?? '')
flipped[5000] = (flipped[5000] ?? 0) ^ 1

test.each<[string, Chunk[], number]>([
  ['the last chunk is cut off', chunks.slice(0, 2), bytes.length],
  ['the last chunk is cut off and the size adjusted', chunks.slice(0, 2), 2 * chunkBytes],
  ['the size is set to zero', chunks, 0],
  [
    'the end of a chunk is cut off',
    [renumber(0, chunks[0]), { n: 1, sealed: flipped.subarray(0, -1) }, renumber(2, chunks[2])],
    bytes.length,
  ],
  ['two chunks are swapped', [renumber(0, chunks[1]), renumber(1, chunks[0]), renumber(2, chunks[2])], bytes.length],
  ['a chunk is duplicated', [renumber(0, chunks[0]), renumber(1, chunks[0]), renumber(2, chunks[2])], bytes.length],
  ['the last chunk comes first', [renumber(0, chunks[2])], chunkBytes],
  ['a bit is changed', [renumber(0, chunks[0]), { n: 1, sealed: flipped }, renumber(2, chunks[2])], bytes.length],
  ['a chunk is appended', [...chunks, renumber(3, chunks[0])], 4 * chunkBytes],
])('detected: %s', async (_, stored, size) => {
  await expect(openAll(stored, size)).rejects.toThrow()
})

test('a chunk of another file, another user or another key is detected', async () => {
  const other = await sealAll(bytes, 70_001, '44444444-4444-7444-8444-444444444444')
  await expect(openAll([...chunks.slice(0, 2), renumber(2, other[2])], bytes.length)).rejects.toThrow()
  const foreign = await sealAll(bytes, 70_001, version, ben)
  await expect(openAll([...chunks.slice(0, 2), renumber(2, foreign[2])], bytes.length)).rejects.toThrow()
  await expect(openAll(chunks, bytes.length, undefined, { key, userId: ben })).rejects.toThrow()
  await expect(openAll(chunks, bytes.length, undefined, { key: newKey(), userId: anna })).rejects.toThrow()
  expect((await openAll(chunks, bytes.length)).equals(bytes)).toBe(true)
})
