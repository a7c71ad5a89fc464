// Parses the server's description of a message's parts (BODYSTRUCTURE, RFC 3501 §7.4.2), within limits.
import type { MessageStructureObject } from 'imapflow'

export type Structure = Branch | LeafPart

interface Branch {
  kind: 'branch'
  /** In lower case, such as `multipart/mixed`. */
  type: string
  parameters: Parameters
  parts: Structure[]
}

export interface LeafPart {
  kind: 'leaf'
  /** The section number for FETCH, such as `1.2`. */
  section: string
  type: string
  parameters: Parameters
  contentId: string | null
  /** In lower case; empty when the server reports none. */
  encoding: string
  /** The encoded size. */
  encodedBytes: number
  disposition: string | null
  dispositionParameters: Parameters
}

/** Names in lower case; values decoded. */
export type Parameters = readonly (readonly [string, string])[]

const maxDepth = 20
const maxParts = 1000
const maxTypeChars = 100
const maxValueChars = 1000
const maxParameters = 20

export interface Described {
  root: Structure
  /** The number of parts beyond those described here. */
  leftParts: number
}

/** Null when the structure is missing or too deep. A part is never larger than its message. */
export function parseStructure(described: MessageStructureObject | undefined, mailBytes: number): Described | null {
  const room = { left: maxParts, over: 0 }
  const root = described && parsePart(described, [], mailBytes, room)
  return root ? { root, leftParts: room.over } : null
}

function parsePart(
  node: MessageStructureObject,
  path: number[],
  mailBytes: number,
  room: { left: number; over: number },
): Structure | null {
  const type = parseType(node.type)
  if (type === null || path.length > maxDepth) return null
  if (!type.startsWith('multipart/')) {
    room.left--
    return parseLeaf(node, type, path, mailBytes)
  }
  const parts: Structure[] = []
  for (const [i, child] of (node.childNodes ?? []).entries()) {
    if (room.left <= 0) {
      room.over++
      continue
    }
    const part = parsePart(child, [...path, i + 1], mailBytes, room)
    if (!part) return null
    parts.push(part)
  }
  return { kind: 'branch', type, parameters: parseParameters(node.parameters), parts }
}

/** In the order of the message. */
export const listLeaves = (part: Structure): LeafPart[] => (part.kind === 'leaf' ? [part] : part.parts.flatMap(listLeaves))

function parseLeaf(node: MessageStructureObject, type: string, path: number[], mailBytes: number): LeafPart {
  const bytes = node.size ?? 0
  return {
    kind: 'leaf',
    // A message with one part is its own part 1 (RFC 3501 §6.4.5).
    section: path.join('.') || '1',
    type,
    parameters: parseParameters(node.parameters),
    contentId: node.id ? oneLine(node.id) : null,
    encoding: /^[\w-]{1,40}$/.test(node.encoding ?? '') ? (node.encoding ?? '') : '',
    encodedBytes: Number.isSafeInteger(bytes) && bytes > 0 ? Math.min(bytes, mailBytes) : 0,
    disposition: /^[\w-]{1,40}$/.test(node.disposition ?? '') ? (node.disposition ?? null) : null,
    dispositionParameters: parseParameters(node.dispositionParameters),
  }
}

const parseType = (written: string): string | null =>
  written.length <= maxTypeChars && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(written) ? written.toLowerCase() : null

const parseParameters = (written: Record<string, string> | undefined): Parameters =>
  Object.entries(written ?? {})
    .filter(([name]) => /^[\w.-]{1,60}$/.test(name))
    .slice(0, maxParameters)
    .map(([name, value]) => [name.toLowerCase(), oneLine(value)])

const oneLine = (text: string): string =>
  text
    .slice(0, maxValueChars)
    // oxlint-disable-next-line no-control-regex -- nothing that ends a header line may remain
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .toWellFormed()
