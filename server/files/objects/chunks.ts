// Seals a file in chunks, each bound to its user, version, number and whether it is the last.
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

export const chunkBytes = 256 * 1024

export interface Chunk {
  n: number
  sealed: Buffer
}

/** Seals bytes as they come, one chunk at a time; an empty file is one empty chunk. */
export async function* sealChunks(key: SealKey, userId: string, version: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Chunk> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let n = 0
  for await (const some of bytes) {
    held.push(some)
    heldBytes += some.length
    // The last may be full as well, so a full one is held until more comes.
    if (heldBytes <= chunkBytes) continue
    let all = Buffer.concat(held)
    for (; all.length > chunkBytes; all = all.subarray(chunkBytes))
      yield { n, sealed: seal(key, all.subarray(0, chunkBytes), placeOf(userId, version, n++, false)) }
    held = [all]
    heldBytes = all.length
  }
  yield { n, sealed: seal(key, Buffer.concat(held), placeOf(userId, version, n, true)) }
}

/** How many chunks a file of this size has. */
export const chunksIn = (sizeBytes: number): number => Math.max(1, Math.ceil(sizeBytes / chunkBytes))

/**
 * Opens the bytes `from` to `to` (both counted) of a file; `read` gives a sealed chunk, or undefined where it is not there.
 * Throws when a chunk is missing, cut, of another file or out of its order.
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
    const plain = unseal(key, sealed, placeOf(userId, version, n, n === last))
    if (plain.length !== (n === last ? sizeBytes - last * chunkBytes : chunkBytes))
      throw new Error(`Chunk ${n} of ${version} has another size.`)
    yield plain.subarray(Math.max(0, from - n * chunkBytes), to - n * chunkBytes + 1)
  }
}

const placeOf = (userId: string, version: string, n: number, isLast: boolean) => ({
  userId,
  row: version,
  column: `file_chunks.sealed ${n} ${isLast ? 'last' : 'more'}`,
})
