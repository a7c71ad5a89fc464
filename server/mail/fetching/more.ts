// Fetches more of mails that are known by their headers: what they are made of, their texts, or all of them.
import type { Arrived, More, Wanted } from '../arrived.ts'
import type { OpenFolder } from '../imap/folder.ts'
import { type Described, type Leaf, leavesOf } from '../imap/structure.ts'
import { hollowMail, isText } from './hollow.ts'

type MoreSource = Pick<OpenFolder, 'fetch' | 'structures' | 'sections'>

interface MoreLimits {
  /** The largest mail that is fetched whole. */
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
/** What is asked for at once. */
const askedBytes = 16 * 1024 * 1024

/**
 * More of the mails of one batch, as long as their folder is open. `shy` outlives connections: a structure that is too much for us ends
 * the connection, and its mail must not be asked for it again.
 */
export function moreOf(source: MoreSource, limits: MoreLimits, shy: Set<string>): More {
  const heads = new Map<number, Buffer>()
  const structures = new Map<number, Described>()
  const more: More = async (mails, wanted) => {
    for (const mail of mails) if (!heads.has(uidOf(mail))) heads.set(uidOf(mail), mail.raw)
    await learn(mails.filter(mail => mail.sizeBytes <= limits.partsBytes && !isWhole(mail, wanted)))
    const byParts = mails.filter(mail => structures.has(uidOf(mail)) && !isWhole(mail, wanted))
    const contents = await contentsOf(source, structures, byParts, wanted)
    const done: Arrived[] = []
    for (const mail of mails) done.push(await deepen(mail, wanted, contents))
    return done
  }

  const isWhole = ({ sizeBytes }: Arrived, wanted: Wanted): boolean => wanted === 'all' && sizeBytes <= limits.maxBytes

  const learn = async (mails: Arrived[]) => {
    const unknown = mails.filter(mail => !structures.has(uidOf(mail)) && !shy.has(mail.sourceKey))
    if (unknown.length === 0) return
    for (const { sourceKey } of unknown) shy.add(sourceKey)
    const found = await source.structures(unknown.map(uidOf))
    for (const mail of unknown) {
      const described = found.get(uidOf(mail))
      if (!described || !isPlausible(described, mail)) continue
      structures.set(uidOf(mail), described)
      shy.delete(mail.sourceKey)
    }
  }

  const deepen = async (mail: Arrived, wanted: Wanted, contents: Map<number, Map<string, Buffer>>): Promise<Arrived> => {
    const described = structures.get(uidOf(mail))
    const head = heads.get(uidOf(mail)) ?? mail.raw
    const { more: _, fetched: __, ...rest } = mail
    if (!described || isWhole(mail, wanted)) return whole(rest, head)
    const found = contents.get(uidOf(mail))
    if (!found) return { ...rest, raw: head, reduced: 'no_text' }
    const raw = hollowMail(head, described.root, found)
    const next = { ...rest, raw, leftParts: described.leftParts }
    return wanted === 'structure'
      ? { ...next, fetched: 'structure', more }
      : { ...next, fetched: 'text', ...(wanted === 'text' && { more }) }
  }

  const whole = async (mail: Arrived, head: Buffer): Promise<Arrived> => {
    if (mail.sizeBytes > limits.maxBytes) return { ...mail, raw: head, reduced: 'too_large' }
    const [fetched] = (await source.fetch([uidOf(mail)], limits.maxBytes + 1)).filter(({ uid }) => uid === uidOf(mail))
    if (!fetched?.source) return { ...mail, raw: head, reduced: 'no_text' }
    return fetched.source.length > limits.maxBytes ? { ...mail, raw: head, reduced: 'too_large' } : { ...mail, raw: fetched.source }
  }
  return more
}

/** A server that does not find the parts describes a large mail of nothing. */
function isPlausible({ root, leftParts }: Described, { raw, sizeBytes }: Arrived): boolean {
  const leaves = leavesOf(root)
  const told = leaves.reduce((sum, leaf) => sum + leaf.encodedBytes + partBytes, 0)
  return leftParts > 0 || told >= (sizeBytes - raw.length) / 2
}

const uidOf = ({ uid }: Arrived): number => uid ?? 0

/** By UID and section; a mail that is not handed over is left out. What mails need of the same sections is asked for at once. */
async function contentsOf(source: MoreSource, structures: Map<number, Described>, mails: Arrived[], wanted: Wanted) {
  const found = new Map<number, Map<string, Buffer>>()
  const needs = mails.map(mail => ({ uid: uidOf(mail), leaves: leavesFor(structures.get(uidOf(mail)), wanted) }))
  for (const alike of Map.groupBy(needs, need => sectionsOf(need).join(' ')).values())
    for (const { uids, sections, maxBytes } of asksFor(alike)) {
      const answers = sections.length > 0 ? await source.sections(uids, sections, maxBytes) : null
      for (const uid of uids) {
        const answer = answers ? answers.get(uid) : new Map<string, Buffer>()
        if (answer) found.set(uid, answer)
      }
    }
  return found
}

interface Need {
  uid: number
  leaves: Leaf[]
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

function leavesFor(described: Described | undefined, wanted: Wanted): Leaf[] {
  if (!described) return []
  const isRead = (leaf: Leaf) => isSilentCalendar(leaf) || (wanted !== 'structure' && isText(leaf))
  return leavesOf(described.root).filter(isRead).slice(0, mostTexts)
}

/** What it asks stands within it alone (RFC 5546 §3.1). */
const isSilentCalendar = ({ type, parameters }: Leaf): boolean =>
  type === 'text/calendar' && !parameters.some(([name]) => name === 'method')
