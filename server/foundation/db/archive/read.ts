// Reads a backup file line by line, and rejects a damaged one with one sentence.
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod/mini'
import { ArchiveHeader } from './format.ts'

/** Gives the lines of a backup to `read`; throws a sentence when the file is damaged. */
export async function readLines<T>(file: string, read: (lines: AsyncIterable<string>) => Promise<T>): Promise<T> {
  try {
    return await pipeline(createReadStream(file), createGunzip(), chunks => read(linesIn(chunks)))
  } catch (error) {
    throw isUnreadable(error) ? damaged(file, error.message) : error
  }
}

export async function readHeader(file: string): Promise<ArchiveHeader> {
  return readLines(file, async lines => {
    let header: ArchiveHeader | undefined
    for await (const line of lines) header ??= ArchiveHeader.parse(JSON.parse(line))
    if (!header) throw damaged(file, 'it is empty')
    return header
  })
}

export const damaged = (file: string, why: string): Error =>
  new Error(`The backup ${file} is damaged (${why}). Nothing was restored; use another copy of it.`)

function isUnreadable(error: unknown): error is Error {
  if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

// A line may be as long as a whole sealed mail.
async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8')
      begun = []
      from = end + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8')
}
