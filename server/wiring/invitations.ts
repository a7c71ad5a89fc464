// Invitations on the phone: which of them can be answered there, and what a tap on such an answer does.
import { type Asking, mayDo } from '../../core/delivery/rights.ts'
import { type Answer, answersOffered } from '../../core/message/calendar/answers.ts'
import type { NoReply } from '../../core/message/reply/shapes.ts'
import type { MailView } from '../../core/message/view.ts'
import type { Decided } from '../answer/decided.ts'
import { notSent, type ReplyParts, tellOf } from '../answer/replies.ts'
import { readUser } from '../auth/store.ts'
import type { Clock } from '../clock.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Db, Tx } from '../db/pool.ts'
import { getDestination } from '../delivery/store.ts'
import { ownAddresses, planInvitation } from '../mail/outgoing/invitation.ts'
import type { PlanParts } from '../mail/outgoing/plan.ts'

interface Parts {
  db: Db
  keys: PersonKeys
  clock: Clock
}

/** What a phone may answer to an invitation; `destinationId` is empty where no phone is meant. */
export async function answersFor(
  { db, keys, clock }: Parts,
  userId: string,
  destinationId: string,
  view: MailView,
): Promise<readonly Answer[]> {
  if (view.card?.kind !== 'event' || view.card.method !== 'request') return []
  const phone: Asking | undefined = destinationId === '' ? ownPhone : await getDestination(db, userId, destinationId)
  if (!phone || mayDo(phone, 'rsvp') !== 'yes') return []
  const email = (await readUser(db, userId))?.user.email ?? null
  return answersOffered(view.card, await ownAddresses(db, userId, keys, email), clock.now())
}

interface Tapped {
  userId: string
  messageId: string
  destinationId: string
  wamid: string
}

/** What is said of a tap; `reason` is why nothing leaves. */
interface Told {
  decided: Decided
  state: 'done' | 'refused'
  reason?: NoReply
}

/** Carries what was tapped to its organizer; `find`: how an answer stands. */
export const phoneInvitations = (plan: PlanParts, find: ReplyParts['find']) => ({
  async answer(tx: Tx, { userId, messageId, destinationId, wamid }: Tapped, answer: Answer, now: Date): Promise<Told> {
    const planned = await planInvitation(plan, tx, userId, { messageId, answer, destinationId, wamid })
    if (planned.kind === 'refused') return { decided: notSent(planned.reason), state: 'refused', reason: planned.reason }
    const reply = await find(tx, userId, planned.replyId)
    if (!reply) return { decided: notSent('gone'), state: 'refused', reason: 'gone' }
    return { decided: { ...tellOf(reply, now), answer: reply.state === 'asking' ? 'reply_asked' : 'reply_planned' }, state: 'done' }
  },
})

const ownPhone: Asking = { state: 'linked', rights: 'reply' }
