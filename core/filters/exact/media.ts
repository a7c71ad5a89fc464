// The parts of a Content-Type or Content-Disposition (RFC 2045 §5.1), parameters as RFC 2231 writes them.
import type { ExactRead } from './test.ts'

export function mediaIn(value: string, part: Extract<ExactRead, { kind: 'media' }>['part']): string[] {
  const [, type = '', subtype = ''] = /^\s*([^\s;/]*)\s*(?:\/\s*([^\s;]*))?/.exec(value) ?? []
  if (part === 'type') return [type]
  if (part === 'subtype') return [subtype]
  if (part === 'media_type') return [subtype === '' ? type : `${type}/${subtype}`]
  const known = parametersOf(value)
  const found = part.params.flatMap(name => known.get(name.toLowerCase()) ?? [])
  // Pigeonhole reads a header without any of them as one that is empty.
  return found.length > 0 ? found : ['']
}

interface Piece {
  order: number
  isEncoded: boolean
  text: string
}

function parametersOf(value: string): Map<string, string> {
  const pieces = new Map<string, Piece[]>()
  for (const found of value.matchAll(/;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g)) {
    const [, written = '', quoted, plain = ''] = found
    const [, name = '', order = '0', star] = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(written.toLowerCase()) ?? []
    const text = quoted === undefined ? plain : quoted.replace(/\\([^])/g, '$1')
    pieces.set(name, [...(pieces.get(name) ?? []), { order: Number(order), isEncoded: star !== undefined, text }])
  }
  return new Map(Array.from(pieces, ([name, of]) => [name, joined(of.toSorted((a, b) => a.order - b.order))]))
}

function joined(pieces: Piece[]): string {
  const [charset = ''] = pieces[0]?.isEncoded ? pieces[0].text.split("'", 1) : []
  return pieces
    .map(({ isEncoded, text }, i) => (isEncoded ? decoded(i === 0 ? text.replace(/^[^']*'[^']*'/, '') : text, charset) : text))
    .join('')
}

function decoded(text: string, charset: string): string {
  const octets = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (!/^utf-?8$/i.test(charset)) return octets
  try {
    return decodeURIComponent(text)
  } catch {
    return octets
  }
}
