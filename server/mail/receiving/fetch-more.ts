// Fetches more of messages whose headers alone were fetched: their structure, their text parts, or everything.

import type { OpenFolder } from '../imap/folder.ts'
import type { Arrived, FetchDepth, FetchMore } from '../parsing/arrived.ts'
import { isCalendarFile } from '../parsing/calendar/kinds.ts'
import { buildStripped, isText } from '../parsing/stripped.ts'
import { type Described, type LeafPart, listLeaves } from '../parsing/structure.ts'

type MoreSource = Pick<OpenFolder, 'fetch' | 'structures' | 'sections'>

interface MoreLimits {
  /** Messages up to this size are fetched in full: structure and then texts would take two round trips instead of one. */
  fullBytes: number
  /** The largest message that is ever fetched in full. */
  maxBytes: number
  /** The largest message of which parts are fetched. */
  partsBytes: number
}

/** As many characters as are read of one text part (visible.ts), in base64 and three bytes each. Few messages have more than two. */
const textBytes = 2 * 1024 * 1024
const maxTexts = 8
/** Some servers only estimate the size of a part. */
const slackBytes = 64 * 1024
/** The headers and boundary around a part. */
const partOverheadBytes = 200
/** How many messages we remember without a usable structure, before we ask for them again. */
const maxRefused = 10_000
/** The most that one command requests. */
const requestBytes = 16 * 1024 * 1024

/**
 * Fetches more of one batch's messages while their folder is open. `structureRefused` outlives connections: a structure that exceeds
 * our limits ends the connection, so we must not ask for it again.
 */
export function fetchMoreFrom(source: MoreSource, limits: MoreLimits, structureRefused: Set<string>): FetchMore {
  const heads = new Map<number, Buffer>()
  const structures = new Map<number, Described>()
  const more: FetchMore = async (messages, wanted) => {
    for (const message of messages) if (!heads.has(uidOf(message))) heads.set(uidOf(message), message.raw)
    const isFetchedInFull = ({ sizeBytes }: Arrived) =>
      wanted !== 'structure' && sizeBytes <= (wanted === 'all' ? limits.maxBytes : Math.min(limits.fullBytes, limits.maxBytes))
    await readStructures(
      source,
      structures,
      structureRefused,
      messages.filter(message => message.sizeBytes <= limits.partsBytes && !isFetchedInFull(message)),
    )
    const isFetchedByParts = (message: Arrived) => structures.has(uidOf(message)) && !isFetchedInFull(message)
    const contents = await fetchContents(source, structures, messages.filter(isFetchedByParts), wanted)
    const fullSources = await fetchFull(
      source,
      messages.filter(message => !isFetchedByParts(message) && message.sizeBytes <= limits.maxBytes),
      limits,
    )
    return messages.map(message => {
      const described = structures.get(uidOf(message))
      const head = heads.get(uidOf(message)) ?? message.raw
      return described && isFetchedByParts(message)
        ? toStripped(message, head, described, contents, wanted)
        : toFull(message, head, fullSources, limits)
    })
  }

  const toStripped = (message: Arrived, head: Buffer, { root, leftParts }: Described, contents: Contents, wanted: FetchDepth): Arrived => {
    const { more: _, fetched: __, ...rest } = message
    const found = contents.get(uidOf(message))
    if (!found) return { ...rest, raw: head, reduced: 'no_text' }
    const next = { ...rest, raw: buildStripped(head, root, found), leftParts }
    if (wanted === 'structure') return { ...next, fetched: 'structure', more }
    return { ...next, fetched: 'text', ...(wanted === 'text' && { more }) }
  }
  return more
}

/** Fetches structures and keeps the plausible ones. */
async function readStructures(
  source: MoreSource,
  structures: Map<number, Described>,
  structureRefused: Set<string>,
  messages: Arrived[],
): Promise<void> {
  const unknown = messages.filter(message => !structures.has(uidOf(message)) && !structureRefused.has(message.sourceKey))
  if (unknown.length === 0) return
  if (structureRefused.size >= maxRefused) structureRefused.clear()
  for (const { sourceKey } of unknown) structureRefused.add(sourceKey)
  const found = await source.structures(unknown.map(uidOf))
  for (const message of unknown) {
    const described = found.get(uidOf(message))
    if (!described || !isPlausible(described, message)) continue
    structures.set(uidOf(message), described)
    structureRefused.delete(message.sourceKey)
  }
}

function toFull(message: Arrived, head: Buffer, fullSources: Map<number, Buffer>, { maxBytes }: MoreLimits): Arrived {
  const { more: _, fetched: __, ...rest } = message
  const raw = fullSources.get(uidOf(message))
  if (message.sizeBytes > maxBytes || (raw && raw.length > maxBytes)) return { ...rest, raw: head, reduced: 'too_large' }
  return raw ? { ...rest, raw } : { ...rest, raw: head, reduced: 'no_text' }
}

/** Fetches small messages together and large ones alone, as well as those larger than the server claimed (one byte past the limit at most). */
async function fetchFull(source: MoreSource, messages: Arrived[], { fullBytes, maxBytes }: MoreLimits): Promise<Map<number, Buffer>> {
  const uids = messages.map(uidOf)
  const small = messages.filter(message => message.sizeBytes <= fullBytes).map(uidOf)
  const found = new Map(small.length > 0 ? await fetchRaw(source, small, 2 * fullBytes) : [])
  const larger = small.filter(uid => (found.get(uid)?.length ?? 0) >= 2 * fullBytes)
  const alone = [...uids.filter(uid => !small.includes(uid)), ...larger]
  for (const uid of alone) for (const [, raw] of await fetchRaw(source, [uid], maxBytes + 1)) found.set(uid, raw)
  return found
}

/** What the server returns of these messages, by UID, limited to `mostBytes` each. */
async function fetchRaw(source: MoreSource, uids: number[], maxBytes: number): Promise<[number, Buffer][]> {
  const fetched = await source.fetch(uids, maxBytes)
  return fetched.flatMap(({ uid, source: raw }): [number, Buffer][] => (raw && uids.includes(uid) ? [[uid, raw]] : []))
}

/** A server that fails to find the parts describes a large message as almost empty. */
function isPlausible({ root, leftParts }: Described, { raw, sizeBytes }: Arrived): boolean {
  const leaves = listLeaves(root)
  const declaredBytes = leaves.reduce((sum, leaf) => sum + leaf.encodedBytes + partOverheadBytes, 0)
  return leftParts > 0 || declaredBytes >= (sizeBytes - raw.length) / 2
}

const uidOf = ({ uid }: Arrived): number => uid ?? 0

/** By UID and section. */
type Contents = Map<number, Map<string, Buffer>>

/** Messages that need the same sections are requested together; those that the server doesn't return are left out. */
async function fetchContents(
  source: MoreSource,
  structures: Map<number, Described>,
  messages: Arrived[],
  wanted: FetchDepth,
): Promise<Contents> {
  const found: Contents = new Map()
  const needs = messages.map(message => ({ uid: uidOf(message), leaves: leavesToRead(structures.get(uidOf(message)), wanted) }))
  const requests = [...Map.groupBy(needs, need => sectionsOf(need).join(' ')).values()].flatMap(toRequests)
  for (const request of requests) for (const [uid, sections] of await fetchSections(source, request)) found.set(uid, sections)
  return found
}

/** A message that needs no section is complete without a request. */
async function fetchSections(source: MoreSource, { uids, sections, maxBytes }: SectionRequest): Promise<[number, Map<string, Buffer>][]> {
  if (sections.length === 0) return uids.map(uid => [uid, new Map()])
  const found = await source.sections(uids, sections, maxBytes)
  return uids.flatMap((uid): [number, Map<string, Buffer>][] => {
    const sections = found.get(uid)
    return sections ? [[uid, sections]] : []
  })
}

interface SectionNeed {
  uid: number
  leaves: LeafPart[]
}

const sectionsOf = ({ leaves }: SectionNeed): string[] => leaves.map(({ section }) => section)

interface SectionRequest {
  uids: number[]
  sections: string[]
  /** The limit for each section. */
  maxBytes: number
}

/** Splits messages that need the same sections into requests of bounded size. */
function toRequests(needs: SectionNeed[]): SectionRequest[] {
  const requests: SectionRequest[] = []
  for (const need of needs) {
    const sections = sectionsOf(need)
    const bytes = Math.max(0, ...need.leaves.map(leaf => Math.min(Math.ceil(leaf.encodedBytes * 1.25) + slackBytes, textBytes)))
    const last = requests.at(-1)
    const combinedBytes = Math.max(bytes, last?.maxBytes ?? 0)
    if (last && (last.uids.length + 1) * sections.length * combinedBytes <= requestBytes) {
      last.uids.push(need.uid)
      last.maxBytes = combinedBytes
    } else requests.push({ uids: [need.uid], sections, maxBytes: bytes })
  }
  return requests
}

function leavesToRead(described: Described | undefined, wanted: FetchDepth): LeafPart[] {
  if (!described) return []
  const isRead = (leaf: LeafPart) => isSilentCalendar(leaf) || (wanted !== 'structure' && (isText(leaf) || isCalendar(leaf)))
  return listLeaves(described.root).filter(isRead).slice(0, maxTexts)
}

/** The method is stated only inside the calendar itself (RFC 5546 §3.1). */
const isSilentCalendar = ({ type, parameters }: LeafPart): boolean =>
  type === 'text/calendar' && !parameters.some(([name]) => name === 'method')

/** Needed for the event card. */
const isCalendar = ({ type, parameters, dispositionParameters }: LeafPart): boolean =>
  isCalendarFile(type, [...dispositionParameters, ...parameters].find(([name]) => name === 'filename' || name === 'name')?.[1] ?? '')
