// Splits raw mail into parts, headers and contents for filters that look at the source.
import { decodeWords } from 'postal-mime'
import type { Header, MailPart, MailSource } from '../../../core/message/source.ts'
import { contentOf, textOfPart } from './contents.ts'

const deepest = 30
const mostParts = 200
const headBytes = 16 * 1024
/** Of one part no more than this is decoded; more would not be kept. */
const contentOctets = 256 * 1024

/** At most `mostBytes` of UTF-8, half of them for the body as it came; linear time, whatever comes. */
export function sourceOf(raw: Buffer, mostBytes: number): { source: MailSource; wasCut: boolean } {
  // One letter an octet, so that places in the text are places in the mail.
  const mail = raw.toString('latin1')
  const parts: MailPart[] = []
  const room = { left: mostBytes }
  const body = fit(utf8(mail.slice(bodyStart(mail), bodyStart(mail) + contentOctets)), room, Math.floor(mostBytes / 2))
  const wasCut = [body.wasCut]
  for (const entity of entitiesOf(mail)) {
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

function fit(text: string, room: { left: number }, mostBytes: number): { text: string; wasCut: boolean } {
  const bytes = Buffer.byteLength(text)
  const kept = bytes <= mostBytes ? text : new TextDecoder().decode(Buffer.from(text).subarray(0, Math.max(mostBytes, 0)), { stream: true })
  room.left -= Buffer.byteLength(kept)
  return { text: kept, wasCut: kept !== text }
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8').replaceAll('\0', '')

/** Depth first, as they stand in the mail. */
function entitiesOf(mail: string): MailPart[] {
  const found: MailPart[] = []
  // Slices share their letters, and a search in one ends where it ends.
  const walk = (entity: string, usualType: string, depth: number): void => {
    if (found.length >= mostParts || depth > deepest) return
    const bodyAt = bodyStart(entity)
    const headers = headersIn(entity.slice(0, Math.min(bodyAt, headBytes)))
    const type = typeOf(headers, usualType)
    const body = entity.slice(bodyAt)
    const boundary = type.startsWith('multipart/') ? parameter(headers, 'boundary') : null
    if (boundary !== null) {
      const inner = sectionsOf(body, boundary)
      found.push({
        type,
        headers,
        contents: [inner.before, inner.after].flatMap((around, i) => (i === 0 || around !== '' ? [utf8(around)] : [])),
        text: null,
      })
      for (const section of inner.sections) walk(section, type === 'multipart/digest' ? 'message/rfc822' : 'text/plain', depth + 1)
    } else if (type === 'message/rfc822') {
      found.push({ type, headers, contents: [utf8(headOf(body))], text: null })
      walk(body, 'text/plain', depth + 1)
    } else {
      const content = contentOf(
        body.slice(0, contentOctets),
        valueOf(headers, 'content-transfer-encoding'),
        type,
        parameter(headers, 'charset'),
      )
      found.push({ type, headers, contents: [content], text: textOfPart(type, content) })
    }
  }
  walk(mail, 'text/plain', 0)
  return found
}

/** Past the empty line that ends the header (RFC 5322 §2.1). */
function bodyStart(entity: string): number {
  const first = /^\r?\n/.exec(entity)
  if (first) return first[0].length
  const empty = /\n\r?\n/.exec(entity)
  return empty ? empty.index + empty[0].length : entity.length
}

const headOf = (entity: string): string => entity.slice(0, bodyStart(entity)).replace(/\r?\n$/, '')

function headersIn(head: string): Header[] {
  const lines = head.replace(/\r?\n([ \t])/g, '$1').split(/\r?\n/)
  return lines.flatMap(line => {
    const colon = line.indexOf(':')
    if (colon <= 0) return []
    const raw = utf8(line.slice(colon + 1).trim())
    const value = decoded(raw)
    return [{ name: line.slice(0, colon).trim(), value, ...(value === raw ? {} : { raw }) }]
  })
}

function decoded(text: string): string {
  try {
    return decodeWords(text)
  } catch {
    return text
  }
}

const valueOf = (headers: Header[], name: string): string =>
  headers
    .find(header => header.name.toLowerCase() === name)
    ?.value.trim()
    .toLowerCase() ?? ''

/** Empty where what the mail writes is no type. */
function typeOf(headers: Header[], usual: string): string {
  const written = valueOf(headers, 'content-type')
  if (written === '') return usual
  return /^([^\s;/]+)\s*\/\s*([^\s;/]+)\s*(?:;|$)/.exec(written)?.slice(1, 3).join('/') ?? ''
}

function parameter(headers: Header[], name: string): string | null {
  const written = headers.find(header => header.name.toLowerCase() === 'content-type')?.value ?? ''
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(written)
  return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2] ?? null
}

/** The parts between the boundaries, and what stands before and after them (RFC 2046 §5.1). */
function sectionsOf(body: string, boundary: string): { sections: string[]; before: string; after: string } {
  const sections: string[] = []
  const line = `--${boundary}`
  let before: string | null = null
  let from = 0
  let isEnded = false
  for (let at = body.indexOf(line); at >= 0 && !isEnded && sections.length < mostParts; at = body.indexOf(line, at + line.length)) {
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
