// Rebuilds a message from its header, its texts and its BODYSTRUCTURE: the same message without the content of its files.
import { digest } from '../../foundation/seal.ts'
import { headerValue, splitMail } from './raw.ts'
import type { LeafPart, Parameters, Structure } from './structure.ts'

const newLine = '\r\n'

/**
 * `head` includes its empty line; `contents` are still encoded, by section. A stripped file contains only its size, for
 * `readStrippedSize`. A text missing from `contents` is empty.
 */
export function buildStripped(head: Buffer, structure: Structure, contents: ReadonlyMap<string, Buffer>): Buffer {
  if (structure.kind === 'leaf') return Buffer.concat([head, formatContent(structure, contents, structure.encoding)])
  const boundary = readBoundary(head, structure.parameters)
  const mark = boundaryMark(head, contents)
  const root = boundary ? head : withType(head, structure, mark)
  return Buffer.concat([root, ...formatParts(structure.parts, boundary ?? ownBoundary(mark), mark, contents)])
}

/** A boundary that the sender can't forge: it depends on everything they wrote. */
const boundaryMark = (head: Buffer, contents: ReadonlyMap<string, Buffer>): string =>
  digest(Buffer.concat([head, ...contents.values()]))
    .toString('hex')
    .slice(0, 32)

/** The original size of a stripped part; null for other content. */
export function readStrippedSize(content: Uint8Array): number | null {
  if (content.byteLength > 40) return null
  const size = /^hollow (\d{1,15})$/.exec(Buffer.from(content).toString('latin1').trim())?.[1]
  return size === undefined ? null : Number(size)
}

/** Whether the part is shown as the email's text. */
export const isText = ({ type, disposition }: LeafPart): boolean =>
  (type === 'text/plain' || type === 'text/html') && disposition !== 'attachment'

function formatParts(parts: Structure[], boundary: string, path: string, contents: ReadonlyMap<string, Buffer>): Buffer[] {
  const each = parts.flatMap((part, i) => [
    Buffer.from(`${newLine}--${boundary}${newLine}`),
    ...formatEntity(part, `${path}.${i}`, contents),
  ])
  return [...each, Buffer.from(`${newLine}--${boundary}--${newLine}`)]
}

function formatEntity(part: Structure, path: string, contents: ReadonlyMap<string, Buffer>): Buffer[] {
  if (part.kind === 'branch') {
    const boundary = ownBoundary(path)
    return [
      Buffer.from(typeLine(part.type, withBoundary(part.parameters, boundary)) + newLine),
      ...formatParts(part.parts, boundary, path, contents),
    ]
  }
  // The size needs no encoding.
  const encoding = contents.has(part.section) ? part.encoding : ''
  const lines = [
    typeLine(part.type, part.parameters.filter(isDeclared)),
    encoding === '' ? '' : `Content-Transfer-Encoding: ${encoding}${newLine}`,
    part.contentId === null ? '' : `Content-ID: ${part.contentId}${newLine}`,
    part.disposition === null ? '' : line('Content-Disposition', part.disposition, part.dispositionParameters),
  ]
  return [Buffer.from(lines.join('') + newLine), formatContent(part, contents, encoding)]
}

function formatContent(part: LeafPart, contents: ReadonlyMap<string, Buffer>, encoding: string): Buffer {
  const content = contents.get(part.section)
  if (content) return content
  if (isText(part)) return Buffer.alloc(0)
  const size = Buffer.from(`hollow ${decodedBytes(part)}`)
  return encoding === 'base64' ? Buffer.from(size.toString('base64')) : size
}

/** Assumes base64 lines of 76 characters plus CRLF (RFC 2045 §6.8). */
const decodedBytes = ({ encoding, encodedBytes }: LeafPart): number =>
  encoding === 'base64' ? Math.floor((((encodedBytes / 78) * 76) / 4) * 3) : encodedBytes

/** Servers report this charset when the email declares none; then the parser has to guess. */
const isDeclared = ([name, value]: readonly [string, string]): boolean => name !== 'charset' || value.toLowerCase() !== 'us-ascii'

const ownBoundary = (path: string): string => `hollow${path}`

const withBoundary = (parameters: Parameters, boundary: string): Parameters => [
  ...parameters.filter(([name]) => name !== 'boundary'),
  ['boundary', boundary],
]

/** The header's own boundary, if the server parsed it as we do. */
function readBoundary(head: Buffer, parameters: Parameters): string | null {
  const boundary = parameters.find(([name]) => name === 'boundary')?.[1]
  const type = headerValue(splitMail(head).head, 'content-type') ?? ''
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"\\]*)"|([^\s";]+))/i.exec(type) ?? []
  // Outlook Express writes `=` in an unquoted boundary, which is invalid: servers then report only what precedes it.
  const own = quoted ?? (boundary && bare?.startsWith(boundary.trimEnd()) ? bare : null)
  return own && own === own.trimEnd() ? own : null
}

/** The header with a readable content type in place of its own. */
function withType(head: Buffer, { type, parameters }: { type: string; parameters: Parameters }, mark: string): Buffer {
  const own = typeLine(type, withBoundary(parameters, ownBoundary(mark)))
  return Buffer.from(
    head.toString('latin1').replace(/^content-type:[^\n]*(?:\n[ \t][^\n]*)*\n?/im, () => own),
    'latin1',
  )
}

const typeLine = (type: string, parameters: Parameters): string => line('Content-Type', type, parameters)

const line = (name: string, value: string, parameters: Parameters): string =>
  `${[`${name}: ${value}`, ...parameters.map(formatParameter)].join(`;${newLine} `)}${newLine}`

/** Encodes characters beyond ASCII (RFC 2231 §4). */
function formatParameter([name, value]: readonly [string, string]): string {
  if (/^[\u0020-\u007e]*$/.test(value)) return `${name}="${value.replace(/["\\]/g, '\\$&')}"`
  return `${name}*=utf-8''${encodeURIComponent(value).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16)}`)}`
}
