// Parses Content-Type and Content-Disposition headers (RFC 2045 §5.1) with RFC 2231 parameters.
import type { ExactRead } from './test.ts'

export function parseMedia(value: string, part: Extract<ExactRead, { kind: 'media' }>['part']): string[] {
  const [, type = '', subtype = ''] = /^\s*([^\s;/]*)\s*(?:\/\s*([^\s;]*))?/.exec(value) ?? []
  if (part === 'type') return [type]
  if (part === 'subtype') return [subtype]
  if (part === 'media_type') return [subtype === '' ? type : `${type}/${subtype}`]
  const parameters = parseParameters(value)
  const values = part.params.flatMap(name => parameters.get(name.toLowerCase()) ?? [])
  // Pigeonhole treats a header without any of the parameters as empty.
  return values.length > 0 ? values : ['']
}

interface Piece {
  order: number
  isEncoded: boolean
  text: string
}

function parseParameters(value: string): Map<string, string> {
  const pieces = new Map<string, Piece[]>()
  for (const match of value.matchAll(/;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g)) {
    const [, rawName = '', quoted, plain = ''] = match
    const [, name = '', order = '0', star] = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(rawName.toLowerCase()) ?? []
    const text = quoted === undefined ? plain : quoted.replace(/\\([^])/g, '$1')
    pieces.set(name, [...(pieces.get(name) ?? []), { order: Number(order), isEncoded: star !== undefined, text }])
  }
  return new Map(Array.from(pieces, ([name, segments]) => [name, joinPieces(segments.toSorted((a, b) => a.order - b.order))]))
}

function joinPieces(pieces: Piece[]): string {
  const [charset = ''] = pieces[0]?.isEncoded ? pieces[0].text.split("'", 1) : []
  return pieces
    .map(({ isEncoded, text }, i) => (isEncoded ? decode(i === 0 ? text.replace(/^[^']*'[^']*'/, '') : text, charset) : text))
    .join('')
}

function decode(text: string, charset: string): string {
  const octets = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (!/^utf-?8$/i.test(charset)) return octets
  try {
    return decodeURIComponent(text)
  } catch {
    return octets
  }
}
