// Judges the WhatsApp suite by what the stand-in's phones received and by the database, neither of which was ever killed.
import type { Findings } from '../checker.ts'
import type { Bubble } from './people.ts'
import type { Posted } from './postman.ts'

/** A delivery as the database has it. */
export interface DeliveryRow {
  id: string
  kind: 'mail' | 'announcement' | 'digest' | 'shown'
  messageId: string | null
  state: string
  reason: string | null
  digestId: string | null
  incident: string | null
  /** Attempts of which nobody could say whether they arrived. */
  unknown: number
}

export interface SendingEvidence {
  posted: Posted[]
  bubbles: Bubble[]
  rows: Map<string, DeliveryRow>
  /** By token, as its person's list names it. */
  messages: Map<string, { id: string; state: string; person: string }>
  /** How many webhooks were dropped for ever: as many messages may have arrived without anybody being told. */
  dropped: number
}

export function judgeSending(evidence: SendingEvidence): Findings {
  const copies = copiesOf(evidence)
  const sentences: string[] = []
  const unconfirmed: string[] = []
  let [lost, duplicates] = [0, 0]
  for (const mail of evidence.posted) {
    const message = evidence.messages.get(mail.token)
    const loss = lossOf(mail, message, copies, evidence)
    if (loss) lost++
    if (loss) sentences.push(`${mail.token}: ${loss}`)
    for (const phone of mail.kind ? mail.person.phones : []) {
      const mine = copies.get(keyOf(mail.token, phone)) ?? []
      const extra = Math.max(0, mine.length - 1 - unknownOf(mine, evidence.rows))
      duplicates += extra
      if (extra > 0) sentences.push(`${mail.token}: ${mine.length} copies on ${phone}`)
      unconfirmed.push(...stateless(mine, evidence.rows))
    }
  }
  if (new Set(unconfirmed).size > evidence.dropped)
    sentences.push(`${new Set(unconfirmed).size} messages were never confirmed, and ${evidence.dropped} webhooks were lost`)
  sentences.push(...foreign(evidence), ...outOfOrder(evidence, copies), ...urgentInDigest(evidence, copies), ...rowsAtOdds(evidence))
  const unknown = [...evidence.rows.values()].reduce((sum, row) => sum + row.unknown, 0)
  return { mails: evidence.posted.length, lost, duplicates, unknown, sentences }
}

const keyOf = (token: string, phone: string): string => `${token} ${phone}`
const tokenForm = /t\d+n\d+x/g

/**
 * What reached a phone in its own message or in a digest. Announcements only name it, what was shown again was asked for, and an answer to
 * what a person wrote, which is no delivery, may list the latest emails.
 */
function copiesOf({ bubbles, rows }: SendingEvidence): Map<string, Bubble[]> {
  const copies = new Map<string, Bubble[]>()
  for (const bubble of bubbles) {
    if (!bubble.reached || bubble.type === 'template' || bubble.deliveryId === null || rows.get(bubble.deliveryId)?.kind === 'shown')
      continue
    for (const token of new Set(bubble.content.match(tokenForm))) {
      const key = keyOf(token, bubble.phone)
      copies.set(key, [...(copies.get(key) ?? []), bubble])
    }
  }
  return copies
}

function lossOf(
  mail: Posted,
  message: { state: string; person: string } | undefined,
  copies: Map<string, Bubble[]>,
  { rows, messages }: SendingEvidence,
): string | null {
  if (!message) return 'is not in the ledger'
  if (message.person !== mail.person.name) return 'is in the ledger of somebody else'
  if (!mail.kind) return message.state === 'not_matched' ? null : `matches nothing, but is ${message.state}`
  const missing = mail.person.phones.filter(phone => !copies.has(keyOf(mail.token, phone)))
  const mine = [...rows.values()].filter(row => row.kind === 'mail' && row.messageId === messages.get(mail.token)?.id)
  // Two tries of which nobody can say whether they arrived forbid a third: its owner reads so, and may send it again.
  const inDoubt = mine.filter(row => row.state === 'failed' && row.reason === 'outcome_unknown')
  if (missing.length <= inDoubt.length) return null
  return `never reached ${missing.join(' and ')}, and is ${mine.map(row => `${row.state} (${row.reason})`).join(', ')}`
}

function unknownOf(copies: Bubble[], rows: Map<string, DeliveryRow>): number {
  const carriers = new Set(copies.flatMap(copy => copy.deliveryId ?? []))
  return [...carriers].reduce((sum, id) => sum + (rows.get(id)?.unknown ?? 0), 0)
}

/** Deliveries that reached the phone and are not known to have. */
const stateless = (copies: Bubble[], rows: Map<string, DeliveryRow>): string[] =>
  copies.flatMap(({ deliveryId }) => {
    const row = rows.get(deliveryId ?? '')
    return row && row.state !== 'delivered' && row.state !== 'read' ? [row.id] : []
  })

function foreign({ bubbles, posted }: SendingEvidence): string[] {
  const owners = new Map(posted.map(mail => [mail.token, mail]))
  return bubbles.flatMap(bubble =>
    [...new Set(bubble.content.match(tokenForm))].flatMap(token => {
      const mail = owners.get(token)
      if (!mail) return [`${token}: on ${bubble.phone}, but never put in`]
      return mail.person.phones.includes(bubble.phone) ? [] : [`${token}: reached ${bubble.phone}, the phone of somebody else`]
    }),
  )
}

/** A plain mail that was taken before another was begun comes first on every phone. */
function outOfOrder({ posted, bubbles }: SendingEvidence, copies: Map<string, Bubble[]>): string[] {
  const places = new Map(bubbles.map((bubble, i) => [bubble.wamid, i]))
  return [...new Set(posted.flatMap(mail => mail.person.phones))].flatMap(phone => {
    const mine = posted.filter(mail => mail.kind === 'plain' && mail.person.phones.includes(phone)).toSorted((a, b) => a.began - b.began)
    return mine.flatMap((mail, i) => {
      const place = placeOf(mail)
      const later = mine.slice(i + 1).find(other => other.began > mail.taken && placeOf(other) < place)
      return later ? [`${mail.token}: came to ${phone} after ${later.token}, which was sent later`] : []
    })
    function placeOf(mail: Posted): number {
      const first = copies.get(keyOf(mail.token, phone))?.[0]
      return first ? (places.get(first.wamid) ?? Number.NaN) : Number.NaN
    }
  })
}

function urgentInDigest({ posted, rows }: SendingEvidence, copies: Map<string, Bubble[]>): string[] {
  return posted
    .filter(mail => mail.kind === 'urgent')
    .flatMap(mail =>
      mail.person.phones.flatMap(phone =>
        (copies.get(keyOf(mail.token, phone)) ?? []).some(copy => rows.get(copy.deliveryId ?? '')?.kind === 'digest')
          ? [`${mail.token}: is urgent and came in a digest`]
          : [],
      ),
    )
}

function rowsAtOdds({ rows, bubbles }: SendingEvidence): string[] {
  const members = [...rows.values()].flatMap(row => {
    const digest = row.digestId === null ? undefined : rows.get(row.digestId)
    return digest && digest.state !== row.state ? [`a member of a digest that is ${digest.state} is ${row.state}`] : []
  })
  // Nobody has told the stand-in to fail anything: what it says of a window or a pace is our own doing.
  const refused = bubbles.flatMap(bubble => (bubble.failsWith ? [`a message to ${bubble.phone} failed with ${bubble.failsWith}`] : []))
  const incidents = [...rows.values()].flatMap(row => (row.incident ? [`a delivery is told as ${row.incident}`] : []))
  return [...members, ...refused, ...incidents]
}
