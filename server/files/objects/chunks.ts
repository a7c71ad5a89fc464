// Seals a file in chunks, each bound to its user, version, number, and whether it is the last.
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

export const chunkBytes = 256 * 1024

export interface Chunk {
  n: number
  sealed: Buffer
}

/** Seals bytes as they arrive, one chunk at a time; an empty file is one empty chunk. */
export async function* sealChunks(key: SealKey, userId: string, version: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Chunk> {
  let buffered: Uint8Array[] = []
  let bufferedBytes = 0
  let n = 0
  for await (const piece of bytes) {
    buffered.push(piece)
    bufferedBytes += piece.length
    // The last chunk may be full too, so that a full one is held back until more bytes arrive.
    if (bufferedBytes <= chunkBytes) continue
    let all = Buffer.concat(buffered)
    for (; all.length > chunkBytes; all = all.subarray(chunkBytes))
      yield { n, sealed: seal(key, all.subarray(0, chunkBytes), chunkContext(userId, version, n++, false)) }
    buffered = [all]
    bufferedBytes = all.length
  }
  yield { n, sealed: seal(key, Buffer.concat(buffered), chunkContext(userId, version, n, true)) }
}

/** The number of chunks in a file of this size. */
export const chunksIn = (sizeBytes: number): number => Math.max(1, Math.ceil(sizeBytes / chunkBytes))

/**
 * Opens the bytes `from` to `to` (inclusive) of a file; `read` returns a sealed chunk, or undefined when it is missing.
 * Throws when a chunk is missing, cut, out of order, or from another file.
 */
export async function* openChunks(
  key: SealKey,
  userId: string,
  { version, sizeBytes }: { version: string; sizeBytes: number },
  { from, to }: { from: number; to: number },
  read: (n: number) => Promise<Buffer | undefined>,
): AsyncGenerator<Buffer> {
  const last = chunksIn(sizeBytes) - 1
  for (let n = Math.floor(from / chunkBytes); n <= Math.min(last, Math.floor(Math.max(0, to) / chunkBytes)); n++) {
    const sealed = await read(n)
    if (!sealed) throw new Error(`Chunk ${n} of file version ${version} is missing.`)
    const plain = unseal(key, sealed, chunkContext(userId, version, n, n === last))
    if (plain.length !== (n === last ? sizeBytes - last * chunkBytes : chunkBytes))
      throw new Error(`Chunk ${n} of file version ${version} has the wrong size.`)
    yield plain.subarray(Math.max(0, from - n * chunkBytes), to - n * chunkBytes + 1)
  }
}

const chunkContext = (userId: string, version: string, n: number, isLast: boolean) => ({
  userId,
  row: version,
  column: `file_chunks.sealed ${n} ${isLast ? 'last' : 'more'}`,
})
