// Unpacks a WOFF font into the TrueType file that it was made of: what draws text outside a browser reads only that.
import { inflateSync } from 'node:zlib'

const headerBytes = 12
const entryBytes = 16

/** W3C WOFF 1.0, sections 3 and 4: the same tables, each deflated on its own. */
export function trueTypeOf(woff) {
  const count = woff.readUInt16BE(12)
  const power = Math.floor(Math.log2(count))
  const directory = Buffer.alloc(headerBytes + entryBytes * count)
  directory.writeUInt32BE(woff.readUInt32BE(4), 0)
  for (const [at, value] of [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].entries()) directory.writeUInt16BE(value, 4 + 2 * at)
  const parts = [directory]
  let offset = directory.length
  for (let at = 0; at < count; at++) {
    const from = 44 + 20 * at
    const table = tableAt(woff, from)
    const to = headerBytes + entryBytes * at
    woff.copy(directory, to, from, from + 4)
    for (const [word, value] of [woff.readUInt32BE(from + 16), offset, table.length].entries())
      directory.writeUInt32BE(value, to + 4 + 4 * word)
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
    parts.push(table, padding)
    offset += table.length + padding.length
  }
  return Buffer.concat(parts)
}

function tableAt(woff, from) {
  const [offset, packed, whole] = [4, 8, 12].map(at => woff.readUInt32BE(from + at))
  const bytes = woff.subarray(offset, offset + packed)
  return packed < whole ? inflateSync(bytes) : bytes
}
