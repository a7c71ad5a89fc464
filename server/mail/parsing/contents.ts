// Decodes the content of one MIME part.

/** `body` holds one octet per character. Text is decoded by its charset, anything else as UTF-8. */
export function decodeContent(body: string, encoding: string, type: string, charset: string | null): string {
  const octets = decodeOctets(body, encoding)
  const isText = type === '' || type.startsWith('text/')
  return decodeCharset(octets, isText ? (charset ?? 'utf-8') : 'utf-8').replaceAll('\0', '')
}

/** The visible text of a text part; null for other types. */
export function readPartText(type: string, content: string): string | null {
  if (!type.startsWith('text/')) return null
  return type === 'text/html' ? withoutTags(content) : content
}

function decodeOctets(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const plain = body
    .split('\n')
    .map(withoutTrailing)
    .join('\n')
    .replace(/=\r?\n/g, '')
  return Buffer.from(
    plain.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** Trailing space on a line is not part of the text (RFC 2045 §6.7, rule 3). */
function withoutTrailing(line: string): string {
  const ending = line.endsWith('\r') ? '\r' : ''
  let end = line.length - ending.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1
  return line.slice(0, end) + ending
}

function decodeCharset(octets: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(octets)
  } catch {
    return octets.toString('utf8')
  }
}

const entities = new Map<string, string>(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }))

/** Linear: an unclosed tag or comment swallows the rest. */
function withoutTags(html: string): string {
  let text = ''
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    text += html.slice(at, tag < 0 ? html.length : tag)
    if (tag < 0) break
    at = afterTag(html, tag)
  }
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, decodeEntity)
}

function afterTag(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return endOf(html.indexOf('-->', at + 4), 3, html)
  const end = endOf(html.indexOf('>', at), 1, html)
  const hidden = /^<(script|style)\b/i.exec(html.slice(at, at + 8))?.[1]?.toLowerCase()
  if (hidden === undefined) return end
  const closing = (hidden === 'script' ? /<\/script/i : /<\/style/i).exec(html.slice(end))
  return closing ? endOf(html.indexOf('>', end + closing.index), 1, html) : html.length
}

const endOf = (found: number, length: number, html: string): number => (found < 0 ? html.length : found + length)

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities.get(name.toLowerCase()) ?? entity
  const point = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity
}
