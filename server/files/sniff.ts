// Detects a file's type from its first bytes, and whether that fits its declared type.

/** The media type that the first bytes of a file give away; null where they give none away. */
export function sniff(first: Buffer): string | null {
  const known = marks.find(({ at, bytes }) => first.subarray(at, at + bytes.length).equals(bytes))
  if (known?.type === 'riff') return first.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : null
  if (known) return known.type
  const text = first.toString('latin1', 0, 1024).replace(/^(\xef\xbb\xbf)?\s+/, '')
  if (/^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/is.test(text)) return 'image/svg+xml'
  return /^(<!--.*?-->\s*)*<(!doctype html|html|head|body|script|iframe)[\s>]/is.test(text) ? 'text/html' : null
}

/** Whether bytes that begin so may go by the media type they are declared to be (without parameters, in lower case). */
export function fits(declared: string, first: Buffer): boolean {
  const found = sniff(first)
  if (found === 'text/html' || found === 'image/svg+xml' || found === programs) return false
  if (found === declared || (declared === 'application/octet-stream' && found !== null)) return true
  // Office documents are archives in the zip format.
  if (found === 'application/zip') return declared.startsWith('application/') && !ownMarks.has(declared)
  if (found !== null) return false
  if (declared.startsWith('text/')) return !first.includes(0)
  return !ownMarks.has(declared)
}

const programs = 'application/x-executable'

const mark = (type: string, begins: string, at = 0) => ({ type, at, bytes: Buffer.from(begins, 'latin1') })

const marks = [
  mark('image/png', '\x89PNG\r\n\x1a\n'),
  mark('image/jpeg', '\xff\xd8\xff'),
  mark('image/gif', 'GIF87a'),
  mark('image/gif', 'GIF89a'),
  mark('riff', 'RIFF'),
  mark('application/pdf', '%PDF-'),
  mark('application/zip', 'PK\x03\x04'),
  mark('application/zip', 'PK\x05\x06'),
  mark('application/gzip', '\x1f\x8b'),
  mark(programs, 'MZ\x90'),
  mark(programs, '\x7fELF'),
  mark(programs, '\xcf\xfa\xed\xfe'),
  mark(programs, '\xca\xfe\xba\xbe'),
]

/** Files of these types begin with their mark; without it they are something else. */
const ownMarks = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'application/gzip'])
