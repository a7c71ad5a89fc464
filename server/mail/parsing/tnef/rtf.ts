// Converts Outlook's compressed rich text (MS-OXRTFCP) to plain text.
import { newByteReader } from './bytes.ts'

const packedMark = 0x75465a4c
const plainMark = 0x414c454d
const maxBytes = 4 * 1024 * 1024
const windowBytes = 4096
/** The window's initial content (MS-OXRTFCP §2.1.2.1). */
const initialWindow =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

/** Null when it is not compressed RTF. One octet per character. */
export function unpackRtf(bytes: Uint8Array): string | null {
  const reader = newByteReader(bytes)
  reader.u32()
  const rawBytes = Math.min(reader.u32(), maxBytes)
  const mark = reader.u32()
  reader.u32()
  const packed = reader.take(reader.left())
  if (mark === plainMark) return latin(packed.subarray(0, rawBytes))
  return mark === packedMark ? latin(decompress(packed, rawBytes)) : null
}

function decompress(packed: Uint8Array, rawBytes: number): Uint8Array {
  const reader = newByteReader(packed)
  const window = new Uint8Array(windowBytes)
  for (let i = 0; i < initialWindow.length; i++) window[i] = initialWindow.charCodeAt(i)
  const out = new Uint8Array(rawBytes)
  let written = 0
  let end = initialWindow.length
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

const hiddenDestinations = /^(?:fonttbl|colortbl|stylesheet|info|pict|header|footer|listtable|listoverridetable|themedata|object)$/
const maxDepth = 200
const maxChars = 512 * 1024
/** A lookup table, as decoding each octet separately takes seconds. */
const western = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, octet) => octet))

interface Group {
  isHidden: boolean
  /** Content for readers without HTML support. */
  isForRtf: boolean
  /** The number of fallback characters after a Unicode character. */
  skips: number
}

interface Reading {
  /** The innermost group applies; there is always one. */
  groups: [Group, ...Group[]]
  text: string
  /** How many fallback characters to skip. */
  skip: number
  /** True right after a group begins. */
  isFirst: boolean
}

const tokens = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\[^a-z]|[{}]|[^\\{}\r\n]+|[\r\n]+/gi

/** The visible text. Linear time. */
export function rtfToText(rtf: string): string {
  const reading: Reading = { groups: [{ isHidden: false, isForRtf: false, skips: 1 }], text: '', skip: 0, isFirst: false }
  for (const token of rtf.slice(0, maxBytes).matchAll(tokens)) {
    readToken(reading, token)
    reading.isFirst = token[0] === '{'
  }
  return reading.text
    .toWellFormed()
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function readToken(reading: Reading, [token, word, digits, hex]: RegExpExecArray): void {
  const { groups } = reading
  const group = groups.at(-1) ?? groups[0]
  if (token === '{' && groups.length < maxDepth) groups.push({ ...group })
  else if (token === '}' && groups.length > 1) groups.pop()
  else if (token === '\\*') group.isHidden = true
  else if (word !== undefined) readWord(reading, group, word, digits)
  else if (hex !== undefined) readOctet(reading, group, Number.parseInt(hex, 16))
  else if (token.startsWith('\\')) append(reading, group, token === '\\~' ? ' ' : token.slice(1).replace(/[^\\{}]/g, ''))
  else if (!/^[{}\r\n]/.test(token)) readChars(reading, group, token)
}

function readWord(reading: Reading, group: Group, word: string, digits: string | undefined): void {
  if (reading.isFirst && hiddenDestinations.test(word)) group.isHidden = true
  if (word === 'htmlrtf') group.isForRtf = digits !== '0'
  else if (word === 'uc') group.skips = Math.min(10, Number(digits ?? 1))
  else if (word === 'u') {
    append(reading, group, String.fromCharCode(Number(digits ?? 63) & 0xffff))
    reading.skip = group.skips
  } else append(reading, group, specialChars.get(word) ?? '')
}

function readOctet(reading: Reading, group: Group, octet: number): void {
  if (reading.skip > 0) reading.skip--
  else append(reading, group, western[octet] ?? '')
}

function readChars(reading: Reading, group: Group, some: string): void {
  append(reading, group, some.slice(reading.skip))
  reading.skip = Math.max(0, reading.skip - some.length)
}

function append(reading: Reading, { isHidden, isForRtf }: Group, some: string): void {
  if (!isHidden && !isForRtf && reading.text.length < maxChars) reading.text += some
}

const specialChars = new Map<string, string>(
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
