// Decides which answers to an invitation a phone is offered.
import { mayDo, type PhoneAccess } from '../../../core/delivery/rights.ts'
import { type InvitationAnswer, listOfferedAnswers } from '../../../core/message/calendar/answers.ts'
import type { MailView } from '../../../core/message/view.ts'
import { readUser } from '../../auth/store.ts'
import { getDestination } from '../../delivery/store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { ownAddresses } from '../../mail/outgoing/invitation.ts'

interface InvitationDeps {
  db: Db
  keys: UserKeys
  clock: Clock
}

/** `destinationId` is empty for a preview without a phone. */
export async function invitationAnswers(
  { db, keys, clock }: InvitationDeps,
  userId: string,
  destinationId: string,
  view: MailView,
): Promise<readonly InvitationAnswer[]> {
  if (view.card?.kind !== 'event' || view.card.method !== 'request') return []
  const phone: PhoneAccess | undefined = destinationId === '' ? ownPhone : await getDestination(db, userId, destinationId)
  if (!phone || mayDo(phone, 'rsvp') !== 'yes') return []
  const email = (await readUser(db, userId))?.user.email ?? null
  return listOfferedAnswers(view.card, await ownAddresses(db, userId, keys, email), clock.now())
}

const ownPhone: PhoneAccess = { state: 'linked', rights: 'reply' }
