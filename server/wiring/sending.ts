// Sends what the queue hands out, by its kind: its mails are read, blacked out, put into words, and go to the phone.
import type { Outcome } from '../../core/delivery/outcome.ts'
import { isOpen } from '../../core/filters/privacy.ts'
import type { Words } from '../../core/words/words.ts'
import { readerOf } from '../account/settings/store.ts'
import type { Page } from '../answer/decided.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Db } from '../db/pool.ts'
import { isAsBefore } from '../delivery/commands/store.ts'
import { type Seen, wasSeen } from '../delivery/content/store.ts'
import { isCall } from '../delivery/escalation/store.ts'
import { hasDirectSend, loseDirectSend } from '../delivery/number/queue.ts'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import type { Log } from '../log.ts'
import { filesIn } from '../mail/sealed.ts'
import { linkToWhole } from '../mail/whole/link.ts'
import { named, sendAnnouncement } from '../whatsapp/announce.ts'
import type { Graph } from '../whatsapp/client.ts'
import type { DigestLine } from '../whatsapp/digest.ts'
import { PayloadError } from '../whatsapp/payload/checks.ts'
import { seenOf } from '../whatsapp/redacted.ts'
import { withBadge } from '../whatsapp/render/sender.ts'
import { type MailToSend, type Person, sendDigest, sendMail, sendMore, sendShown, type ToSend } from '../whatsapp/send.ts'
import { markRefused, type TemplateParts } from '../whatsapp/templates/manage.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'
import { answersFor } from './invitations.ts'
import { captioned, followingFile, tellFiles } from './mail-files.ts'
import { type Reads, readsOf } from './reads.ts'

export interface SendingParts {
  config: Pick<Config, 'publicUrl'>
  db: Db
  keys: PersonKeys
  clock: Clock
  log: Log
  words: Words
  graph: Graph
  templates: TemplateParts
  /** Of what is only looked at; what leaves is read anew. */
  reads?: Reads
}

const readsFor = ({ reads, db, keys }: SendingParts): Reads => reads ?? readsOf(db, keys, 'send')

/** A message that WhatsApp is ready to be asked for; nothing has left while it is made. */
type Ready = () => Promise<Outcome>

/** `leave` is asked right before anything may leave; false: somebody else has taken it on meanwhile. */
export async function sendClaimed(parts: SendingParts, claimed: ClaimedDelivery, leave: () => Promise<boolean>): Promise<Outcome> {
  const ready = await makeReady(parts, claimed).catch((error: unknown) => {
    parts.log.warn({ err: error }, 'a mail could not be read for sending')
    return 'unreadable' as const
  })
  // Nothing has left yet, so this is no unknown outcome.
  if (ready === 'unreadable') return { kind: 'retry', reason: 'interrupted', afterMs: null, scope: 'delivery' }
  // Its content was erased at the end of the person's retention: there is nothing left to send.
  if (!ready) return { kind: 'failed', reason: 'too_old', stop: 'delivery' }
  if (!(await leave())) return { kind: 'retry', reason: 'claim_lost', afterMs: null, scope: 'delivery' }
  try {
    return await ready()
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    parts.log.error({ err: error, deliveryId: claimed.deliveryId }, 'a message of ours breaks a limit of WhatsApp')
    return { kind: 'failed', reason: 'bad_payload', stop: 'delivery' }
  }
}

type About = ToSend & { attempt: number; language: string; timeZone: string }

async function makeReady(parts: SendingParts, claimed: ClaimedDelivery): Promise<Ready | null> {
  const { userId, deliveryId, waId, waUserId, attempt } = claimed
  const about: About = { to: { waId, waUserId }, userId, deliveryId, attempt, ...(await readerOf(parts.db, userId)) }
  switch (claimed.kind) {
    case 'announcement':
      return announcement(parts, claimed, about)
    case 'digest':
      return digest(parts, claimed, about)
    case 'attachment':
      return attachment(parts, claimed, about)
    default:
      return mail(parts, claimed, { ...about, isCall: await isCall(parts.db, userId, deliveryId) })
  }
}

async function mail(parts: SendingParts, claimed: ClaimedDelivery, about: About): Promise<Ready | null> {
  const { db, graph, clock } = parts
  const reads = readsFor(parts)
  const { userId, deliveryId, messageId, filterId } = claimed
  const view = messageId === null ? null : await reads.view(userId, messageId)
  if (messageId === null || !view) return null
  const filterName = await reads.filterName(userId, filterId)
  const isProven = await reads.isProven(userId, messageId)
  const [seen] = await reads.seen(userId, [deliveryId])
  const files = filesOf(parts)
  const { told, single, hasMore } = await tellFiles(files, about, messageId, view, seen)
  const whole = linkToWhole(db, userId, {
    ...{ publicUrl: parts.config.publicUrl, messageId, deliveryId, now: clock.now(), isLook: parts.reads !== undefined },
    isForOwner: seen !== undefined && !isOpen(seen),
  })
  const answers = await answersFor(parts, userId, claimed.destinationId, view)
  const bounds = { redact: seen?.redact ?? null, extent: seen?.show ?? null }
  const known = { ...about, ...bounds, view, filterName, isProven, told, whole, answers, hasMore }
  const withFile = single && claimed.kind === 'mail' ? await captioned(files, known, messageId, single) : null
  if (withFile) return withFile
  // What is shown whole may go as a file; it is not uploaded to be looked at.
  const isAnew = claimed.kind === 'shown' && !parts.reads && !(await isAsBefore(db, userId, deliveryId))
  const isWhole = isAnew && !(await isToAnswer(parts, known))
  return () => (isWhole ? sendShown({ db, graph, now: clock.now() }, known) : sendMail(graph, known))
}

/** An invitation that comes out of a digest comes to be answered; all of its text is another message, where that is asked for. */
const isToAnswer = async ({ db }: SendingParts, { userId, deliveryId, answers = [] }: MailToSend) =>
  answers.length > 0 && !(await wasSeen(db, userId, deliveryId))

const filesOf = (parts: SendingParts) => ({ ...parts, reads: readsFor(parts), now: parts.clock.now(), isLook: parts.reads !== undefined })

async function attachment(parts: SendingParts, { userId, deliveryId, messageId }: ClaimedDelivery, about: ToSend): Promise<Ready | null> {
  const [seen] = await readsFor(parts).seen(userId, [deliveryId])
  const ready = messageId === null ? null : await followingFile(filesOf(parts), about, messageId, seen)
  return ready ?? (async () => ({ kind: 'failed', reason: 'file_gone', stop: 'delivery' }))
}

async function announcement(parts: SendingParts, claimed: ClaimedDelivery, about: About): Promise<Ready | null> {
  const { db, graph, clock, templates, log } = parts
  const { userId, memberIds } = claimed
  if (memberIds.length === 0) return null
  const heads = await headsOf(parts, userId, memberIds.slice(0, named))
  const all = await listTemplates(db)
  const asked = {
    ...{ graph, directSend: graph.directSend && (await hasDirectSend(db, graph.numberId)) },
    templates: all,
    now: clock.now(),
    onRefused: async ({ id, name }: { id: string; name: string }, code: number, detail: string) => {
      log.warn({ template: name, code, detail }, 'WhatsApp does not take a template')
      await markRefused(templates, id, code, detail)
    },
    onDirectSendLost: async (code: number) => {
      log.warn({ code }, 'WhatsApp does not let us send without a template; templates are used from now on')
      await loseDirectSend(db, graph.numberId, clock.now())
    },
  }
  return async () => {
    const outcome = await sendAnnouncement(asked, { ...about, heads, count: memberIds.length })
    if (outcome.kind === 'held' && outcome.reason === 'no_template')
      log.warn({ deliveryId: claimed.deliveryId }, 'mail waits for an approved template: npm run admin -- templates list')
    return outcome
  }
}

async function digest(parts: SendingParts, claimed: ClaimedDelivery, about: ToSend): Promise<Ready | null> {
  if (claimed.memberIds.length === 0) return null
  const heads = await headsOf(parts, claimed.userId, claimed.memberIds)
  return () => sendDigest(parts.graph, { ...about, lines: heads })
}

/** The mails of a digest after its first `from`, to a phone that has asked for them. */
export async function sendPage(parts: SendingParts, to: Person, { userId, digestId, deliveryIds, from }: Page): Promise<Outcome> {
  const { language } = await readerOf(parts.db, userId)
  return sendMore(parts.graph, { to, language }, { digestId, lines: await headsOf(parts, userId, deliveryIds), from })
}

/** Sender and subject of each, in the order asked, blacked out as its filters want; empty where the mail is not kept any more. */
async function headsOf(parts: SendingParts, userId: string, deliveryIds: string[]): Promise<DigestLine[]> {
  const reads = readsFor(parts)
  const seen = new Map((await reads.seen(userId, deliveryIds)).map(one => [one.id, one]))
  const open = [...seen.values()].filter(one => !one.redact)
  const known = await reads.heads(userId, idsOf(open))
  const heads: DigestLine[] = []
  for (const deliveryId of deliveryIds) {
    const one = seen.get(deliveryId)
    const head = one?.redact ? await redactedHead(reads, userId, one) : known.get(one?.messageId ?? '')
    const name = head?.from?.name || head?.from?.address || ''
    // A sign on each proven sender would hide the ones that warn.
    const badge = head?.badge === 'warning' ? 'warning' : 'none'
    heads.push({ deliveryId, sender: withBadge(parts.words, name, badge), subject: head?.subject ?? '', files: head?.files ?? 0 })
  }
  return heads
}

// What is blacked out may be found only with the text beside it: a code that the body calls one.
async function redactedHead(reads: Reads, userId: string, seen: Seen) {
  const view = seen.messageId === null ? null : await reads.view(userId, seen.messageId)
  if (!view) return undefined
  const { from, subject } = seenOf(view, seen)
  return { from: from[0] ?? null, subject, badge: view.sender?.badge, files: filesIn(view) }
}

const idsOf = (all: Seen[]): string[] => all.flatMap(one => (one.messageId === null ? [] : [one.messageId]))
