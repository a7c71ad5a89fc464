// Writes a ZIP archive as a stream, sizes after the data (APPNOTE 4.3.9).
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  /** With slashes between folders. */
  name: string
  bytes: AsyncIterable<Uint8Array>
}

interface Written {
  name: Buffer
  crc: number
  packed: number
  size: number
  at: number
}

/** Without the extension for 64 bits, an archive and what is in it end here. */
export const mostZipBytes = 0xffff_0000
/** One more would say that its number stands elsewhere (APPNOTE 4.4.1.4). */
export const mostZipFiles = 0xfffe
export class ZipTooLarge extends Error {
  readonly why: 'too_large' | 'too_many'

  constructor(why: 'too_large' | 'too_many') {
    super(why === 'too_large' ? 'The archive is too large.' : 'The archive has too many files.')
    this.why = why
  }
}

const deflated = 8
/** What follows the file says its sizes (bit 3); names are UTF-8 (bit 11). */
const flags = 0x0808
const version = 20
/** 1 January 1980: when things were is told inside the files. */
const dosDate = 0x0021

/** Throws ZipTooLarge past `most` bytes or `mostFiles`. */
export async function* zip(entries: AsyncIterable<ZipEntry>, most = mostZipBytes, mostFiles = mostZipFiles): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let at = 0
  const count = (bytes: Buffer): Buffer => {
    at += bytes.length
    if (at > most) throw new ZipTooLarge('too_large')
    return bytes
  }
  for await (const { name, bytes } of entries) {
    if (written.length >= mostFiles) throw new ZipTooLarge('too_many')
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at }
    yield count(Buffer.concat([localHead(entry), entry.name]))
    for await (const packed of deflate(entry, bytes)) {
      entry.packed += packed.length
      yield count(packed)
    }
    if (entry.size > mostZipBytes) throw new ZipTooLarge('too_large')
    yield count(sizesOf(entry))
    written.push(entry)
  }
  const begins = at
  for (const entry of written) yield count(Buffer.concat([centralHead(entry), entry.name]))
  yield count(theEnd(written.length, at - begins, begins))
}

/** Notes size and sum of what goes in, and gives what comes out. */
async function* deflate(entry: Written, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw()
  const measured = async function* () {
    for await (const some of bytes) {
      entry.crc = crc32(some, entry.crc)
      entry.size += some.length
      yield some
    }
  }
  const done = pipeline(Readable.from(measured(), { objectMode: false }), packer)
  // What goes wrong in between is thrown by the loop.
  done.catch(() => undefined)
  for await (const packed of packer) yield Buffer.from(packed)
  await done
}

const localHead = ({ name }: Written): Buffer => fields([4, 0x04034b50], [2, version], ...common(0, 0, 0), [2, name.length], [2, 0])

const sizesOf = ({ crc, packed, size }: Written): Buffer => fields([4, 0x08074b50], [4, crc], [4, packed], [4, size])

const centralHead = ({ name, crc, packed, size, at }: Written): Buffer =>
  fields(
    [4, 0x02014b50],
    [2, version],
    [2, version],
    ...common(crc, packed, size),
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, at],
  )

const theEnd = (count: number, size: number, begins: number): Buffer =>
  fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, begins], [2, 0])

type Field = [bytes: number, value: number]

const common = (crc: number, packed: number, size: number): Field[] => [
  [2, flags],
  [2, deflated],
  [2, 0],
  [2, dosDate],
  [4, crc],
  [4, packed],
  [4, size],
]

/** Little-endian, as all of the format is. */
function fields(...all: Field[]): Buffer {
  const buffer = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of all) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
