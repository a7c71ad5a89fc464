// Detects a file's media type from its first bytes, or else from its name or its header.

const signatures: [type: string, hex: string, at?: number][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['application/pdf', '255044462d'],
  ['audio/ogg', '4f676753'],
  ['audio/mpeg', '494433'],
  ['audio/amr', '2321414d52'],
  ['application/gzip', '1f8b'],
]
const office = 'application/vnd.openxmlformats-officedocument'
const byEnding = new Map<string, string>(
  Object.entries({
    ...{ pdf: 'application/pdf', txt: 'text/plain', csv: 'text/csv', ics: 'text/calendar', eml: 'message/rfc822', zip: 'application/zip' },
    ...{ doc: 'application/msword', xls: 'application/vnd.ms-excel', ppt: 'application/vnd.ms-powerpoint', rtf: 'application/rtf' },
    ...{
      docx: `${office}.wordprocessingml.document`,
      xlsx: `${office}.spreadsheetml.sheet`,
      pptx: `${office}.presentationml.presentation`,
    },
    ...{ heic: 'image/heic', webp: 'image/webp', svg: 'image/svg+xml', mp3: 'audio/mpeg', m4a: 'audio/mp4', aac: 'audio/aac' },
    ...{ mp4: 'video/mp4', '3gp': 'video/3gpp', mov: 'video/quicktime', html: 'text/html', htm: 'text/html' },
  }),
)
/** WhatsApp inspects these: such a file has its signature, or it is something else. */
const verifiedTypes = new Set(['image/png', 'image/jpeg', 'application/pdf', 'audio/ogg', 'video/mp4', 'video/3gpp'])

export function detectMediaType(name: string, declared: string, bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const begun = signatures.find(([, mark]) => hex.startsWith(mark))?.[0] ?? readBrand(bytes)
  if (begun) return begun
  const declaredType = /^[\w.+-]+\/[\w.+-]+$/.test(declared) ? declared : 'application/octet-stream'
  // Only the size was fetched.
  if (bytes.byteLength < 40) return declaredType
  const ending = name.toLowerCase().split('.').at(-1) ?? ''
  const type = declaredType === 'application/octet-stream' ? (byEnding.get(ending) ?? declaredType) : declaredType
  return verifiedTypes.has(type) ? 'application/octet-stream' : type
}

/** MPEG-4 video and audio declare their brand (ISO 14496-12 §4.3). */
function readBrand(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.subarray(4, 12)).toString('latin1')
  if (!text.startsWith('ftyp')) return null
  const brand = text.slice(4)
  if (/^(?:M4A|M4B)/.test(brand)) return 'audio/mp4'
  if (/^(?:heic|heix|mif1|msf1|hevc)/.test(brand)) return 'image/heic'
  if (brand === 'avif') return 'image/avif'
  if (brand.startsWith('qt')) return 'video/quicktime'
  return brand.startsWith('3g') ? 'video/3gpp' : 'video/mp4'
}
