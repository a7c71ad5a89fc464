// FETCH: builds the response for the requested items of a message.
import type { StoredMessage } from './folder.ts'
import { bodyStructure, envelope, findPart, type Part, parsePart } from './structure.ts'
import { asText, type Word } from './words.ts'

const macros: Record<string, string[]> = {
  ALL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'],
  FAST: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'],
  FULL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY'],
}

/** The FETCH response for one message; literals follow their lengths. */
export function fetchLine(message: StoredMessage, seq: number, requested: Word[], withUid: boolean): Buffer {
  const items = requested.flatMap(word => macros[asText(word).toUpperCase()] ?? [asText(word)])
  if (withUid && !items.some(item => item.toUpperCase() === 'UID')) items.unshift('UID')
  let part: Part | null = null
  const parsed = () => (part ??= parsePart(message.raw))
  const pieces: Buffer[] = []
  const write = (text: string) => pieces.push(Buffer.from(text, 'latin1'))
  write(`* ${seq} FETCH (`)
  items.forEach((item, index) => {
    if (index > 0) write(' ')
    const section = /^BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)(?:\.(\d+))?>)?$/i.exec(item)
    if (!section) return write(simpleItem(item.toUpperCase(), message, parsed))
    const [, path = '', start, length] = section
    const full = readSection(message, path, parsed)
    const name = `BODY[${path}]${start === undefined ? '' : `<${start}>`}`
    if (!full) return write(`${name} NIL`)
    const piece =
      start === undefined ? full : full.subarray(Number(start), length === undefined ? undefined : Number(start) + Number(length))
    write(`${name} {${piece.length}}\r\n`)
    pieces.push(piece)
  })
  write(')\r\n')
  return Buffer.concat(pieces)
}

function simpleItem(item: string, message: StoredMessage, parsed: () => Part): string {
  if (item === 'UID') return `UID ${message.uid}`
  if (item === 'FLAGS') return `FLAGS (${[...message.flags].join(' ')})`
  if (item === 'RFC822.SIZE') return `RFC822.SIZE ${message.raw.length}`
  if (item === 'INTERNALDATE') return `INTERNALDATE "${dateTime(message.receivedAt)}"`
  if (item === 'ENVELOPE') return `ENVELOPE ${envelope(parsed())}`
  if (item === 'BODYSTRUCTURE' || item === 'BODY') return `${item} ${bodyStructure(parsed())}`
  return `${item} NIL`
}

function readSection(message: StoredMessage, path: string, parsed: () => Part): Buffer | null {
  if (path === '') return message.raw
  const [numbers = '', kindName = ''] = /^([\d.]*?)\.?([A-Z].*)?$/i.exec(path)?.slice(1) ?? []
  const isWholeMessage = numbers === ''
  const part = isWholeMessage ? parsed() : findPart(parsed(), numbers.split('.').map(Number))
  if (!part) return null
  const kind = (kindName ?? '').toUpperCase()
  if (kind === 'HEADER' || kind === 'MIME') return part.head
  if (kind.startsWith('HEADER.FIELDS')) return selectFields(part, kind)
  if (kind === 'TEXT' || !isWholeMessage) return part.body
  return null
}

function selectFields(part: Part, kind: string): Buffer {
  const names = (/\(([^)]*)\)/.exec(kind)?.[1] ?? '').split(/\s+/)
  const isExcluding = kind.startsWith('HEADER.FIELDS.NOT')
  const lines = part.head.toString('latin1').split(/\r\n(?![ \t])/)
  const selected = lines.filter(line => line && names.includes(line.split(':')[0]?.toUpperCase() ?? '') !== isExcluding)
  return Buffer.from(`${selected.map(line => `${line}\r\n`).join('')}\r\n`, 'latin1')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const twoDigits = (n: number): string => String(n).padStart(2, '0')

const dateTime = (index: Date): string =>
  `${String(index.getUTCDate()).padStart(2, ' ')}-${months[index.getUTCMonth()]}-${index.getUTCFullYear()} ${twoDigits(index.getUTCHours())}:${twoDigits(index.getUTCMinutes())}:${twoDigits(index.getUTCSeconds())} +0000`
