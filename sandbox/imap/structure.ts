// Parses the parts of a raw email, and formats them for IMAP: BODYSTRUCTURE and ENVELOPE (RFC 3501 §7.4.2).
import { quoteString } from './words.ts'

export interface Part {
  /** The header with its empty line. */
  head: Buffer
  body: Buffer
  type: string
  subtype: string
  parameters: [string, string][]
  header(name: string): string | null
  parts: Part[]
}

export function parsePart(raw: Buffer, depth = 0): Part {
  const headerEnd = raw.indexOf('\r\n\r\n')
  const head = headerEnd < 0 ? raw : raw.subarray(0, headerEnd + 4)
  const body = headerEnd < 0 ? raw.subarray(raw.length) : raw.subarray(headerEnd + 4)
  const lines = head
    .toString('latin1')
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const header = (name: string) => {
    const line = lines.find(line => line.toLowerCase().startsWith(`${name}:`))
    return line === undefined ? null : line.slice(name.length + 1).trim()
  }
  const typeMatch = /^\s*([\w.+-]+)\/([\w.+-]+)/.exec(header('content-type') ?? 'text/plain')
  const [type, subtype] = [typeMatch?.[1]?.toLowerCase() ?? 'text', typeMatch?.[2]?.toLowerCase() ?? 'plain']
  const parameters = [...(header('content-type') ?? '').matchAll(/;\s*([\w*-]+)=(?:"([^"]*)"|([^;\s]*))/g)].map(
    ([, name = '', inQuotes, bare]): [string, string] => [name.toLowerCase(), inQuotes ?? bare ?? ''],
  )
  const boundary = type === 'multipart' ? parameters.find(([name]) => name === 'boundary')?.[1] : undefined
  const parts = boundary && depth < 20 ? split(body, boundary).map(line => parsePart(line, depth + 1)) : []
  return { head, body, type, subtype, parameters, header, parts }
}

/** The part at a path such as `1.2`; a message with a single part is its own part 1. */
export function findPart(part: Part, path: number[]): Part | null {
  const [first, ...rest] = path
  if (first === undefined) return part
  const next = part.parts.length > 0 ? part.parts[first - 1] : first === 1 ? part : undefined
  return next ? findPart(next, rest) : null
}

export function bodyStructure(part: Part): string {
  if (part.parts.length > 0)
    return `(${part.parts.map(bodyStructure).join('')} ${quoteString(part.subtype)} ${formatParameters(part.parameters)} NIL NIL NIL)`
  const encoding = part.header('content-transfer-encoding') ?? '7bit'
  const lines = part.type === 'text' ? ` ${part.body.toString('latin1').split('\n').length - 1}` : ''
  return `(${quoteString(part.type)} ${quoteString(part.subtype)} ${formatParameters(part.parameters)} ${nstring(part.header('content-id'))} NIL ${quoteString(encoding)} ${part.body.length}${lines} NIL ${formatDisposition(part)} NIL NIL)`
}

export function envelope(part: Part): string {
  const addresses = (name: string) => {
    const found = [...(part.header(name) ?? '').matchAll(/(?:"?([^"<,]*)"?\s*)?<?([^\s<>,@]+)@([^\s<>,]+)>?/g)]
    const formatted = found.map(
      ([, name, user = '', host = '']) => `(${nstring(name?.trim() || null)} NIL ${quoteString(user)} ${quoteString(host)})`,
    )
    return formatted.length > 0 ? `(${formatted.join('')})` : 'NIL'
  }
  const people = ['from', 'sender', 'reply-to', 'to', 'cc', 'bcc'].map(addresses)
  return `(${nstring(part.header('date'))} ${nstring(part.header('subject'))} ${people.join(' ')} ${nstring(part.header('in-reply-to'))} ${nstring(part.header('message-id'))})`
}

function split(body: Buffer, boundary: string): Buffer[] {
  const delimiter = `--${boundary}`
  const starts: { at: number; end: number; isLast: boolean }[] = []
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== 10) continue
    const lineEnd = body.indexOf('\n', at)
    starts.push({
      at,
      end: lineEnd < 0 ? body.length : lineEnd + 1,
      isLast: body.toString('latin1', at + delimiter.length, at + delimiter.length + 2) === '--',
    })
  }
  return starts.flatMap((start, i) => {
    if (start.isLast) return []
    const next = starts[i + 1]
    return [body.subarray(start.end, next ? Math.max(start.end, next.at - 2) : body.length)]
  })
}

const nstring = (text: string | null): string => (text === null ? 'NIL' : quoteString(text))
const formatParameters = (parameters: [string, string][]): string =>
  parameters.length > 0 ? `(${parameters.map(([name, value]) => `${quoteString(name)} ${quoteString(value)}`).join(' ')})` : 'NIL'

function formatDisposition(part: Part): string {
  const text = part.header('content-disposition')
  if (!text) return 'NIL'
  const filename = /filename="?([^";]*)"?/.exec(text)?.[1]
  return `(${quoteString(text.split(';')[0]?.trim() ?? '')} ${filename ? `("filename" ${quoteString(filename)})` : 'NIL'})`
}
