// Rebuilds a message from its header, its texts and its BODYSTRUCTURE: the same message with its files left empty.
import { digest } from '../../foundation/seal.ts'
import { headerValue, splitMail } from './raw.ts'
import type { LeafPart, Parameters, Structure } from './structure.ts'

const newLine = '\r\n'

/**
 * `head` with its empty line; `contents` by section, in their encoding. A file holds what `hollowBytes` reads: how large it is.
 * A text that is not in `contents` is empty.
 */
export function hollowMail(head: Buffer, structure: Structure, contents: ReadonlyMap<string, Buffer>): Buffer {
  if (structure.kind === 'leaf') return Buffer.concat([head, contentOf(structure, contents, structure.encoding)])
  const boundary = boundaryOf(head, structure.parameters)
  const mark = markOf(head, contents)
  const root = boundary ? head : withType(head, structure, mark)
  return Buffer.concat([root, ...inside(structure.parts, boundary ?? ownBoundary(mark), mark, contents)])
}

/** What a sender wrote must not end a part that we begin, and nobody can write what depends on all that they write. */
const markOf = (head: Buffer, contents: ReadonlyMap<string, Buffer>): string =>
  digest(Buffer.concat([head, ...contents.values()]))
    .toString('hex')
    .slice(0, 32)

/** The size that a part of a hollow mail stands for; null where it is no such part. */
export function hollowBytes(content: Uint8Array): number | null {
  if (content.byteLength > 40) return null
  const size = /^hollow (\d{1,15})$/.exec(Buffer.from(content).toString('latin1').trim())?.[1]
  return size === undefined ? null : Number(size)
}

/** Is it shown as the text of the mail? */
export const isText = ({ type, disposition }: LeafPart): boolean =>
  (type === 'text/plain' || type === 'text/html') && disposition !== 'attachment'

function inside(parts: Structure[], boundary: string, path: string, contents: ReadonlyMap<string, Buffer>): Buffer[] {
  const each = parts.flatMap((part, i) => [Buffer.from(`${newLine}--${boundary}${newLine}`), ...entity(part, `${path}.${i}`, contents)])
  return [...each, Buffer.from(`${newLine}--${boundary}--${newLine}`)]
}

function entity(part: Structure, path: string, contents: ReadonlyMap<string, Buffer>): Buffer[] {
  if (part.kind === 'branch') {
    const boundary = ownBoundary(path)
    return [
      Buffer.from(typeLine(part.type, withBoundary(part.parameters, boundary)) + newLine),
      ...inside(part.parts, boundary, path, contents),
    ]
  }
  // The size alone needs no encoding.
  const encoding = contents.has(part.section) ? part.encoding : ''
  const lines = [
    typeLine(part.type, part.parameters.filter(isWritten)),
    encoding === '' ? '' : `Content-Transfer-Encoding: ${encoding}${newLine}`,
    part.contentId === null ? '' : `Content-ID: ${part.contentId}${newLine}`,
    part.disposition === null ? '' : line('Content-Disposition', part.disposition, part.dispositionParameters),
  ]
  return [Buffer.from(lines.join('') + newLine), contentOf(part, contents, encoding)]
}

function contentOf(part: LeafPart, contents: ReadonlyMap<string, Buffer>, encoding: string): Buffer {
  const content = contents.get(part.section)
  if (content) return content
  if (isText(part)) return Buffer.alloc(0)
  const size = Buffer.from(`hollow ${decodedBytes(part)}`)
  return encoding === 'base64' ? Buffer.from(size.toString('base64')) : size
}

/** Of base64 in lines of 76 letters and two that end each (RFC 2045 §6.8). */
const decodedBytes = ({ encoding, encodedBytes }: LeafPart): number =>
  encoding === 'base64' ? Math.floor((((encodedBytes / 78) * 76) / 4) * 3) : encodedBytes

/** Servers name this charset where the mail names none, and what it then means is the parser's to guess. */
const isWritten = ([name, value]: readonly [string, string]): boolean => name !== 'charset' || value.toLowerCase() !== 'us-ascii'

const ownBoundary = (path: string): string => `hollow${path}`

const withBoundary = (parameters: Parameters, boundary: string): Parameters => [
  ...parameters.filter(([name]) => name !== 'boundary'),
  ['boundary', boundary],
]

/** The boundary that the header itself names, where the server read it as we do. */
function boundaryOf(head: Buffer, parameters: Parameters): string | null {
  const boundary = parameters.find(([name]) => name === 'boundary')?.[1]
  const type = headerValue(splitMail(head).head, 'content-type') ?? ''
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"\\]*)"|([^\s";]+))/i.exec(type) ?? []
  // Without quotes a `=` must not stand in it, and yet it does (Outlook Express): servers then tell what comes before.
  const own = quoted ?? (boundary && bare?.startsWith(boundary.trimEnd()) ? bare : null)
  return own && own === own.trimEnd() ? own : null
}

/** The header with a type that can be read in place of its own. */
function withType(head: Buffer, { type, parameters }: { type: string; parameters: Parameters }, mark: string): Buffer {
  const own = typeLine(type, withBoundary(parameters, ownBoundary(mark)))
  return Buffer.from(
    head.toString('latin1').replace(/^content-type:[^\n]*(?:\n[ \t][^\n]*)*\n?/im, () => own),
    'latin1',
  )
}

const typeLine = (type: string, parameters: Parameters): string => line('Content-Type', type, parameters)

const line = (name: string, value: string, parameters: Parameters): string =>
  `${[`${name}: ${value}`, ...parameters.map(written)].join(`;${newLine} `)}${newLine}`

/** Letters beyond ASCII as RFC 2231 §4 has them. */
function written([name, value]: readonly [string, string]): string {
  if (/^[\u0020-\u007e]*$/.test(value)) return `${name}="${value.replace(/["\\]/g, '\\$&')}"`
  return `${name}*=utf-8''${encodeURIComponent(value).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16)}`)}`
}
