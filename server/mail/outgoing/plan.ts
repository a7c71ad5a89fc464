// Plans replies: saves, confirms, cancels and retries them, and decides their From address.
import { domainToASCII } from 'node:url'
import { buildReplyDraft, type ReplyWriter } from '../../../core/message/reply/draft.ts'
import { canReply, replyWindowMs } from '../../../core/message/reply/rate.ts'
import { Caution, type ReplyDraft, type ReplyRefusal } from '../../../core/message/reply/shapes.ts'
import { newReply, type ReplyState } from '../../../core/message/reply/state.ts'
import type { MailAddress, MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import { listMailboxes, type MailboxRow, readMailbox } from '../mailboxes/store.ts'
import { readView } from '../messages/store.ts'
import type { ReplyFile } from './compose.ts'
import { addressHash, sealReplyDraft, sealReplyFile } from './sealed.ts'
import {
  addReply,
  hasReplied,
  readByWamid,
  readMessageLocation,
  readProfile,
  readReply,
  readWrittenSince,
  recordReplyEvent,
} from './store.ts'

/** What a reply needs to know about the user who writes it. */
export interface ReplyAuthor {
  /** Their account's email address, to which answers to relayed replies go. */
  email: string | null
  words: Words
  timeZone: string
}

export interface ReplyPlanDeps {
  keys: UserKeys
  /** The clock that deliveries use. */
  now(): Date
  personOf(tx: Tx, userId: string): Promise<ReplyAuthor>
  /** The address of our system emails; replies from our own addresses are relayed under it. */
  ourAddress: string
}

export interface ReplyRequest {
  messageId: string
  text: string
  files?: ReplyFile[]
  /** The phone it was written on and the id of that message: the same message makes only one reply. */
  destinationId?: string | null
  wamid?: string | null
  /** Always wait for a confirmation: the text may not have been meant as a reply. */
  isAsked?: boolean
}

/**
 * `planned`: sent at `undoUntil` unless cancelled. `asking`: waits for `confirmReply`, as of its cautions. `refused`: nothing
 * was saved. `to` is the destination address.
 */
export type Planned =
  | { kind: 'planned'; replyId: string; to: string; undoUntil: Date; through: 'account' | 'us' }
  | { kind: 'asking'; replyId: string; to: string; cautions: Caution[]; through: 'account' | 'us' }
  | { kind: 'refused'; reason: ReplyRefusal }

/** Base64 turns three bytes into four, and few servers accept more than 25 MB. */
const maxFileBytes = 18 * 1024 * 1024
const maxFiles = 30

/** Saves a reply to a message in the caller's transaction; the worker sends it. */
export async function planReply(deps: ReplyPlanDeps, tx: Tx, userId: string, request: ReplyRequest): Promise<Planned> {
  const { messageId, text, files = [], destinationId = null, wamid = null, isAsked = false } = request
  const existing = await findByWamid(deps, tx, userId, wamid)
  if (existing) return existing
  const view = await readView(tx, userId, deps.keys, messageId)
  const location = await readMessageLocation(tx, userId, messageId)
  const mailbox = location && (await readMailbox(tx, userId, location.mailboxId))
  if (!view || !mailbox) return refusedPlan('gone')
  if (files.length > maxFiles || files.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxFileBytes) return refusedPlan('too_large')
  const person = await deps.personOf(tx, userId)
  const author = await readWriter(deps, tx, userId, mailbox, person)
  if (!author) return refusedPlan('no_way')
  const draft = buildReplyDraft(withAsciiDomains(view), author, text, files.length > 0, readWording(view, person))
  if (typeof draft === 'string') return refusedPlan(draft)
  const cautions: Caution[] = isAsked ? ['word', ...draft.cautions] : draft.cautions
  return saveDraft(deps, tx, userId, { messageId, mailboxId: mailbox.id, destinationId, wamid, files, isKnown: false, ...draft, cautions })
}

/** The reply that the same phone message has made before. */
export async function findByWamid({ now }: ReplyPlanDeps, tx: Tx, userId: string, wamid: string | null): Promise<Planned | null> {
  const existing = wamid === null ? undefined : await readByWamid(tx, userId, wamid)
  return existing
    ? toPlanned(existing.id, existing.state, existing.cautions.filter(isCaution), '', existing.due_at ?? now(), 'account')
    : null
}

export interface PlannedReply extends Required<Omit<ReplyRequest, 'text' | 'isAsked'>> {
  mailboxId: string
  draft: ReplyDraft
  cautions: Caution[]
  /** The user need not confirm that they know the address. */
  isKnown: boolean
}

/** Saves the draft for sending, or for confirmation first; refuses more than the hourly limit. */
export async function saveDraft(deps: ReplyPlanDeps, tx: Tx, userId: string, planned: PlannedReply): Promise<Planned> {
  const { messageId, mailboxId, destinationId, wamid, files, draft, isKnown } = planned
  const now = deps.now()
  const contentKey = await deps.keys.contentKeyOf(tx, userId)
  if (await isOwnAddress(tx, userId, draft.to.address)) return refusedPlan('own_address')
  if (!canReply(await readWrittenSince(tx, userId, new Date(now.getTime() - replyWindowMs)), now)) return refusedPlan('too_many')
  const toHash = addressHash(contentKey, draft.to.address)
  const hasRepliedBefore = await hasReplied(tx, userId, toHash)
  const remaining = hasRepliedBefore ? planned.cautions.filter(needsConfirmation) : planned.cautions
  const cautions: Caution[] = hasRepliedBefore || isKnown ? remaining : ['new_address', ...remaining]
  const id = newId(now)
  const reply = newReply(cautions.length > 0, now)
  const row = {
    ...{ id, message_id: messageId, mailbox_id: mailboxId, destination_id: destinationId, wamid, state: reply.state, cautions },
    ...{ to_hash: toHash, sealed: sealReplyDraft(contentKey, userId, id, draft), due_at: reply.dueAt, created_at: now, updated_at: now },
  }
  const sealed = files.map((file, n) => sealReplyFile(contentKey, userId, id, n, file))
  await addReply(tx, userId, row, sealed)
  return toPlanned(id, reply.state, cautions, draft.to.address, reply.dueAt ?? now, draft.replyTo ? 'us' : 'account')
}

/** Confirms a reply, which is sent after the time to undo. Null when none is waiting for that. */
export const confirmReply = (deps: Pick<ReplyPlanDeps, 'now'>, tx: Tx, userId: string, replyId: string): Promise<Date | null> =>
  change(deps, tx, userId, replyId, 'confirmed')

/** Cancels a reply; false when it was already sent or cancelled. */
export async function cancelReply({ now }: Pick<ReplyPlanDeps, 'now'>, tx: Tx, userId: string, replyId: string): Promise<boolean> {
  const before = await readReply(tx, userId, replyId)
  const next = await recordReplyEvent(tx, userId, replyId, { kind: 'cancelled' }, now())
  return next?.reply.state === 'cancelled' && before?.state !== 'cancelled'
}

/** Retries a failed reply at once; null when it has not failed. */
export const retryReply = (deps: Pick<ReplyPlanDeps, 'now'>, tx: Tx, userId: string, replyId: string): Promise<Date | null> =>
  change(deps, tx, userId, replyId, 'retried')

async function change(
  { now }: Pick<ReplyPlanDeps, 'now'>,
  tx: Tx,
  userId: string,
  id: string,
  kind: 'confirmed' | 'retried',
): Promise<Date | null> {
  const before = await readReply(tx, userId, id)
  if (before?.state !== (kind === 'confirmed' ? 'asking' : 'failed')) return null
  const next = await recordReplyEvent(tx, userId, id, { kind }, now())
  return next?.reply.dueAt ?? null
}

export const refusedPlan = (reason: ReplyRefusal): Planned => ({ kind: 'refused', reason })

export function toPlanned(
  replyId: string,
  state: ReplyState,
  cautions: Caution[],
  to: string,
  undoUntil: Date,
  through: 'account' | 'us',
): Planned {
  return state === 'asking' ? { kind: 'asking', replyId, to, cautions, through } : { kind: 'planned', replyId, to, undoUntil, through }
}

/** These cautions need a confirmation every time, even for a known address. */
const needsConfirmation = (caution: Caution): boolean => caution !== 'automatic' && caution !== 'elsewhere'
const isCaution = (text: string): text is Caution => Caution.safeParse(text).success

/** Null when one of our addresses would send the reply and the user has no address that answers could go to. */
export async function readWriter(
  deps: ReplyPlanDeps,
  tx: Tx,
  userId: string,
  mailbox: MailboxRow,
  person: ReplyAuthor,
): Promise<ReplyWriter | null> {
  const profile = await readProfile(tx, userId, deps.keys, mailbox.id)
  const author = { address: mailbox.address, ...profile, relay: null }
  if (mailbox.kind === 'imap') return author
  // Our address is the user's secret, so it never appears in a reply.
  const replyTo = profile.aliases[0] ?? person.email
  if (!replyTo) return null
  const say = person.words.of('reply')
  const name = say('through.name', { name: profile.name || replyTo })
  return {
    ...author,
    address: replyTo,
    relay: { address: deps.ourAddress, name, replyTo, note: say('through.note', { address: replyTo }) },
  }
}

function readWording(view: MailView, { words, timeZone }: ReplyAuthor) {
  const say = words.of('reply')
  const [author] = view.from
  const name = author?.name || author?.address || ''
  const sentAt = view.date === null ? Number.NaN : Date.parse(view.date)
  const date = Number.isNaN(sentAt)
    ? ''
    : new Intl.DateTimeFormat(words.language, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(sentAt)
  return { introduction: date === '' ? `${name}:` : say('quote.introduction', { date, name }), truncated: say('quote.rest') }
}

const isOwnAddress = async (tx: Tx, userId: string, address: string): Promise<boolean> =>
  (await listMailboxes(tx, userId)).some(mailbox => mailbox.address.toLowerCase() === address.toLowerCase())

/** Converts address domains to ASCII for the wire. */
export function withAsciiDomains(view: MailView): MailView {
  const ascii = (people: MailAddress[]) => people.map(one => ({ ...one, address: toAsciiDomain(one.address) }))
  return { ...view, from: ascii(view.from), replyTo: ascii(view.replyTo) }
}

export function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1))}`
}
