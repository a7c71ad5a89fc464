// Fetches more of messages known by their headers: structure, texts, or everything.

import type { OpenFolder } from '../imap/folder.ts'
import type { Arrived, FetchDepth, FetchMore } from '../parsing/arrived.ts'
import { isCalendarFile } from '../parsing/calendar/kinds.ts'
import { hollowMail, isText } from '../parsing/stripped.ts'
import { type Described, type LeafPart, leavesOf } from '../parsing/structure.ts'

type MoreSource = Pick<OpenFolder, 'fetch' | 'structures' | 'sections'>

interface MoreLimits {
  /** So small a mail is fetched whole at once: its structure and then its texts would take two answers instead of one. */
  soonBytes: number
  /** The largest mail that is fetched whole at all. */
  maxBytes: number
  /** The largest of which parts are fetched. */
  partsBytes: number
}

/** As many letters as are read of one (visible.ts), in base64 and of three bytes each. Few mails have more than two. */
const textBytes = 2 * 1024 * 1024
const mostTexts = 8
/** Some servers tell the size of a part by guess. */
const slackBytes = 64 * 1024
/** What stands around a part. */
const partBytes = 200
/** Of a server that describes none of its mails, so many are remembered, and then they are asked for once more. */
const shyAtMost = 10_000
/** What is asked for at once. */
const askedBytes = 16 * 1024 * 1024

/**
 * More of the mails of one batch, as long as their folder is open. `shy` outlives connections: a structure that is too much for us ends
 * the connection, and its mail must not be asked for it again.
 */
export function moreOf(source: MoreSource, limits: MoreLimits, shy: Set<string>): FetchMore {
  const heads = new Map<number, Buffer>()
  const structures = new Map<number, Described>()
  const more: FetchMore = async (mails, wanted) => {
    for (const mail of mails) if (!heads.has(uidOf(mail))) heads.set(uidOf(mail), mail.raw)
    const isWhole = ({ sizeBytes }: Arrived) =>
      wanted !== 'structure' && sizeBytes <= (wanted === 'all' ? limits.maxBytes : Math.min(limits.soonBytes, limits.maxBytes))
    await learn(
      source,
      structures,
      shy,
      mails.filter(mail => mail.sizeBytes <= limits.partsBytes && !isWhole(mail)),
    )
    const isByParts = (mail: Arrived) => structures.has(uidOf(mail)) && !isWhole(mail)
    const contents = await contentsOf(source, structures, mails.filter(isByParts), wanted)
    const wholes = await wholesOf(
      source,
      mails.filter(mail => !isByParts(mail) && mail.sizeBytes <= limits.maxBytes),
      limits,
    )
    return mails.map(mail => {
      const described = structures.get(uidOf(mail))
      const head = heads.get(uidOf(mail)) ?? mail.raw
      return described && isByParts(mail) ? hollow(mail, head, described, contents, wanted) : whole(mail, head, wholes, limits)
    })
  }

  const hollow = (mail: Arrived, head: Buffer, { root, leftParts }: Described, contents: Contents, wanted: FetchDepth): Arrived => {
    const { more: _, fetched: __, ...rest } = mail
    const found = contents.get(uidOf(mail))
    if (!found) return { ...rest, raw: head, reduced: 'no_text' }
    const next = { ...rest, raw: hollowMail(head, root, found), leftParts }
    if (wanted === 'structure') return { ...next, fetched: 'structure', more }
    return { ...next, fetched: 'text', ...(wanted === 'text' && { more }) }
  }
  return more
}

/** Their structures, of those that are described in a way that can be believed. */
async function learn(source: MoreSource, structures: Map<number, Described>, shy: Set<string>, mails: Arrived[]): Promise<void> {
  const unknown = mails.filter(mail => !structures.has(uidOf(mail)) && !shy.has(mail.sourceKey))
  if (unknown.length === 0) return
  if (shy.size >= shyAtMost) shy.clear()
  for (const { sourceKey } of unknown) shy.add(sourceKey)
  const found = await source.structures(unknown.map(uidOf))
  for (const mail of unknown) {
    const described = found.get(uidOf(mail))
    if (!described || !isPlausible(described, mail)) continue
    structures.set(uidOf(mail), described)
    shy.delete(mail.sourceKey)
  }
}

function whole(mail: Arrived, head: Buffer, wholes: Map<number, Buffer>, { maxBytes }: MoreLimits): Arrived {
  const { more: _, fetched: __, ...rest } = mail
  const raw = wholes.get(uidOf(mail))
  if (mail.sizeBytes > maxBytes || (raw && raw.length > maxBytes)) return { ...rest, raw: head, reduced: 'too_large' }
  return raw ? { ...rest, raw } : { ...rest, raw: head, reduced: 'no_text' }
}

/** The small ones at once, any other alone, and so one that is larger than its server says: of that no more than a byte too many. */
async function wholesOf(source: MoreSource, mails: Arrived[], { soonBytes, maxBytes }: MoreLimits): Promise<Map<number, Buffer>> {
  const uids = mails.map(uidOf)
  const small = mails.filter(mail => mail.sizeBytes <= soonBytes).map(uidOf)
  const found = new Map(small.length > 0 ? await rawOf(source, small, 2 * soonBytes) : [])
  const larger = small.filter(uid => (found.get(uid)?.length ?? 0) >= 2 * soonBytes)
  const alone = [...uids.filter(uid => !small.includes(uid)), ...larger]
  for (const uid of alone) for (const [, raw] of await rawOf(source, [uid], maxBytes + 1)) found.set(uid, raw)
  return found
}

/** By UID, what of them is handed over, and of each no more than so many bytes. */
async function rawOf(source: MoreSource, uids: number[], mostBytes: number): Promise<[number, Buffer][]> {
  const fetched = await source.fetch(uids, mostBytes)
  return fetched.flatMap(({ uid, source: raw }): [number, Buffer][] => (raw && uids.includes(uid) ? [[uid, raw]] : []))
}

/** A server that does not find the parts describes a large mail of nothing. */
function isPlausible({ root, leftParts }: Described, { raw, sizeBytes }: Arrived): boolean {
  const leaves = leavesOf(root)
  const told = leaves.reduce((sum, leaf) => sum + leaf.encodedBytes + partBytes, 0)
  return leftParts > 0 || told >= (sizeBytes - raw.length) / 2
}

const uidOf = ({ uid }: Arrived): number => uid ?? 0

/** By UID and section. */
type Contents = Map<number, Map<string, Buffer>>

/** A mail that is not handed over is left out. What mails need of the same sections is asked for at once. */
async function contentsOf(source: MoreSource, structures: Map<number, Described>, mails: Arrived[], wanted: FetchDepth): Promise<Contents> {
  const found: Contents = new Map()
  const needs = mails.map(mail => ({ uid: uidOf(mail), leaves: leavesFor(structures.get(uidOf(mail)), wanted) }))
  const asks = [...Map.groupBy(needs, need => sectionsOf(need).join(' ')).values()].flatMap(asksFor)
  for (const ask of asks) for (const [uid, sections] of await answersTo(source, ask)) found.set(uid, sections)
  return found
}

/** Who needs no section has all without asking. */
async function answersTo(source: MoreSource, { uids, sections, maxBytes }: Ask): Promise<[number, Map<string, Buffer>][]> {
  if (sections.length === 0) return uids.map(uid => [uid, new Map()])
  const answers = await source.sections(uids, sections, maxBytes)
  return uids.flatMap((uid): [number, Map<string, Buffer>][] => {
    const answer = answers.get(uid)
    return answer ? [[uid, answer]] : []
  })
}

interface Need {
  uid: number
  leaves: LeafPart[]
}

const sectionsOf = ({ leaves }: Need): string[] => leaves.map(({ section }) => section)

interface Ask {
  uids: number[]
  sections: string[]
  /** Of each section. */
  maxBytes: number
}

/** Of mails that need the same sections. */
function asksFor(alike: Need[]): Ask[] {
  const asks: Ask[] = []
  for (const need of alike) {
    const sections = sectionsOf(need)
    const bytes = Math.max(0, ...need.leaves.map(leaf => Math.min(Math.ceil(leaf.encodedBytes * 1.25) + slackBytes, textBytes)))
    const last = asks.at(-1)
    const together = Math.max(bytes, last?.maxBytes ?? 0)
    if (last && (last.uids.length + 1) * sections.length * together <= askedBytes) {
      last.uids.push(need.uid)
      last.maxBytes = together
    } else asks.push({ uids: [need.uid], sections, maxBytes: bytes })
  }
  return asks
}

function leavesFor(described: Described | undefined, wanted: FetchDepth): LeafPart[] {
  if (!described) return []
  const isRead = (leaf: LeafPart) => isSilentCalendar(leaf) || (wanted !== 'structure' && (isText(leaf) || isCalendar(leaf)))
  return leavesOf(described.root).filter(isRead).slice(0, mostTexts)
}

/** What it asks stands within it alone (RFC 5546 §3.1). */
const isSilentCalendar = ({ type, parameters }: LeafPart): boolean =>
  type === 'text/calendar' && !parameters.some(([name]) => name === 'method')

/** A card is made of it. */
const isCalendar = ({ type, parameters, dispositionParameters }: LeafPart): boolean =>
  isCalendarFile(type, [...dispositionParameters, ...parameters].find(([name]) => name === 'filename' || name === 'name')?.[1] ?? '')
