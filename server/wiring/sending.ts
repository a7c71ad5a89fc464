// Sends what the queue hands out, by its kind: its mails are read, blacked out, put into words, and go to the phone.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Words } from '../../core/words/words.ts'
import { readSettings } from '../account/settings/store.ts'
import type { Clock } from '../clock.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Db } from '../db/pool.ts'
import { readSeen, type Seen } from '../delivery/content/store.ts'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import { getFilter, readReason } from '../filters/store.ts'
import type { Log } from '../log.ts'
import { readHeads, readView } from '../mail/messages/store.ts'
import { type MailHead, named, sendAnnouncement } from '../whatsapp/announce.ts'
import type { Graph } from '../whatsapp/client.ts'
import { PayloadError } from '../whatsapp/payload/checks.ts'
import { redacted } from '../whatsapp/redacted.ts'
import { sendDigest, sendMail, sendShown, type ToSend } from '../whatsapp/send.ts'
import { markRefused, type TemplateParts } from '../whatsapp/templates/manage.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'

export interface SendingParts {
  db: Db
  keys: PersonKeys
  clock: Clock
  log: Log
  words: Words
  graph: Graph
  templates: TemplateParts
}

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

async function makeReady(parts: SendingParts, claimed: ClaimedDelivery): Promise<Ready | null> {
  const { userId, deliveryId, waId, waUserId, attempt } = claimed
  const about: ToSend & { attempt: number } = { to: { waId, waUserId }, userId, deliveryId, attempt }
  switch (claimed.kind) {
    case 'announcement':
      return announcement(parts, claimed, about)
    case 'digest':
      return digest(parts, claimed, about)
    default:
      return mail(parts, claimed, about)
  }
}

async function mail({ db, keys, graph, clock }: SendingParts, claimed: ClaimedDelivery, about: ToSend): Promise<Ready | null> {
  const { userId, deliveryId, messageId, filterId } = claimed
  const view = messageId === null ? null : await readView(db, userId, keys, messageId)
  if (messageId === null || !view) return null
  const filter = filterId ? await getFilter(db, userId, filterId) : undefined
  const isProven = (await readReason(db, userId, messageId)) !== 'not_proven'
  const [seen] = await readSeen(db, userId, [deliveryId])
  const whole = { ...about, view, filterName: filter?.name ?? '', isProven, redact: seen?.redact ?? null, extent: seen?.show ?? null }
  return () => (claimed.kind === 'shown' ? sendShown({ db, graph, now: clock.now() }, whole) : sendMail(graph, whole))
}

async function announcement(parts: SendingParts, claimed: ClaimedDelivery, about: ToSend & { attempt: number }): Promise<Ready | null> {
  const { db, graph, words, clock, templates, log } = parts
  const { userId, memberIds } = claimed
  if (memberIds.length === 0) return null
  const heads = await headsOf(parts, userId, memberIds.slice(0, named))
  const { language } = await readSettings(db, userId, 0)
  const all = await listTemplates(db)
  const asked = {
    graph,
    words,
    templates: all,
    now: clock.now(),
    onRefused: async ({ id, name }: { id: string; name: string }, code: number, detail: string) => {
      log.warn({ template: name, code, detail }, 'WhatsApp does not take a template')
      await markRefused(templates, id, code, detail)
    },
    onDirectSendLost: (code: number) =>
      log.warn({ code }, 'WhatsApp does not let us send without a template; templates are used from now on'),
  }
  return async () => {
    const outcome = await sendAnnouncement(asked, { ...about, heads, count: memberIds.length, language })
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

/** Sender and subject of each, in the order asked, blacked out as its filters want; empty where the mail is not kept any more. */
async function headsOf(parts: SendingParts, userId: string, deliveryIds: string[]): Promise<(MailHead & { deliveryId: string })[]> {
  const seen = new Map((await readSeen(parts.db, userId, deliveryIds)).map(one => [one.id, one]))
  const open = [...seen.values()].filter(one => !one.redact)
  const known = await readHeads(parts.db, userId, parts.keys, idsOf(open))
  const heads: (MailHead & { deliveryId: string })[] = []
  for (const deliveryId of deliveryIds) {
    const one = seen.get(deliveryId)
    const head = one?.redact ? await redactedHead(parts, userId, one) : known.get(one?.messageId ?? '')
    heads.push({ deliveryId, sender: head?.from?.name || head?.from?.address || '', subject: head?.subject ?? '' })
  }
  return heads
}

// What is blacked out may be found only with the text beside it: a code that the body calls one.
async function redactedHead({ db, keys }: SendingParts, userId: string, { messageId, redact }: Seen) {
  const view = messageId === null ? null : await readView(db, userId, keys, messageId)
  if (!view) return undefined
  const { from, subject } = redacted(view, redact)
  return { from: from[0] ?? null, subject }
}

const idsOf = (all: Seen[]): string[] => all.flatMap(one => (one.messageId === null ? [] : [one.messageId]))
