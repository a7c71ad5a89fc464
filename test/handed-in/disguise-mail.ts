// Rewrites a raw email part by part with what is private replaced; boundaries, encodings and the order of parts stay.
import { decodeWords } from 'postal-mime'
import { type Disguise, disguiseText } from './disguise-text.ts'
import { decodeQuotedPrintable, encodeQuotedPrintable } from './quoted-printable.ts'

interface Header {
  name: string
  /** With its name, folded as written. */
  lines: string
}

export function disguiseMail(raw: Buffer, disguise: Disguise): Buffer {
  return Buffer.from(disguiseEntity(raw.toString('latin1'), disguise), 'latin1')
}

/** Bytes as latin1 characters, in and out. */
function disguiseEntity(entity: string, disguise: Disguise): string {
  const [head, gap, body] = splitHead(entity)
  const headers = splitHeaders(head)
  const type = valueOf(headers, 'content-type')
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  const inner = boundary ? disguiseParts(body, boundary[1] ?? boundary[2] ?? '', disguise) : null
  const isText = /^\s*(?:text\/|$)/i.test(type)
  const isMail = /^\s*message\/rfc822/i.test(type)
  const text = isText ? disguiseTextBody(body, headers, disguise) : null
  const written = headers.map(header => disguiseHeader(header, disguise, text?.isRecoded === true)).join('')
  const rest = inner ?? text?.body ?? (isMail ? disguiseEntity(body, disguise) : emptied(body, headers))
  return `${written}${gap}${rest}`
}

function splitHead(entity: string): [head: string, gap: string, body: string] {
  const gap = /\r?\n\r?\n/.exec(entity)
  if (!gap) return [entity, '', '']
  const lineEnd = gap[0].startsWith('\r') ? '\r\n' : '\n'
  return [entity.slice(0, gap.index) + lineEnd, gap[0].slice(lineEnd.length), entity.slice(gap.index + gap[0].length)]
}

const splitHeaders = (head: string): Header[] =>
  head
    .split(/(?<=\n)(?![ \t])/)
    .filter(lines => lines !== '')
    .map(lines => ({ name: lines.slice(0, Math.max(0, lines.indexOf(':'))).toLowerCase(), lines }))

const valueOf = (headers: Header[], name: string): string =>
  headers
    .find(header => header.name === name)
    ?.lines.slice(name.length + 1)
    .replace(/\r?\n/g, '')
    .trim() ?? ''

function disguiseParts(body: string, boundary: string, disguise: Disguise): string {
  const lines = body.split(/(?<=\n)/)
  const isSeparator = (line: string): boolean => line.startsWith(`--${boundary}`)
  const blocks: { line: string; text: string }[] = [{ line: '', text: '' }]
  for (const line of lines) {
    const last = blocks.at(-1)
    if (isSeparator(line)) blocks.push({ line, text: '' })
    else if (last) last.text += line
  }
  return blocks
    .map(({ line, text }, i) => {
      const isPart = i > 0 && !line.startsWith(`--${boundary}--`)
      return line + (isPart ? disguiseEntity(text, disguise) : disguiseText(text, disguise))
    })
    .join('')
}

const kept = new Set(['date', 'mime-version', 'content-transfer-encoding', 'list-unsubscribe-post', 'auto-submitted', 'precedence'])

function disguiseHeader({ name, lines }: Header, disguise: Disguise, isRecoded: boolean): string {
  if (kept.has(name)) return lines
  const end = /\r?\n$/.exec(lines)?.[0] ?? ''
  const text = lines.slice(0, lines.length - end.length)
  if (name === 'content-type' || name === 'content-disposition') return disguiseParameters(text, disguise, isRecoded) + end
  const utf8 = Buffer.from(text, 'latin1').toString('utf8')
  const value = utf8.slice(name.length + 1)
  const disguised = disguiseText(decodeWords(value), disguise)
  const isEncoded = /=\?[^?]+\?[bq]\?/i.test(value)
  const written = isEncoded ? encodeWords(disguised) : disguised
  return Buffer.from(`${utf8.slice(0, name.length + 1)}${written}`, 'utf8').toString('latin1') + end
}

/** The boundary stays, file names change, and a text that was written in another charset is UTF-8 now. */
function disguiseParameters(text: string, disguise: Disguise, isRecoded: boolean): string {
  const named = text.replace(/((?:file)?name\*?\d?\*?\s*=\s*)("[^"]*"|[^\s;]+)/gi, (_, start: string, name: string) => {
    const extension = /\.[a-z0-9]{1,5}"?$/i.exec(name)?.[0] ?? (name.startsWith('"') ? '"' : '')
    return `${start}${disguiseText(name.slice(0, name.length - extension.length), disguise)}${extension}`
  })
  return isRecoded ? named.replace(/charset\s*=\s*("[^"]*"|[^\s;]+)/i, 'charset=utf-8') : named
}

const encodeWords = (text: string): string =>
  text.replace(/[^\p{ASCII}]+(?:\s+[^\p{ASCII}]+)*/gu, found =>
    (found.match(/.{1,12}/gsu) ?? []).map(piece => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`).join(' '),
  )

function disguiseTextBody(body: string, headers: Header[], disguise: Disguise): { body: string; isRecoded: boolean } {
  const encoding = valueOf(headers, 'content-transfer-encoding').toLowerCase()
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(valueOf(headers, 'content-type'))?.[1] ?? 'utf-8'
  const bytes = Buffer.from(decodeBody(body, encoding), 'latin1')
  const text = disguiseText(decodeText(bytes, charset), disguise)
  const isRecoded = !/^utf-?8$/i.test(charset) && /[^\p{ASCII}]/u.test(text)
  return { body: encodeBody(Buffer.from(text, 'utf8'), encoding, body), isRecoded }
}

function decodeText(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1')
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body
}

function encodeBody(bytes: Buffer, encoding: string, before: string): string {
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n'
  if (encoding === 'base64') return `${(bytes.toString('base64').match(/.{1,76}/g) ?? []).join(lineEnd)}${lineEnd}`
  return encoding === 'quoted-printable' ? encodeQuotedPrintable(bytes, lineEnd) : bytes.toString('latin1')
}

/** What a file holds is private and nothing that is read: as long as before, and empty. */
const emptied = (body: string, headers: Header[]): string =>
  valueOf(headers, 'content-transfer-encoding').toLowerCase() === 'base64'
    ? body.replace(/[A-Za-z0-9+/]/g, 'A')
    : body.replace(/[^\s]/g, 'x')
