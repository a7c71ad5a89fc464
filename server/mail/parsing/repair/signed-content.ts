// Reads what an opaque S/MIME signature holds (RFC 8551 §3.5.2), and tells it from encrypted mail.

const signedData = Buffer.from('06092a864886f70d010702', 'hex')
const plainData = Buffer.from('06092a864886f70d010701', 'hex')
const maxDepth = 8

/** The signed entity; null where the CMS is not signed data, or is damaged. The signature is not checked. */
export function readSignedContent(cms: Buffer): Buffer | null {
  if (cms.subarray(0, 64).indexOf(signedData) < 0) return null
  const at = cms.indexOf(plainData)
  if (at < 0) return null
  const explicit = readValue(cms, at + plainData.length)
  const octets = explicit?.tag === 0xa0 ? readValue(cms, explicit.from) : null
  return octets && readOctets(cms, octets, 0)
}

interface Value {
  tag: number
  from: number
  /** Null where the length is not stated: it ends with two zeros (X.690 §8.1.3.6). */
  to: number | null
}

function readValue(bytes: Buffer, at: number): Value | null {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined) return null
  if (first === 0x80) return { tag, from: at + 2, to: null }
  if (first < 0x80) return { tag, from: at + 2, to: at + 2 + first }
  const count = first - 0x80
  if (count > 4 || at + 2 + count > bytes.length) return null
  const from = at + 2 + count
  const to = from + bytes.readUIntBE(at + 2, count)
  return { tag, from, to: Math.min(to, bytes.length) }
}

/** An octet string may come in pieces. */
function readOctets(bytes: Buffer, value: Value, depth: number): Buffer | null {
  if (value.tag === 0x04 && value.to !== null) return bytes.subarray(value.from, value.to)
  if (value.tag !== 0x24 || depth > maxDepth) return null
  const pieces: Buffer[] = []
  let at = value.from
  while (at < (value.to ?? bytes.length) && bytes[at] !== 0) {
    const piece = readValue(bytes, at)
    const octets = piece && readOctets(bytes, piece, depth + 1)
    if (!piece || !octets || piece.to === null) return null
    pieces.push(octets)
    at = piece.to
  }
  return Buffer.concat(pieces)
}
