// Reads a backup file line by line, and rejects a damaged one with a clear message.
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod/mini'
import type { SealKey } from '../../seal.ts'
import { ArchiveHeader } from './format.ts'
import { openFrames, SealBroken } from './sealed-file.ts'

/** Passes the lines of a backup to `read`; throws a user-facing message when the file is damaged. */
export async function readLines<T>(file: string, master: SealKey, read: (lines: AsyncIterable<string>) => Promise<T>): Promise<T> {
  try {
    return await pipeline(
      createReadStream(file),
      (chunks: AsyncIterable<Buffer>) => openFrames(master, chunks),
      createGunzip(),
      (chunks: AsyncIterable<Buffer>) => read(splitLines(chunks)),
    )
  } catch (error) {
    throw isUnreadable(error) ? damaged(file, error.message) : error
  }
}

export async function readHeader(file: string, master: SealKey): Promise<ArchiveHeader> {
  return readLines(file, master, async lines => {
    let header: ArchiveHeader | undefined
    for await (const line of lines) header ??= ArchiveHeader.parse(JSON.parse(line))
    if (!header) throw damaged(file, 'it is empty')
    return header
  })
}

export const damaged = (file: string, reason: string): Error =>
  new Error(`The backup ${file} is damaged (${reason}). Nothing was restored; use another copy of it.`)

function isUnreadable(error: unknown): error is Error {
  if (error instanceof SealBroken || error instanceof SyntaxError || error instanceof z.core.$ZodError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

// A line may be as long as a full sealed email.
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let partial: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...partial, chunk.subarray(from, end)]).toString('utf8')
      partial = []
      from = end + 1
    }
    if (from < chunk.length) partial.push(chunk.subarray(from))
  }
  if (partial.length > 0) yield Buffer.concat(partial).toString('utf8')
}
