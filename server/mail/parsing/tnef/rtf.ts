// Outlook's compressed rich text (MS-OXRTFCP) as plain text.
import { readerOf } from './bytes.ts'

const packedMark = 0x75465a4c
const plainMark = 0x414c454d
const mostBytes = 4 * 1024 * 1024
const windowBytes = 4096
/** What stands in the window before anything is read (MS-OXRTFCP §2.1.2.1). */
const firstWindow =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

/** Null where it is none. An octet a letter. */
export function unpackRtf(bytes: Uint8Array): string | null {
  const reader = readerOf(bytes)
  reader.u32()
  const rawBytes = Math.min(reader.u32(), mostBytes)
  const mark = reader.u32()
  reader.u32()
  const packed = reader.take(reader.left())
  if (mark === plainMark) return latin(packed.subarray(0, rawBytes))
  return mark === packedMark ? latin(unpacked(packed, rawBytes)) : null
}

function unpacked(packed: Uint8Array, rawBytes: number): Uint8Array {
  const reader = readerOf(packed)
  const window = new Uint8Array(windowBytes)
  for (let i = 0; i < firstWindow.length; i++) window[i] = firstWindow.charCodeAt(i)
  const out = new Uint8Array(rawBytes)
  let written = 0
  let end = firstWindow.length
  const put = (octet: number) => {
    if (written < rawBytes) out[written++] = octet
    window[end] = octet
    end = (end + 1) % windowBytes
  }
  while (reader.left() > 0 && written < rawBytes) {
    const flags = reader.u8()
    for (let bit = 0; bit < 8 && reader.left() > 0 && written < rawBytes; bit++) {
      if (!(flags & (1 << bit))) {
        put(reader.u8())
        continue
      }
      const high = reader.u8()
      const pair = (high << 8) | reader.u8()
      const from = pair >> 4
      // A reference to the very end of the window closes the stream.
      if (from === end) return out.subarray(0, written)
      for (let i = 0; i < (pair & 15) + 2; i++) put(window[(from + i) % windowBytes] ?? 0)
    }
  }
  return out.subarray(0, written)
}

const latin = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const unseen = /^(?:fonttbl|colortbl|stylesheet|info|pict|header|footer|listtable|listoverridetable|themedata|object)$/
const deepest = 200
const mostLetters = 512 * 1024
/** By their octets: to decode each by itself takes seconds. */
const western = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, octet) => octet))

interface Group {
  isHidden: boolean
  /** What stands in HTML's place for readers of rich text alone. */
  isForRtf: boolean
  /** Letters that stand for one of Unicode in older programs. */
  skips: number
}

interface Reading {
  /** The one that is open last holds; one is always there. */
  groups: [Group, ...Group[]]
  text: string
  /** So many of the next letters stand for one that was said already. */
  skip: number
  /** A group has just begun. */
  isFirst: boolean
}

const tokens = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\[^a-z]|[{}]|[^\\{}\r\n]+|[\r\n]+/gi

/** What a reader sees of rich text. Linear time. */
export function textOfRtf(rtf: string): string {
  const reading: Reading = { groups: [{ isHidden: false, isForRtf: false, skips: 1 }], text: '', skip: 0, isFirst: false }
  for (const token of rtf.slice(0, mostBytes).matchAll(tokens)) {
    read(reading, token)
    reading.isFirst = token[0] === '{'
  }
  return reading.text
    .toWellFormed()
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function read(reading: Reading, [token, word, digits, hex]: RegExpExecArray): void {
  const { groups } = reading
  const group = groups.at(-1) ?? groups[0]
  if (token === '{' && groups.length < deepest) groups.push({ ...group })
  else if (token === '}' && groups.length > 1) groups.pop()
  else if (token === '\\*') group.isHidden = true
  else if (word !== undefined) readWord(reading, group, word, digits)
  else if (hex !== undefined) readOctet(reading, group, Number.parseInt(hex, 16))
  else if (token.startsWith('\\')) say(reading, group, token === '\\~' ? ' ' : token.slice(1).replace(/[^\\{}]/g, ''))
  else if (!/^[{}\r\n]/.test(token)) readLetters(reading, group, token)
}

function readWord(reading: Reading, group: Group, word: string, digits: string | undefined): void {
  if (reading.isFirst && unseen.test(word)) group.isHidden = true
  if (word === 'htmlrtf') group.isForRtf = digits !== '0'
  else if (word === 'uc') group.skips = Math.min(10, Number(digits ?? 1))
  else if (word === 'u') {
    say(reading, group, String.fromCharCode(Number(digits ?? 63) & 0xffff))
    reading.skip = group.skips
  } else say(reading, group, letters.get(word) ?? '')
}

function readOctet(reading: Reading, group: Group, octet: number): void {
  if (reading.skip > 0) reading.skip--
  else say(reading, group, western[octet] ?? '')
}

function readLetters(reading: Reading, group: Group, some: string): void {
  say(reading, group, some.slice(reading.skip))
  reading.skip = Math.max(0, reading.skip - some.length)
}

function say(reading: Reading, { isHidden, isForRtf }: Group, some: string): void {
  if (!isHidden && !isForRtf && reading.text.length < mostLetters) reading.text += some
}

const letters = new Map<string, string>(
  Object.entries({
    par: '\n',
    line: '\n',
    tab: '\t',
    cell: '\t',
    row: '\n',
    emdash: '—',
    endash: '–',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    bullet: '• ',
  }),
)
