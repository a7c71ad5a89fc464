// Reads a ZIP archive by its central directory, as other programs do, to check that it agrees with the local headers.
import { crc32, inflateRawSync } from 'node:zlib'

/** The files by their names; throws where a sum or a size is wrong. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('This is no archive.')
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`No file is described at ${at}.`)
    const [crc, packed, size] = [16, 20, 24].map(offset => bytes.readUInt32LE(at + offset))
    const [nameBytes = 0, extra = 0, comment = 0] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset))
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes)
    const local = bytes.readUInt32LE(at + 42)
    const begins = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = inflateRawSync(bytes.subarray(begins, begins + (packed ?? 0)))
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is not as it is said to be.`)
    files.set(name, content)
    at += 46 + nameBytes + extra + comment
  }
  return files
}
