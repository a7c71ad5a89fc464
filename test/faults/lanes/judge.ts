// Judges a simulated run by the messenger's list of what reached phones, and by the final state of the database.
import { sql } from 'kysely'
import type { BucketRate } from '../../../core/delivery/lanes.ts'
import type { Db } from '../../../server/foundation/db/pool.ts'
import type { Findings } from '../checker.ts'
import type { Bubble } from './messenger.ts'
import type { EnqueuedMessage } from './world.ts'

/** A row of the queue at the end. */
export interface EndRow {
  id: string
  kind: 'mail' | 'announcement' | 'digest' | 'shown'
  state: string
  reason: string | null
  digestId: string | null
  /** Attempts of which nobody could say whether they arrived. */
  unknown: number
}

export interface Evidence {
  enqueued: EnqueuedMessage[]
  bubbles: Bubble[]
  rows: Map<string, EndRow>
  inbound: { phone: string; at: Date }[]
  pauses: { phone: string; from: Date; until: Date }[]
  refusals: number[]
  rate: BucketRate
  /** How long an announcement that is not answered stands for all that comes after it. */
  gapMs: number
  /** How long a mail may wait to be named while the window is closed; null where calls fail, so that nobody can be in time. */
  patienceMs: number | null
  /** Problems noticed during the run. */
  problems: string[]
}

export interface LaneFindings extends Findings {
  /** Milliseconds from being put in, or from the opening of the window, until urgent mail was taken. */
  urgentMs: number[]
  templates: number
}

export function judgeLanes(evidence: Evidence): LaneFindings {
  const sentences = [...evidence.problems]
  const copies = copiesOf(evidence)
  let [lost, duplicates] = [0, 0]
  for (const mail of evidence.enqueued) {
    const mine = copies.get(mail.deliveryId) ?? []
    const loss = lossOf(mail, mine, evidence)
    if (loss) lost++
    if (loss) sentences.push(`${nameOf(mail, evidence)}: ${loss}`)
    const extra = Math.max(0, mine.length - 1 - unknownOf(mail.deliveryId, mine, evidence.rows))
    duplicates += extra
    if (extra > 0) sentences.push(`${nameOf(mail, evidence)}: ${mine.length} copies on the phone`)
  }
  sentences.push(
    ...outOfOrder(evidence, copies),
    ...evidence.enqueued.flatMap(mail => urgentInDigest(mail, copies.get(mail.deliveryId) ?? [], evidence)),
    ...tooFast(evidence),
    ...unwantedTemplates(evidence),
    ...namedLate(evidence, copies),
    ...duringRests(evidence),
    ...membersLeftBehind(evidence),
    ...evidence.refusals.map(code => `the messenger refused with ${code}, which could be seen before`),
  )
  const unknown = [...evidence.rows.values()].reduce((sum, row) => sum + row.unknown, 0)
  const templates = evidence.bubbles.filter(bubble => bubble.type === 'template').length
  return { mails: evidence.enqueued.length, lost, duplicates, unknown, sentences, urgentMs: urgentWaits(evidence, copies), templates }
}

/** What carried each mail whole or in a digest, in the order in which it reached the phone; what was shown again is none. */
function copiesOf({ bubbles, rows }: Evidence): Map<string, Bubble[]> {
  const copies = new Map<string, Bubble[]>()
  for (const bubble of bubbles) {
    const kind = rows.get(bubble.deliveryId)?.kind
    if (bubble.type === 'template' || kind === 'shown') continue
    for (const id of bubble.carries) copies.set(id, [...(copies.get(id) ?? []), bubble])
  }
  return copies
}

function lossOf({ deliveryId, phone }: EnqueuedMessage, copies: Bubble[], { rows }: Evidence): string | null {
  const row = rows.get(deliveryId)
  if (!row) return 'is not in the queue'
  // Two tries of which nobody can say whether they arrived forbid a third: its owner reads so.
  const isInDoubt = row.state === 'failed' && row.reason === 'outcome_unknown' && unknownOf(deliveryId, copies, rows) > 1
  if (isInDoubt) return null
  if (copies.length === 0) return `never reached the phone, and is ${row.state} (${row.reason})`
  if (copies.some(copy => copy.phone !== phone.number)) return 'reached the phone of somebody else'
  return row.state === 'delivered' || row.state === 'read' ? null : `reached the phone, but is ${row.state} (${row.reason})`
}

/** Each message that carried it may have been sent once more for every try whose outcome nobody knew. */
function unknownOf(deliveryId: string, copies: Bubble[], rows: Map<string, EndRow>): number {
  const carriers = new Set([deliveryId, rows.get(deliveryId)?.digestId ?? '', ...copies.map(copy => copy.deliveryId)])
  return [...carriers].reduce((sum, id) => sum + (rows.get(id)?.unknown ?? 0), 0)
}

/** Plain mails of one phone come in the order in which they were put in. */
function outOfOrder({ enqueued, bubbles }: Evidence, copies: Map<string, Bubble[]>): string[] {
  const places = new Map(bubbles.map((bubble, i) => [bubble, i]))
  const lanes = Map.groupBy(
    enqueued.filter(mail => mail.kind === 'plain'),
    mail => mail.phone.number,
  )
  return [...lanes].flatMap(([phone, mails]) => {
    let last = -1
    for (const mail of mails) {
      const first = copies.get(mail.deliveryId)?.[0]
      const place = first ? (places.get(first) ?? -1) : last
      if (place < last) return [`${phone}: a mail of ${mail.at.toISOString()} came after one that was put in later`]
      last = Math.max(last, place)
    }
    return []
  })
}

function urgentInDigest(mail: EnqueuedMessage, copies: Bubble[], evidence: Evidence): string[] {
  if (mail.kind !== 'urgent') return []
  return copies.some(copy => copy.deliveryId !== mail.deliveryId) ? [`${nameOf(mail, evidence)}: is urgent and came in a digest`] : []
}

function tooFast({ bubbles, rate }: Evidence): string[] {
  return [...Map.groupBy(bubbles, bubble => bubble.phone)].flatMap(([phone, mine]) => {
    for (const [i, from] of mine.entries()) {
      const to = mine[i + rate.capacity]
      // One more than the burst may come only once a token has grown.
      if (to && to.at.getTime() - from.at.getTime() < rate.refillMs - slackMs)
        return [`${phone}: ${rate.capacity + 1} messages in ${to.at.getTime() - from.at.getTime()} ms from ${from.at.toISOString()} on`]
    }
    return []
  })
}

/** Calls take up to 0.3 s, so that two of them may come closer together than they were made. */
const slackMs = 500

/** One template for what waits: none while the window is open, none for what was named before, none in the gap unless urgent mail came. */
function unwantedTemplates({ bubbles, enqueued, rows, inbound, gapMs }: Evidence): string[] {
  const mails = new Map(enqueued.map(mail => [mail.deliveryId, mail]))
  return [...Map.groupBy(bubbles, bubble => bubble.phone)].flatMap(([phone, mine]) => {
    const wrong: string[] = []
    const named = new Set<string>()
    let last: Bubble | null = null
    for (const bubble of mine.filter(one => one.type === 'template')) {
      if (last?.deliveryId === bubble.deliveryId && (rows.get(bubble.deliveryId)?.unknown ?? 0) > 0) continue
      const words = inbound.filter(one => one.phone === phone && one.at < bubble.at)
      const lastInboundMs = words.at(-1)?.at.getTime() ?? Number.NEGATIVE_INFINITY
      if (bubble.at.getTime() < lastInboundMs + sureOpenMs) wrong.push(`${phone}: a template came while the window was open`)
      if (bubble.carries.length === 0) wrong.push(`${phone}: a template named nothing`)
      if (bubble.carries.some(id => named.has(id))) wrong.push(`${phone}: a template named again what another had named`)
      const isUrgent = bubble.carries.some(id => mails.get(id)?.kind === 'urgent')
      const sinceMs = last && lastInboundMs < last.at.getTime() ? bubble.at.getTime() - last.at.getTime() : Number.POSITIVE_INFINITY
      if (sinceMs < gapMs - slackMs && !isUrgent)
        wrong.push(`${phone}: a second template came ${sinceMs} ms after one that was not answered`)
      // Of one whose tries all ended in doubt nobody knew whether it was read.
      const row = rows.get(bubble.deliveryId)
      if (row && (row.state === 'failed' || row.unknown > 1)) continue
      for (const id of bubble.carries) named.add(id)
      last = bubble
    }
    return wrong
  })
}

/** Twenty-four hours less the minutes that nobody relies on. */
const sureOpenMs = 24 * 3_600_000 - 6 * 60_000

/** What waits for the window is named once it has waited long enough, or with the next announcement that may come. */
function namedLate({ bubbles, enqueued, inbound, pauses, gapMs, patienceMs }: Evidence, copies: Map<string, Bubble[]>): string[] {
  if (patienceMs === null) return []
  return enqueued.flatMap(mail => {
    const { number } = mail.phone
    const mine = bubbles.filter(bubble => bubble.phone === number && bubble.type === 'template')
    const last = mine.findLast(
      bubble => bubble.at < mail.at && !inbound.some(one => one.phone === number && one.at > bubble.at && one.at < mail.at),
    )
    const atMs = mail.at.getTime()
    const gapEndMs = last ? last.at.getTime() + gapMs : 0
    const deadlineMs = (mail.kind === 'urgent' ? atMs : Math.max(atMs + patienceMs, gapEndMs)) + slackMs
    const isOpen = inbound.some(one => one.phone === number && one.at.getTime() > atMs - sureOpenMs && one.at.getTime() <= deadlineMs)
    const isResting = pauses.some(rest => rest.phone === number && rest.from.getTime() <= deadlineMs && rest.until > mail.at)
    if (isOpen || isResting || mail.kind === 'later' || mail.kind === 'digest') return []
    const isKnown = [...mine.filter(bubble => bubble.carries.includes(mail.deliveryId)), ...(copies.get(mail.deliveryId) ?? [])].some(
      bubble => bubble.at.getTime() <= deadlineMs,
    )
    return isKnown ? [] : [`${number}: a mail of ${mail.at.toISOString()} was not named by ${new Date(deadlineMs).toISOString()}`]
  })
}

function duringRests({ pauses, bubbles }: Evidence): string[] {
  return pauses.flatMap(rest => {
    // What had left already when the rest began may still arrive.
    const from = rest.from.getTime() + slackMs
    const found = bubbles.find(bubble => bubble.phone === rest.phone && bubble.at.getTime() > from && bubble.at < rest.until)
    return found ? [`${rest.phone}: a ${found.type} message came at ${found.at.toISOString()}, while the phone had its rest`] : []
  })
}

function membersLeftBehind({ rows }: Evidence): string[] {
  return [...rows.values()].flatMap(row => {
    const digest = row.digestId === null ? undefined : rows.get(row.digestId)
    return digest && digest.state !== row.state ? [`a member of a digest that is ${digest.state} is ${row.state}`] : []
  })
}

function urgentWaits({ enqueued, inbound }: Evidence, copies: Map<string, Bubble[]>): number[] {
  return enqueued.flatMap(mail => {
    const first = copies.get(mail.deliveryId)?.[0]
    if (mail.kind !== 'urgent' || !first) return []
    const words = inbound.filter(one => one.phone === mail.phone.number)
    const isOpen = words.some(one => one.at <= mail.at && mail.at.getTime() < one.at.getTime() + sureOpenMs)
    const opened = isOpen ? mail.at : words.findLast(one => one.at > mail.at && one.at <= first.at)?.at
    return opened ? [first.at.getTime() - opened.getTime()] : []
  })
}

function nameOf(mail: EnqueuedMessage, { enqueued }: Evidence): string {
  return `${mail.kind} mail ${enqueued.indexOf(mail) + 1} for ${mail.phone.number}`
}

/** What the database says of every delivery. */
export async function readRows(db: Db): Promise<Map<string, EndRow>> {
  const { rows } = await sql<EndRow>`
    select d.id, d.kind, d.state, d.reason, d.digest_id as "digestId", count(a.*) filter (where a.outcome = 'unknown')::int as unknown
    from deliveries d left join attempts a on a.user_id = d.user_id and a.delivery_id = d.id group by d.user_id, d.id`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
