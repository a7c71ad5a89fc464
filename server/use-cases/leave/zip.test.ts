// The archive: files of every size come back as they were, and one that grows past its limit is refused.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readZip } from '../../../test/read-zip.ts'
import { mostZipBytes, type ZipEntry, ZipTooLarge, zip } from './zip.ts'

const given = new Map([
  ['README.txt', Buffer.from('Hello.')],
  ['empty.jsonl', Buffer.alloc(0)],
  ['Ordner/Größe 📦.bin', randomBytes(300_000)],
])

async function* entries(): AsyncGenerator<ZipEntry> {
  for (const [name, bytes] of given) yield { name, bytes: Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]) }
}

test('what goes in comes out, under its name', async () => {
  expect(readZip(Buffer.concat(await Array.fromAsync(zip(entries()))))).toEqual(given)
})

test('an archive that becomes too large or has too many files is given up, and what breaks while it is read breaks it', async () => {
  await expect(Array.fromAsync(zip(entries(), 1000))).rejects.toMatchObject(new ZipTooLarge('too_large'))
  await expect(Array.fromAsync(zip(entries(), mostZipBytes, 2))).rejects.toMatchObject(new ZipTooLarge('too_many'))
  const broken = async function* (): AsyncGenerator<ZipEntry> {
    yield { name: 'broken', bytes: Readable.from(failing()) }
  }
  await expect(Array.fromAsync(zip(broken()))).rejects.toThrow('gone')
})

async function* failing() {
  yield Buffer.from('some')
  throw new Error('gone')
}
