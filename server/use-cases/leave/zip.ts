// Streams a ZIP archive, with sizes after the data (APPNOTE 4.3.9).
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  /** Folders are separated by slashes. */
  name: string
  bytes: AsyncIterable<Uint8Array>
}

interface WrittenEntry {
  name: Buffer
  crc: number
  compressed: number
  size: number
  offset: number
}

/** The limit for archives and their files without the ZIP64 extension. */
export const maxZipBytes = 0xffff_0000
/** A count of 0xffff means that the real count is in the ZIP64 record (APPNOTE 4.4.1.4). */
export const maxZipFiles = 0xfffe
export class ZipTooLargeError extends Error {
  readonly why: 'too_large' | 'too_many'

  constructor(why: 'too_large' | 'too_many') {
    super(why === 'too_large' ? 'The archive is too large.' : 'The archive has too many files.')
    this.why = why
  }
}

const deflated = 8
/** Sizes are in a data descriptor after the file (bit 3); names are UTF-8 (bit 11). */
const flags = 0x0808
const version = 20
/** 1 January 1980: the files themselves carry their dates. */
const dosDate = 0x0021

/** Throws ZipTooLargeError above `maxBytes` or `maxFiles`. */
export async function* zip(entries: AsyncIterable<ZipEntry>, maxBytes = maxZipBytes, maxFiles = maxZipFiles): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let offset = 0
  const count = (bytes: Buffer): Buffer => {
    offset += bytes.length
    if (offset > maxBytes) throw new ZipTooLargeError('too_large')
    return bytes
  }
  for await (const { name, bytes } of entries) {
    if (written.length >= maxFiles) throw new ZipTooLargeError('too_many')
    const entry: WrittenEntry = { name: Buffer.from(name), crc: 0, compressed: 0, size: 0, offset }
    yield count(Buffer.concat([localHeader(entry), entry.name]))
    for await (const compressed of deflate(entry, bytes)) {
      entry.compressed += compressed.length
      yield count(compressed)
    }
    if (entry.size > maxZipBytes) throw new ZipTooLargeError('too_large')
    yield count(dataDescriptor(entry))
    written.push(entry)
  }
  const directoryOffset = offset
  for (const entry of written) yield count(Buffer.concat([centralHeader(entry), entry.name]))
  yield count(endRecord(written.length, offset - directoryOffset, directoryOffset))
}

/** Compresses the bytes, and records their size and checksum in `entry`. */
async function* deflate(entry: WrittenEntry, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const compressor = createDeflateRaw()
  const measured = async function* () {
    for await (const chunk of bytes) {
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      yield chunk
    }
  }
  const done = pipeline(Readable.from(measured(), { objectMode: false }), compressor)
  // The loop below throws the error.
  done.catch(() => undefined)
  for await (const compressed of compressor) yield Buffer.from(compressed)
  await done
}

const localHeader = ({ name }: WrittenEntry): Buffer => fields([4, 0x04034b50], [2, version], ...common(0, 0, 0), [2, name.length], [2, 0])

const dataDescriptor = ({ crc, compressed, size }: WrittenEntry): Buffer => fields([4, 0x08074b50], [4, crc], [4, compressed], [4, size])

const centralHeader = ({ name, crc, compressed, size, offset }: WrittenEntry): Buffer =>
  fields(
    [4, 0x02014b50],
    [2, version],
    [2, version],
    ...common(crc, compressed, size),
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  )

const endRecord = (count: number, size: number, directoryOffset: number): Buffer =>
  fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, directoryOffset], [2, 0])

type Field = [bytes: number, value: number]

const common = (crc: number, compressed: number, size: number): Field[] => [
  [2, flags],
  [2, deflated],
  [2, 0],
  [2, dosDate],
  [4, crc],
  [4, compressed],
  [4, size],
]

/** Little-endian, like the entire format. */
function fields(...all: Field[]): Buffer {
  const buffer = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0))
  let offset = 0
  for (const [bytes, value] of all) offset = buffer.writeUIntLE(value, offset, bytes)
  return buffer
}
