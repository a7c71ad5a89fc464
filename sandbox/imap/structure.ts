// The parts of a raw mail, and how IMAP describes them: BODYSTRUCTURE and ENVELOPE (RFC 3501 §7.4.2).
import { quoted } from './words.ts'

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

export function partOf(raw: Buffer, depth = 0): Part {
  const cut = raw.indexOf('\r\n\r\n')
  const head = cut < 0 ? raw : raw.subarray(0, cut + 4)
  const body = cut < 0 ? raw.subarray(raw.length) : raw.subarray(cut + 4)
  const lines = head
    .toString('latin1')
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const header = (name: string) => {
    const line = lines.find(one => one.toLowerCase().startsWith(`${name}:`))
    return line === undefined ? null : line.slice(name.length + 1).trim()
  }
  const described = /^\s*([\w.+-]+)\/([\w.+-]+)/.exec(header('content-type') ?? 'text/plain')
  const [type, subtype] = [described?.[1]?.toLowerCase() ?? 'text', described?.[2]?.toLowerCase() ?? 'plain']
  const parameters = [...(header('content-type') ?? '').matchAll(/;\s*([\w*-]+)=(?:"([^"]*)"|([^;\s]*))/g)].map(
    ([, name = '', inQuotes, bare]): [string, string] => [name.toLowerCase(), inQuotes ?? bare ?? ''],
  )
  const boundary = type === 'multipart' ? parameters.find(([name]) => name === 'boundary')?.[1] : undefined
  const parts = boundary && depth < 20 ? split(body, boundary).map(one => partOf(one, depth + 1)) : []
  return { head, body, type, subtype, parameters, header, parts }
}

/** The part that `1.2` names; a mail of one part is its own part 1. */
export function partAt(part: Part, path: number[]): Part | null {
  const [first, ...rest] = path
  if (first === undefined) return part
  const next = part.parts.length > 0 ? part.parts[first - 1] : first === 1 ? part : undefined
  return next ? partAt(next, rest) : null
}

export function bodyStructure(part: Part): string {
  if (part.parts.length > 0)
    return `(${part.parts.map(bodyStructure).join('')} ${quoted(part.subtype)} ${parametersOf(part.parameters)} NIL NIL NIL)`
  const encoding = part.header('content-transfer-encoding') ?? '7bit'
  const lines = part.type === 'text' ? ` ${part.body.toString('latin1').split('\n').length - 1}` : ''
  return `(${quoted(part.type)} ${quoted(part.subtype)} ${parametersOf(part.parameters)} ${nstring(part.header('content-id'))} NIL ${quoted(encoding)} ${part.body.length}${lines} NIL ${dispositionOf(part)} NIL NIL)`
}

export function envelope(part: Part): string {
  const addresses = (name: string) => {
    const found = [...(part.header(name) ?? '').matchAll(/(?:"?([^"<,]*)"?\s*)?<?([^\s<>,@]+)@([^\s<>,]+)>?/g)]
    const each = found.map(([, called, user = '', host = '']) => `(${nstring(called?.trim() || null)} NIL ${quoted(user)} ${quoted(host)})`)
    return each.length > 0 ? `(${each.join('')})` : 'NIL'
  }
  const people = ['from', 'sender', 'reply-to', 'to', 'cc', 'bcc'].map(addresses)
  return `(${nstring(part.header('date'))} ${nstring(part.header('subject'))} ${people.join(' ')} ${nstring(part.header('in-reply-to'))} ${nstring(part.header('message-id'))})`
}

function split(body: Buffer, boundary: string): Buffer[] {
  const mark = `--${boundary}`
  const starts: { at: number; end: number; isLast: boolean }[] = []
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== 10) continue
    const lineEnd = body.indexOf('\n', at)
    starts.push({
      at,
      end: lineEnd < 0 ? body.length : lineEnd + 1,
      isLast: body.toString('latin1', at + mark.length, at + mark.length + 2) === '--',
    })
  }
  return starts.flatMap((start, i) => {
    if (start.isLast) return []
    const next = starts[i + 1]
    return [body.subarray(start.end, next ? Math.max(start.end, next.at - 2) : body.length)]
  })
}

const nstring = (text: string | null): string => (text === null ? 'NIL' : quoted(text))
const parametersOf = (all: [string, string][]): string =>
  all.length > 0 ? `(${all.map(([name, value]) => `${quoted(name)} ${quoted(value)}`).join(' ')})` : 'NIL'

function dispositionOf(part: Part): string {
  const text = part.header('content-disposition')
  if (!text) return 'NIL'
  const filename = /filename="?([^";]*)"?/.exec(text)?.[1]
  return `(${quoted(text.split(';')[0]?.trim() ?? '')} ${filename ? `("filename" ${quoted(filename)})` : 'NIL'})`
}
