// Converts a WOFF font to the TrueType file inside it, since text rendering outside a browser reads only TrueType.
import { inflateSync } from 'node:zlib'

const headerBytes = 12
const entryBytes = 16

/** W3C WOFF 1.0, sections 3 and 4: the same tables, each compressed separately. */
export function trueTypeOf(woff) {
  const count = woff.readUInt16BE(12)
  const power = Math.floor(Math.log2(count))
  const directory = Buffer.alloc(headerBytes + entryBytes * count)
  directory.writeUInt32BE(woff.readUInt32BE(4), 0)
  for (const [index, value] of [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].entries())
    directory.writeUInt16BE(value, 4 + 2 * index)
  const parts = [directory]
  let offset = directory.length
  for (let index = 0; index < count; index++) {
    const from = 44 + 20 * index
    const table = tableAt(woff, from)
    const to = headerBytes + entryBytes * index
    woff.copy(directory, to, from, from + 4)
    for (const [wordIndex, value] of [woff.readUInt32BE(from + 16), offset, table.length].entries())
      directory.writeUInt32BE(value, to + 4 + 4 * wordIndex)
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, padding)
    offset += table.length + padding.length
  }
  return Buffer.concat(parts)
}

function tableAt(woff, from) {
  const [offset, compressedBytes, originalBytes] = [4, 8, 12].map(index => woff.readUInt32BE(from + index))
  const bytes = woff.subarray(offset, offset + compressedBytes)
  return compressedBytes < originalBytes ? inflateSync(bytes) : bytes
}
