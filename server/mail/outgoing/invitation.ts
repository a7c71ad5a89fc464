// Plans the answer to an invitation from the invited address, and replaces one that hasn't been sent yet.
import { findAnswerRefusal, findInvitee, type InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import { buildInvitationDraft, readEventTitle } from '../../../core/message/reply/invitation.ts'
import type { ReplyRefusal } from '../../../core/message/reply/shapes.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { listMailboxes, type MailboxRow } from '../mailboxes/store.ts'
import { readView } from '../messages/store.ts'
import {
  findByWamid,
  type Planned,
  type ReplyAuthor,
  type ReplyPlanDeps,
  readWriter,
  refusedPlan,
  saveDraft,
  toAsciiDomain,
  withAsciiDomains,
} from './plan.ts'
import { openReplyDraft } from './sealed.ts'
import { listReplies, lockWriting, readMessageLocation, readProfile, recordReplyEvent } from './store.ts'

export interface InvitationAnswerRequest {
  messageId: string
  answer: InvitationAnswer
  destinationId: string
  wamid: string
}

/** Giving the same answer again changes nothing, whether or not it was sent. */
export async function planInvitation(deps: ReplyPlanDeps, tx: Tx, userId: string, request: InvitationAnswerRequest): Promise<Planned> {
  const { messageId, answer, destinationId, wamid } = request
  const existing = await findByWamid(deps, tx, userId, wamid)
  if (existing) return existing
  const view = await readView(tx, userId, deps.keys, messageId)
  const location = await readMessageLocation(tx, userId, messageId)
  if (!view || !location) return refusedPlan('gone')
  if (view.card?.kind !== 'event') return refusedPlan('not_invited')
  const { card } = view
  const person = await deps.personOf(tx, userId)
  const identities = await readIdentities(tx, userId, deps.keys, person.email)
  const refusal = findAnswerRefusal(
    card,
    identities.flatMap(identity => identity.addresses),
    deps.now(),
  )
  if (refusal) return refusedPlan(refusal)
  // Serializes simultaneous taps on two phones.
  await lockWriting(tx, userId)
  const previous = await readPreviousAnswers(deps, tx, userId, messageId)
  const last = previous.findLast(one => givenStates.has(one.state))
  if (last?.answer === answer) return { kind: 'planned', replyId: last.id, to: '', undoUntil: deps.now(), through: 'account' }
  const result = await buildDraft(deps, tx, userId, {
    view,
    card,
    answer,
    person,
    identity: findIdentity(card, identities, location.mailboxId),
    previous,
  })
  if (typeof result === 'string') return refusedPlan(result)
  const { mailboxId, ...draft } = result
  const isKnown = view.sender?.badge === 'verified' && !draft.cautions.includes('elsewhere')
  const planned = await saveDraft(deps, tx, userId, { ...draft, ...{ messageId, mailboxId, destinationId, wamid, files: [], isKnown } })
  if (planned.kind === 'refused') return planned
  for (const { id } of previous) await recordReplyEvent(tx, userId, id, { kind: 'cancelled' }, deps.now())
  return planned
}

/** Replies in these states count as given. */
const givenStates: ReadonlySet<string> = new Set(['asking', 'waiting', 'sending', 'sent'])

interface AnswerIdentity {
  mailbox: MailboxRow
  /** In lower case. */
  addresses: string[]
}

/** All addresses, in lower case, from which the user can answer an invitation. */
export async function ownAddresses(db: Db, userId: string, keys: UserKeys, email: string | null): Promise<string[]> {
  return (await readIdentities(db, userId, keys, email)).flatMap(identity => identity.addresses)
}

/** Through one of our addresses, a user can also answer as the email address they registered. */
async function readIdentities(db: Db, userId: string, keys: UserKeys, email: string | null): Promise<AnswerIdentity[]> {
  const identities: AnswerIdentity[] = []
  for (const mailbox of await listMailboxes(db, userId)) {
    const { aliases } = await readProfile(db, userId, keys, mailbox.id)
    const own = [mailbox.address, ...aliases, ...(mailbox.kind === 'address' && email ? [email] : [])]
    identities.push({ mailbox, addresses: own.map(address => address.toLowerCase()) })
  }
  return identities
}

/** The mailbox of the invited address, preferring the one the invitation is in. */
function findIdentity(card: EventCard, identities: AnswerIdentity[], mailboxId: string): AnswerIdentity | undefined {
  const [here, elsewhere] = [identities.filter(one => one.mailbox.id === mailboxId), identities.filter(one => one.mailbox.id !== mailboxId)]
  return [...here, ...elsewhere.filter(one => one.mailbox.kind === 'imap'), ...elsewhere].find(one => findInvitee(card, one.addresses))
}

interface PreviousAnswer {
  id: string
  state: string
  answer: InvitationAnswer
  at: Date
}

/** The answers given to an invitation so far, the oldest first. */
async function readPreviousAnswers({ keys }: ReplyPlanDeps, tx: Tx, userId: string, messageId: string): Promise<PreviousAnswer[]> {
  const contentKey = await keys.contentKeyOf(tx, userId)
  return (await listReplies(tx, userId, messageId)).flatMap(({ id, state, sealed, created_at: at }) => {
    const given = sealed && openReplyDraft(contentKey, userId, id, sealed).invitation
    return given ? [{ id, state, at, answer: given.answer }] : []
  })
}

interface DraftContext {
  view: MailView
  card: EventCard
  answer: InvitationAnswer
  person: ReplyAuthor
  identity: AnswerIdentity | undefined
  previous: PreviousAnswer[]
}

async function buildDraft(deps: ReplyPlanDeps, tx: Tx, userId: string, { view, card, answer, person, identity, previous }: DraftContext) {
  const attendee = identity && findInvitee(card, identity.addresses)
  if (!identity || !attendee || !card.organizer) return 'not_invited' satisfies ReplyRefusal
  const author = await readWriter(deps, tx, userId, identity.mailbox, person)
  if (!author) return 'no_way' satisfies ReplyRefusal
  const organizer = { ...card.organizer, address: toAsciiDomain(card.organizer.address) }
  const say = person.words.of('reply')
  const title = readEventTitle(card, view)
  const wording = {
    subject: say('invitation.subject', { answer, title }),
    body: say('invitation.body', { answer, title, name: attendee.name || attendee.address }),
  }
  // Calendar times are whole seconds.
  const now = new Date(Math.max(deps.now().getTime(), ...previous.map(one => one.at.getTime() + 1000)))
  const result = buildInvitationDraft(
    withAsciiDomains(view),
    { ...author, address: attendee.address },
    { card, organizer, answer, now },
    wording,
  )
  return typeof result === 'string' ? result : { ...result, mailboxId: identity.mailbox.id }
}
