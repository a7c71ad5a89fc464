// FETCH: what a client asks of a mail, as the pieces of the answer.
import type { StoredMail } from './folder.ts'
import { bodyStructure, envelope, type Part, partAt, partOf } from './structure.ts'
import { textOf, type Word } from './words.ts'

const macros: Record<string, string[]> = {
  ALL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'],
  FAST: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'],
  FULL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY'],
}

/** The line of one mail as buffers: literals follow their announcement. */
export function fetchLine(mail: StoredMail, seq: number, asked: Word[], withUid: boolean): Buffer {
  const items = asked.flatMap(word => macros[textOf(word).toUpperCase()] ?? [textOf(word)])
  if (withUid && !items.some(item => item.toUpperCase() === 'UID')) items.unshift('UID')
  let part: Part | null = null
  const parsed = () => (part ??= partOf(mail.raw))
  const pieces: Buffer[] = []
  const say = (text: string) => pieces.push(Buffer.from(text, 'latin1'))
  say(`* ${seq} FETCH (`)
  items.forEach((item, at) => {
    if (at > 0) say(' ')
    const section = /^BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)(?:\.(\d+))?>)?$/i.exec(item)
    if (!section) return say(simple(item.toUpperCase(), mail, parsed))
    const [, path = '', start, length] = section
    const whole = sectionOf(mail, path, parsed)
    const name = `BODY[${path}]${start === undefined ? '' : `<${start}>`}`
    if (!whole) return say(`${name} NIL`)
    const piece =
      start === undefined ? whole : whole.subarray(Number(start), length === undefined ? undefined : Number(start) + Number(length))
    say(`${name} {${piece.length}}\r\n`)
    pieces.push(piece)
  })
  say(')\r\n')
  return Buffer.concat(pieces)
}

function simple(item: string, mail: StoredMail, parsed: () => Part): string {
  if (item === 'UID') return `UID ${mail.uid}`
  if (item === 'FLAGS') return `FLAGS (${[...mail.flags].join(' ')})`
  if (item === 'RFC822.SIZE') return `RFC822.SIZE ${mail.raw.length}`
  if (item === 'INTERNALDATE') return `INTERNALDATE "${dateTime(mail.receivedAt)}"`
  if (item === 'ENVELOPE') return `ENVELOPE ${envelope(parsed())}`
  if (item === 'BODYSTRUCTURE' || item === 'BODY') return `${item} ${bodyStructure(parsed())}`
  return `${item} NIL`
}

function sectionOf(mail: StoredMail, path: string, parsed: () => Part): Buffer | null {
  if (path === '') return mail.raw
  const [numbers = '', what = ''] = /^([\d.]*?)\.?([A-Z].*)?$/i.exec(path)?.slice(1) ?? []
  const isWhole = numbers === ''
  const part = isWhole ? parsed() : partAt(parsed(), numbers.split('.').map(Number))
  if (!part) return null
  const kind = (what ?? '').toUpperCase()
  if (kind === 'HEADER' || kind === 'MIME') return part.head
  if (kind.startsWith('HEADER.FIELDS')) return fieldsOf(part, kind)
  if (kind === 'TEXT' || !isWhole) return part.body
  return null
}

function fieldsOf(part: Part, kind: string): Buffer {
  const names = (/\(([^)]*)\)/.exec(kind)?.[1] ?? '').split(/\s+/)
  const isNot = kind.startsWith('HEADER.FIELDS.NOT')
  const lines = part.head.toString('latin1').split(/\r\n(?![ \t])/)
  const kept = lines.filter(line => line && names.includes(line.split(':')[0]?.toUpperCase() ?? '') !== isNot)
  return Buffer.from(`${kept.map(line => `${line}\r\n`).join('')}\r\n`, 'latin1')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number): string => String(n).padStart(2, '0')

const dateTime = (at: Date): string =>
  `${String(at.getUTCDate()).padStart(2, ' ')}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`
