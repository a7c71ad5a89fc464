// Tests the ZIP archive: files of every size can be read back, and archives beyond the limit fail.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readZip } from '../../../test/read-zip.ts'
import { maxZipBytes, type ZipEntry, ZipTooLargeError, zip } from './zip.ts'

const given = new Map([
  ['README.txt', Buffer.from('Hello.')],
  ['empty.jsonl', Buffer.alloc(0)],
  ['Ordner/Größe 📦.bin', randomBytes(300_000)],
])

async function* entries(): AsyncGenerator<ZipEntry> {
  for (const [name, bytes] of given) yield { name, bytes: Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]) }
}

test('files come out of the archive as they went in, under their names', async () => {
  expect(readZip(Buffer.concat(await Array.fromAsync(zip(entries()))))).toEqual(given)
})

test('an archive that is too large or has too many files fails, and so does one whose source fails', async () => {
  await expect(Array.fromAsync(zip(entries(), 1000))).rejects.toMatchObject(new ZipTooLargeError('too_large'))
  await expect(Array.fromAsync(zip(entries(), maxZipBytes, 2))).rejects.toMatchObject(new ZipTooLargeError('too_many'))
  const broken = async function* (): AsyncGenerator<ZipEntry> {
    yield { name: 'broken', bytes: Readable.from(failing()) }
  }
  await expect(Array.fromAsync(zip(broken()))).rejects.toThrow('gone')
})

async function* failing() {
  yield Buffer.from('some')
  throw new Error('gone')
}
