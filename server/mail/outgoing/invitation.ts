// Plans the answer to an invitation, from the address that was invited; replaces one that hasn't been sent yet.
import { type InvitationAnswer, invitedAs, whyUnanswerable } from '../../../core/message/calendar/answers.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import { invitationDraft, titleOf } from '../../../core/message/reply/invitation.ts'
import type { NoReply } from '../../../core/message/reply/shapes.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { type KeptMailbox, listMailboxes } from '../mailboxes/store.ts'
import { readView } from '../messages/store.ts'
import { authorOf, inAscii, keepDraft, knownBy, type Planned, type ReplyAuthor, type ReplyPlanDeps, refused, wired } from './plan.ts'
import { openDraft } from './sealed.ts'
import { holdWriting, listOf, noteReply, readMessageLocation, readProfile } from './store.ts'

export interface InvitationAnswerRequest {
  messageId: string
  answer: InvitationAnswer
  destinationId: string
  wamid: string
}

/** The same answer again, before or after it has left, stays the one that it is. */
export async function planInvitation(deps: ReplyPlanDeps, tx: Tx, userId: string, wish: InvitationAnswerRequest): Promise<Planned> {
  const { messageId, answer, destinationId, wamid } = wish
  const known = await knownBy(deps, tx, userId, wamid)
  if (known) return known
  const view = await readView(tx, userId, deps.keys, messageId)
  const place = await readMessageLocation(tx, userId, messageId)
  if (!view || !place) return refused('gone')
  if (view.card?.kind !== 'event') return refused('not_invited')
  const { card } = view
  const person = await deps.personOf(tx, userId)
  const ways = await waysOf(tx, userId, deps.keys, person.email)
  const why = whyUnanswerable(
    card,
    ways.flatMap(way => way.addresses),
    deps.now(),
  )
  if (why) return refused(why)
  // Taps of two phones at once come one after the other.
  await holdWriting(tx, userId)
  const before = await answersBefore(deps, tx, userId, messageId)
  const last = before.findLast(one => standing.has(one.state))
  if (last?.answer === answer) return { kind: 'planned', replyId: last.id, to: '', undoUntil: deps.now(), through: 'account' }
  const made = await draftFor(deps, tx, userId, { view, card, answer, person, way: wayFor(card, ways, place.mailboxId), before })
  if (typeof made === 'string') return refused(made)
  const { mailboxId, ...draft } = made
  const isKnown = view.sender?.badge === 'verified' && !draft.cautions.includes('elsewhere')
  const planned = await keepDraft(deps, tx, userId, { ...draft, ...{ messageId, mailboxId, destinationId, wamid, files: [], isKnown } })
  if (planned.kind === 'refused') return planned
  for (const { id } of before) await noteReply(tx, userId, id, { kind: 'cancelled' }, deps.now())
  return planned
}

/** What counts as given already. */
const standing: ReadonlySet<string> = new Set(['asking', 'waiting', 'sending', 'sent'])

interface Way {
  mailbox: KeptMailbox
  /** In small letters. */
  addresses: string[]
}

/** All addresses of a person, in small letters, that an invitation can be answered from. */
export async function ownAddresses(db: Db, userId: string, keys: PersonKeys, email: string | null): Promise<string[]> {
  return (await waysOf(db, userId, keys, email)).flatMap(way => way.addresses)
}

/** Through an address of ours a person answers as whom they registered, too. */
async function waysOf(db: Db, userId: string, keys: PersonKeys, email: string | null): Promise<Way[]> {
  const ways: Way[] = []
  for (const mailbox of await listMailboxes(db, userId)) {
    const { aliases } = await readProfile(db, userId, keys, mailbox.id)
    const own = [mailbox.address, ...aliases, ...(mailbox.kind === 'address' && email ? [email] : [])]
    ways.push({ mailbox, addresses: own.map(address => address.toLowerCase()) })
  }
  return ways
}

/** The mailbox of the address that was invited, first the one that the invitation lies in. */
function wayFor(card: EventCard, ways: Way[], mailboxId: string): Way | undefined {
  const [here, elsewhere] = [ways.filter(one => one.mailbox.id === mailboxId), ways.filter(one => one.mailbox.id !== mailboxId)]
  return [...here, ...elsewhere.filter(one => one.mailbox.kind === 'imap'), ...elsewhere].find(one => invitedAs(card, one.addresses))
}

interface Before {
  id: string
  state: string
  answer: InvitationAnswer
  at: Date
}

/** The answers to an invitation so far, the oldest first. */
async function answersBefore({ keys }: ReplyPlanDeps, tx: Tx, userId: string, messageId: string): Promise<Before[]> {
  const contentKey = await keys.contentKeyOf(tx, userId)
  return (await listOf(tx, userId, messageId)).flatMap(({ id, state, sealed, created_at: at }) => {
    const given = sealed && openDraft(contentKey, userId, id, sealed).invitation
    return given ? [{ id, state, at, answer: given.answer }] : []
  })
}

interface ToDraft {
  view: MailView
  card: EventCard
  answer: InvitationAnswer
  person: ReplyAuthor
  way: Way | undefined
  before: Before[]
}

async function draftFor(deps: ReplyPlanDeps, tx: Tx, userId: string, { view, card, answer, person, way, before }: ToDraft) {
  const attendee = way && invitedAs(card, way.addresses)
  if (!way || !attendee || !card.organizer) return 'not_invited' satisfies NoReply
  const author = await authorOf(deps, tx, userId, way.mailbox, person)
  if (!author) return 'no_way' satisfies NoReply
  const organizer = { ...card.organizer, address: wired(card.organizer.address) }
  const say = person.words.of('reply')
  const title = titleOf(card, view)
  const wording = {
    subject: say('invitation.subject', { answer, title }),
    body: say('invitation.body', { answer, title, name: attendee.name || attendee.address }),
  }
  // Times of calendars are whole seconds.
  const now = new Date(Math.max(deps.now().getTime(), ...before.map(one => one.at.getTime() + 1000)))
  const made = invitationDraft(inAscii(view), { ...author, address: attendee.address }, { card, organizer, answer, now }, wording)
  return typeof made === 'string' ? made : { ...made, mailboxId: way.mailbox.id }
}
