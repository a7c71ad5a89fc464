// Plans replies: to write one, confirm it, undo it, or try it again. The reply's From is decided here.
import { domainToASCII } from 'node:url'
import { type Author, draftOf } from '../../../core/message/reply/draft.ts'
import { hourMs, mayReply } from '../../../core/message/reply/rate.ts'
import { Caution, type NoReply, type ReplyDraft } from '../../../core/message/reply/shapes.ts'
import { newReply, type ReplyState } from '../../../core/message/reply/state.ts'
import type { MailAddress, MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import { type KeptMailbox, listMailboxes, readMailbox } from '../mailboxes/store.ts'
import { readView } from '../messages/store.ts'
import type { ReplyFile } from './compose.ts'
import { addressHash, sealDraft, sealFile } from './sealed.ts'
import { addReply, hasReplied, noteReply, readByWamid, readMessageLocation, readProfile, readReply, writtenSince } from './store.ts'

/** What is known of a person beside their mail. */
export interface ReplyAuthor {
  /** Of their account: where answers to what leaves through us go. */
  email: string | null
  words: Words
  timeZone: string
}

export interface ReplyPlanDeps {
  keys: PersonKeys
  /** The clock of deliveries. */
  now(): Date
  personOf(tx: Tx, userId: string): Promise<ReplyAuthor>
  /** The address that our own mails come from: answers from an address of ours leave under it. */
  ourAddress: string
}

export interface ReplyRequest {
  messageId: string
  text: string
  files?: ReplyFile[]
  /** The phone that it was written on, and the id of what it was written in: the same one makes one answer only. */
  destinationId?: string | null
  wamid?: string | null
  /** It waits for a yes, whoever it goes to: it may not have been meant as an answer. */
  isAsked?: boolean
}

/**
 * `planned`: leaves at `undoUntil` unless it is cancelled. `asking`: waits for `confirmReply`, as of its cautions. `refused`: nothing
 * was kept. `to` is the address that it goes to.
 */
export type Planned =
  | { kind: 'planned'; replyId: string; to: string; undoUntil: Date; through: 'account' | 'us' }
  | { kind: 'asking'; replyId: string; to: string; cautions: Caution[]; through: 'account' | 'us' }
  | { kind: 'refused'; reason: NoReply }

/** Base64 makes four bytes of three, and few servers take more than 25 MB. */
const mostFileBytes = 18 * 1024 * 1024
const mostFiles = 30

/** Keeps an answer to a message in the caller's transaction; the worker takes it from there. */
export async function planReply(deps: ReplyPlanDeps, tx: Tx, userId: string, wish: ReplyRequest): Promise<Planned> {
  const { messageId, text, files = [], destinationId = null, wamid = null, isAsked = false } = wish
  const known = await knownBy(deps, tx, userId, wamid)
  if (known) return known
  const view = await readView(tx, userId, deps.keys, messageId)
  const place = await readMessageLocation(tx, userId, messageId)
  const mailbox = place && (await readMailbox(tx, userId, place.mailboxId))
  if (!view || !mailbox) return refused('gone')
  if (files.length > mostFiles || files.reduce((sum, { bytes }) => sum + bytes.length, 0) > mostFileBytes) return refused('too_large')
  const person = await deps.personOf(tx, userId)
  const author = await authorOf(deps, tx, userId, mailbox, person)
  if (!author) return refused('no_way')
  const made = draftOf(inAscii(view), author, text, files.length > 0, wordingOf(view, person))
  if (typeof made === 'string') return refused(made)
  const cautions: Caution[] = isAsked ? ['word', ...made.cautions] : made.cautions
  return keepDraft(deps, tx, userId, { messageId, mailboxId: mailbox.id, destinationId, wamid, files, isKnown: false, ...made, cautions })
}

/** What was written in a message of the phone makes one answer only. */
export async function knownBy({ now }: ReplyPlanDeps, tx: Tx, userId: string, wamid: string | null): Promise<Planned | null> {
  const known = wamid === null ? undefined : await readByWamid(tx, userId, wamid)
  return known ? plannedOf(known.id, known.state, known.cautions.filter(isCaution), '', known.due_at ?? now(), 'account') : null
}

export interface PlannedReply extends Required<Omit<ReplyRequest, 'text' | 'isAsked'>> {
  mailboxId: string
  draft: ReplyDraft
  cautions: Caution[]
  /** Its person need not be asked whether they know the address. */
  isKnown: boolean
}

/** Keeps what is to leave, as often an hour as is allowed, or asks first. */
export async function keepDraft(deps: ReplyPlanDeps, tx: Tx, userId: string, toKeep: PlannedReply): Promise<Planned> {
  const { messageId, mailboxId, destinationId, wamid, files, draft, isKnown } = toKeep
  const now = deps.now()
  const contentKey = await deps.keys.contentKeyOf(tx, userId)
  if (await isOwn(tx, userId, draft.to.address)) return refused('own_address')
  if (!mayReply(await writtenSince(tx, userId, new Date(now.getTime() - hourMs)), now)) return refused('too_many')
  const toHash = addressHash(contentKey, draft.to.address)
  const isAnswered = await hasReplied(tx, userId, toHash)
  const asked = isAnswered ? toKeep.cautions.filter(isAlways) : toKeep.cautions
  const cautions: Caution[] = isAnswered || isKnown ? asked : ['new_address', ...asked]
  const id = newId(now)
  const reply = newReply(cautions.length > 0, now)
  const row = {
    ...{ id, message_id: messageId, mailbox_id: mailboxId, destination_id: destinationId, wamid, state: reply.state, cautions },
    ...{ to_hash: toHash, sealed: sealDraft(contentKey, userId, id, draft), due_at: reply.dueAt, created_at: now, updated_at: now },
  }
  const sealed = files.map((file, n) => sealFile(contentKey, userId, id, n, file))
  await addReply(tx, userId, row, sealed)
  return plannedOf(id, reply.state, cautions, draft.to.address, reply.dueAt ?? now, draft.replyTo ? 'us' : 'account')
}

/** Says yes; the answer leaves after the time to undo. Null when there is none that waits for it. */
export const confirmReply = (deps: Pick<ReplyPlanDeps, 'now'>, tx: Tx, userId: string, replyId: string): Promise<Date | null> =>
  change(deps, tx, userId, replyId, 'confirmed')

/** Takes an answer back; false when it has left already, or was. */
export async function cancelReply({ now }: Pick<ReplyPlanDeps, 'now'>, tx: Tx, userId: string, replyId: string): Promise<boolean> {
  const before = await readReply(tx, userId, replyId)
  const next = await noteReply(tx, userId, replyId, { kind: 'cancelled' }, now())
  return next?.reply.state === 'cancelled' && before?.state !== 'cancelled'
}

/** Tries a failed answer anew, at once; null when it has not failed. */
export const retryReply = (deps: Pick<ReplyPlanDeps, 'now'>, tx: Tx, userId: string, replyId: string): Promise<Date | null> =>
  change(deps, tx, userId, replyId, 'again')

async function change(
  { now }: Pick<ReplyPlanDeps, 'now'>,
  tx: Tx,
  userId: string,
  id: string,
  kind: 'confirmed' | 'again',
): Promise<Date | null> {
  const before = await readReply(tx, userId, id)
  if (before?.state !== (kind === 'confirmed' ? 'asking' : 'failed')) return null
  const next = await noteReply(tx, userId, id, { kind }, now())
  return next?.reply.dueAt ?? null
}

export const refused = (reason: NoReply): Planned => ({ kind: 'refused', reason })

export function plannedOf(
  replyId: string,
  state: ReplyState,
  cautions: Caution[],
  to: string,
  undoUntil: Date,
  through: 'account' | 'us',
): Planned {
  return state === 'asking' ? { kind: 'asking', replyId, to, cautions, through } : { kind: 'planned', replyId, to, undoUntil, through }
}

/** An answer to where nobody reads, or to many, is asked about each time. */
const isAlways = (caution: Caution): boolean => caution !== 'automatic' && caution !== 'elsewhere'
const isCaution = (text: string): text is Caution => Caution.safeParse(text).success

/** Null where an address of ours is to answer and its person has no address that answers could go to. */
export async function authorOf(
  deps: ReplyPlanDeps,
  tx: Tx,
  userId: string,
  mailbox: KeptMailbox,
  person: ReplyAuthor,
): Promise<Author | null> {
  const profile = await readProfile(tx, userId, deps.keys, mailbox.id)
  const author = { address: mailbox.address, ...profile, through: null }
  if (mailbox.kind === 'imap') return author
  // The address of ours is a secret of its person's: nobody who is answered learns it.
  const replyTo = profile.aliases[0] ?? person.email
  if (!replyTo) return null
  const say = person.words.of('reply')
  const name = say('through.name', { name: profile.name || replyTo })
  return {
    ...author,
    address: replyTo,
    through: { address: deps.ourAddress, name, replyTo, note: say('through.note', { address: replyTo }) },
  }
}

function wordingOf(view: MailView, { words, timeZone }: ReplyAuthor) {
  const say = words.of('reply')
  const [author] = view.from
  const name = author?.name || author?.address || ''
  const sentAt = view.date === null ? Number.NaN : Date.parse(view.date)
  const date = Number.isNaN(sentAt)
    ? ''
    : new Intl.DateTimeFormat(words.language, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(sentAt)
  return { introduction: date === '' ? `${name}:` : say('quote.introduction', { date, name }), rest: say('quote.rest') }
}

const isOwn = async (tx: Tx, userId: string, address: string): Promise<boolean> =>
  (await listMailboxes(tx, userId)).some(mailbox => mailbox.address.toLowerCase() === address.toLowerCase())

/** Domains as the wire has them. */
export function inAscii(view: MailView): MailView {
  const ascii = (people: MailAddress[]) => people.map(one => ({ ...one, address: wired(one.address) }))
  return { ...view, from: ascii(view.from), replyTo: ascii(view.replyTo) }
}

export function wired(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1))}`
}
