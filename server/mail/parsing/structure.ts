// The parts of a message as its server describes them (BODYSTRUCTURE, RFC 3501 §7.4.2), within limits.
import type { MessageStructureObject } from 'imapflow'

export type Structure = Branch | LeafPart

interface Branch {
  kind: 'branch'
  /** In small letters, such as `multipart/mixed`. */
  type: string
  parameters: Parameters
  parts: Structure[]
}

export interface LeafPart {
  kind: 'leaf'
  /** Its number for FETCH, such as `1.2`. */
  section: string
  type: string
  parameters: Parameters
  contentId: string | null
  /** In small letters; empty where the server says none. */
  encoding: string
  /** As it is sent, in its encoding. */
  encodedBytes: number
  disposition: string | null
  dispositionParameters: Parameters
}

/** Names in small letters; values decoded. */
export type Parameters = readonly (readonly [string, string])[]

const deepest = 20
const mostParts = 1000
const typeLetters = 100
const valueLetters = 1000
const mostParameters = 20

export interface Described {
  root: Structure
  /** So many parts come after those that are told here. */
  leftParts: number
}

/** Null where it is no structure that can be believed: too deep, or none. A part is never larger than its mail. */
export function structureOf(described: MessageStructureObject | undefined, mailBytes: number): Described | null {
  const room = { left: mostParts, over: 0 }
  const root = described && partOf(described, [], mailBytes, room)
  return root ? { root, leftParts: room.over } : null
}

function partOf(node: MessageStructureObject, path: number[], mailBytes: number, room: { left: number; over: number }): Structure | null {
  const type = typeOf(node.type)
  if (type === null || path.length > deepest) return null
  if (!type.startsWith('multipart/')) {
    room.left--
    return leafOf(node, type, path, mailBytes)
  }
  const parts: Structure[] = []
  for (const [i, child] of (node.childNodes ?? []).entries()) {
    if (room.left <= 0) {
      room.over++
      continue
    }
    const part = partOf(child, [...path, i + 1], mailBytes, room)
    if (!part) return null
    parts.push(part)
  }
  return { kind: 'branch', type, parameters: parametersOf(node.parameters), parts }
}

/** In the order in which they stand in the mail. */
export const leavesOf = (part: Structure): LeafPart[] => (part.kind === 'leaf' ? [part] : part.parts.flatMap(leavesOf))

function leafOf(node: MessageStructureObject, type: string, path: number[], mailBytes: number): LeafPart {
  const bytes = node.size ?? 0
  return {
    kind: 'leaf',
    // A mail of one part is its own part 1 (RFC 3501 §6.4.5).
    section: path.join('.') || '1',
    type,
    parameters: parametersOf(node.parameters),
    contentId: node.id ? oneLine(node.id) : null,
    encoding: /^[\w-]{1,40}$/.test(node.encoding ?? '') ? (node.encoding ?? '') : '',
    encodedBytes: Number.isSafeInteger(bytes) && bytes > 0 ? Math.min(bytes, mailBytes) : 0,
    disposition: /^[\w-]{1,40}$/.test(node.disposition ?? '') ? (node.disposition ?? null) : null,
    dispositionParameters: parametersOf(node.dispositionParameters),
  }
}

const typeOf = (written: string): string | null =>
  written.length <= typeLetters && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(written) ? written.toLowerCase() : null

const parametersOf = (written: Record<string, string> | undefined): Parameters =>
  Object.entries(written ?? {})
    .filter(([name]) => /^[\w.-]{1,60}$/.test(name))
    .slice(0, mostParameters)
    .map(([name, value]) => [name.toLowerCase(), oneLine(value)])

const oneLine = (text: string): string =>
  text
    .slice(0, valueLetters)
    // oxlint-disable-next-line no-control-regex -- nothing that ends a header line may stay
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .toWellFormed()
