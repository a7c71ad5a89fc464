// Splits raw email into parts, headers and contents for filters that inspect the source.
import { decodeWords } from 'postal-mime'
import type { MailPart, MailSource, MessageHeader } from '../../../core/message/source.ts'
import { decodeContent, readPartText } from './contents.ts'

const maxDepth = 30
const maxParts = 200
const maxHeaderBytes = 16 * 1024
/** How much of one part is decoded; more would not be stored. */
const maxContentOctets = 256 * 1024

/** At most `maxBytes` of UTF-8, half of them for the raw body; linear time for any input. */
export function readSource(raw: Buffer, maxBytes: number): { source: MailSource; wasCut: boolean } {
  // One character per octet, so that text offsets are byte offsets.
  const mail = raw.toString('latin1')
  const parts: MailPart[] = []
  const room = { left: maxBytes }
  const body = fit(utf8(mail.slice(bodyStart(mail), bodyStart(mail) + maxContentOctets)), room, Math.floor(maxBytes / 2))
  const wasCut = [body.wasCut]
  for (const entity of listEntities(mail)) {
    const contents = entity.contents.map(content => fit(content, room, room.left))
    const isShown = entity.text === null || entity.text === entity.contents[0]
    const text = isShown ? contents[0] : fit(entity.text ?? '', room, room.left)
    wasCut.push(...contents.map(content => content.wasCut), text?.wasCut ?? false)
    parts.push({
      type: entity.type,
      headers: parts.length === 0 ? [] : entity.headers,
      contents: contents.map(content => content.text),
      text: entity.text === null ? null : (text?.text ?? ''),
    })
  }
  return { source: { parts, body: body.text }, wasCut: wasCut.includes(true) }
}

function fit(text: string, room: { left: number }, maxBytes: number): { text: string; wasCut: boolean } {
  const bytes = Buffer.byteLength(text)
  const kept = bytes <= maxBytes ? text : new TextDecoder().decode(Buffer.from(text).subarray(0, Math.max(maxBytes, 0)), { stream: true })
  room.left -= Buffer.byteLength(kept)
  return { text: kept, wasCut: kept !== text }
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8').replaceAll('\0', '')

/** Depth first, in the order of the email. */
function listEntities(mail: string): MailPart[] {
  const found: MailPart[] = []
  // Slices share memory, and a search in one ends at its end.
  const walk = (entity: string, usualType: string, depth: number): void => {
    if (found.length >= maxParts || depth > maxDepth) return
    const bodyAt = bodyStart(entity)
    const headers = parseHeaders(entity.slice(0, Math.min(bodyAt, maxHeaderBytes)))
    const type = readMediaType(headers, usualType)
    const body = entity.slice(bodyAt)
    const boundary = type.startsWith('multipart/') ? parameter(headers, 'boundary') : null
    if (boundary !== null) {
      const inner = splitSections(body, boundary)
      found.push({
        type,
        headers,
        contents: [inner.before, inner.after].flatMap((around, i) => (i === 0 || around !== '' ? [utf8(around)] : [])),
        text: null,
      })
      for (const section of inner.sections) walk(section, type === 'multipart/digest' ? 'message/rfc822' : 'text/plain', depth + 1)
    } else if (type === 'message/rfc822') {
      found.push({ type, headers, contents: [utf8(readHead(body))], text: null })
      walk(body, 'text/plain', depth + 1)
    } else {
      const content = decodeContent(
        body.slice(0, maxContentOctets),
        findHeader(headers, 'content-transfer-encoding'),
        type,
        parameter(headers, 'charset'),
      )
      found.push({ type, headers, contents: [content], text: readPartText(type, content) })
    }
  }
  walk(mail, 'text/plain', 0)
  return found
}

/** The index after the empty line that ends the header (RFC 5322 §2.1). */
function bodyStart(entity: string): number {
  const first = /^\r?\n/.exec(entity)
  if (first) return first[0].length
  const empty = /\n\r?\n/.exec(entity)
  return empty ? empty.index + empty[0].length : entity.length
}

const readHead = (entity: string): string => entity.slice(0, bodyStart(entity)).replace(/\r?\n$/, '')

function parseHeaders(head: string): MessageHeader[] {
  const lines = head.replace(/\r?\n([ \t])/g, '$1').split(/\r?\n/)
  return lines.flatMap(line => {
    const colon = line.indexOf(':')
    if (colon <= 0) return []
    const raw = utf8(line.slice(colon + 1).trim())
    const value = decodeUtf8(raw)
    return [{ name: line.slice(0, colon).trim(), value, ...(value === raw ? {} : { raw }) }]
  })
}

function decodeUtf8(text: string): string {
  try {
    return decodeWords(text)
  } catch {
    return text
  }
}

const findHeader = (headers: MessageHeader[], name: string): string =>
  headers
    .find(header => header.name.toLowerCase() === name)
    ?.value.trim()
    .toLowerCase() ?? ''

/** Empty when the header value is not a media type. */
function readMediaType(headers: MessageHeader[], usual: string): string {
  const written = findHeader(headers, 'content-type')
  if (written === '') return usual
  return /^([^\s;/]+)\s*\/\s*([^\s;/]+)\s*(?:;|$)/.exec(written)?.slice(1, 3).join('/') ?? ''
}

function parameter(headers: MessageHeader[], name: string): string | null {
  const written = headers.find(header => header.name.toLowerCase() === 'content-type')?.value ?? ''
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(written)
  return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2] ?? null
}

/** The parts between the boundaries, and the text before and after them (RFC 2046 §5.1). */
function splitSections(body: string, boundary: string): { sections: string[]; before: string; after: string } {
  const sections: string[] = []
  const line = `--${boundary}`
  let before: string | null = null
  let from = 0
  let isEnded = false
  for (let at = body.indexOf(line); at >= 0 && !isEnded && sections.length < maxParts; at = body.indexOf(line, at + line.length)) {
    if (at > 0 && body[at - 1] !== '\n') continue
    const section = body.slice(from, Math.max(from, at - (body[at - 2] === '\r' ? 2 : 1)))
    if (before === null) before = section
    else sections.push(section)
    isEnded = body.startsWith('--', at + line.length)
    const end = body.indexOf('\n', at)
    from = end < 0 ? body.length : end + 1
  }
  const rest = body.slice(from)
  if (before === null) return { sections, before: rest, after: '' }
  if (!isEnded) sections.push(rest)
  return { sections, before, after: isEnded ? rest : '' }
}
