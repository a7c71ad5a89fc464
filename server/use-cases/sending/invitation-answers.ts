// Which answers to an invitation a phone is offered.
import { type Asking, mayDo } from '../../../core/delivery/rights.ts'
import { answersOffered, type InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import type { MailView } from '../../../core/message/view.ts'
import { readUser } from '../../auth/store.ts'
import { getDestination } from '../../delivery/store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { ownAddresses } from '../../mail/outgoing/invitation.ts'

interface Parts {
  db: Db
  keys: PersonKeys
  clock: Clock
}

/** What a phone may answer to an invitation; `destinationId` is empty where no phone is meant. */
export async function invitationAnswers(
  { db, keys, clock }: Parts,
  userId: string,
  destinationId: string,
  view: MailView,
): Promise<readonly InvitationAnswer[]> {
  if (view.card?.kind !== 'event' || view.card.method !== 'request') return []
  const phone: Asking | undefined = destinationId === '' ? ownPhone : await getDestination(db, userId, destinationId)
  if (!phone || mayDo(phone, 'rsvp') !== 'yes') return []
  const email = (await readUser(db, userId))?.user.email ?? null
  return answersOffered(view.card, await ownAddresses(db, userId, keys, email), clock.now())
}

const ownPhone: Asking = { state: 'linked', rights: 'reply' }
