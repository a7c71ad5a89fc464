// Detects a file's type from its first bytes, and checks it against the declared type.

/** The media type that a file's first bytes reveal; null when they reveal none. */
export function sniff(first: Buffer): string | null {
  const signature = signatures.find(({ at, bytes }) => first.subarray(at, at + bytes.length).equals(bytes))
  if (signature?.type === 'riff') return first.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : null
  if (signature) return signature.type
  const text = first.toString('latin1', 0, 1024).replace(/^(\xef\xbb\xbf)?\s+/, '')
  if (/^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/is.test(text)) return 'image/svg+xml'
  return /^(<!--.*?-->\s*)*<(!doctype html|html|head|body|script|iframe)[\s>]/is.test(text) ? 'text/html' : null
}

/** Whether a file with these first bytes may have the declared media type (lowercase, without parameters). */
export function matchesDeclaredType(declared: string, first: Buffer): boolean {
  const found = sniff(first)
  if (found === 'text/html' || found === 'image/svg+xml' || found === executableType) return false
  if (found === declared || (declared === 'application/octet-stream' && found !== null)) return true
  // Office documents are zip archives.
  if (found === 'application/zip') return declared.startsWith('application/') && !typesWithSignature.has(declared)
  if (found !== null) return false
  if (declared.startsWith('text/')) return !first.includes(0)
  return !typesWithSignature.has(declared)
}

const executableType = 'application/x-executable'

const toSignature = (type: string, start: string, at = 0) => ({ type, at, bytes: Buffer.from(start, 'latin1') })

const signatures = [
  toSignature('image/png', '\x89PNG\r\n\x1a\n'),
  toSignature('image/jpeg', '\xff\xd8\xff'),
  toSignature('image/gif', 'GIF87a'),
  toSignature('image/gif', 'GIF89a'),
  toSignature('riff', 'RIFF'),
  toSignature('application/pdf', '%PDF-'),
  toSignature('application/zip', 'PK\x03\x04'),
  toSignature('application/zip', 'PK\x05\x06'),
  toSignature('application/gzip', '\x1f\x8b'),
  toSignature(executableType, 'MZ\x90'),
  toSignature(executableType, '\x7fELF'),
  toSignature(executableType, '\xcf\xfa\xed\xfe'),
  toSignature(executableType, '\xca\xfe\xba\xbe'),
]

/** Files of these types always start with their signature. */
const typesWithSignature = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'application/gzip'])
