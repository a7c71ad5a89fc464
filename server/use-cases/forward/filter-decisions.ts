// Applies a user's filters to each new message, except those that are suppressed first.
import { type DeliveryHabits, usualHabits } from '../../../core/delivery/schedule.ts'
import { deciding } from '../../../core/filters/decide.ts'
import type { Engine } from '../../../core/filters/engine/compile.ts'
import { openReading } from '../../../core/filters/fields.ts'
import { namesRota, nobodyOnCall, type OnCall } from '../../../core/filters/on-call.ts'
import type { FinalDecision } from '../../../core/mailbox/final-decision.ts'
import { type Suppression, suppressionOf } from '../../../core/mailbox/suppression.ts'
import type { Arrival } from '../../../core/message/arrival.ts'
import { breathe } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { MailboxContext } from '../../mail/messages/arrivals-store.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import type { ForwardStores } from './stores.ts'
import { inTimeSlices } from './time-slices.ts'

export interface FilteredMessage {
  message: NewMessage
  decision: FinalDecision
}

/** `ways`: by mailbox, how its mail comes. */
interface Asking {
  engine: Engine
  destinations: string[]
  ways: ReadonlyMap<string, MailboxContext>
}

export async function applyFilters(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  messages: NewMessage[],
  asking: Asking,
  now: Date,
): Promise<FilteredMessage[]> {
  const onCall = await onCallOf(stores, tx, userId, asking, now)
  const decided: FilteredMessage[] = []
  for (const message of messages) {
    const suppression = suppressionOf(message.view, message.arrived)
    if (suppression?.reason === 'confirmation')
      await stores.saveConfirmation(tx, userId, message.arrived.mailboxId, suppression.confirmation, now)
    decided.push({ message, decision: suppression ? unasked(suppression.reason) : await decisionOn(message, asking, onCall) })
  }
  return decided
}

/** Few have rotas; for them alone it is asked who is on call. */
async function onCallOf(stores: ForwardStores, tx: Tx, userId: string, { engine, ways }: Asking, now: Date): Promise<OnCall> {
  const names = engine.filters.some(({ actions }) => actions.some(namesRota))
  return names ? stores.onCallAt(tx, userId, habitsOf(ways).timeZone, now) : nobodyOnCall
}

/** They are the person's, whichever mailbox tells them. */
export function habitsOf(ways: ReadonlyMap<string, MailboxContext>): DeliveryHabits {
  const [way] = ways.values()
  return way?.habits ?? usualHabits
}

const unasked = (reason: Suppression['reason']): FinalDecision => ({
  result: 'suppressed',
  reason,
  forwards: [],
  mailboxActions: [],
  explanations: [],
  isOpen: false,
})

async function decisionOn(message: NewMessage, { engine, destinations, ways }: Asking, onCall: OnCall): Promise<FinalDecision> {
  const arrival = arrivalOf(message, ways.get(message.arrived.mailboxId))
  const decision = await inTimeSlices(deciding(engine, openReading(message.view, arrival, engine.lists), destinations, undefined, onCall))
  await breathe()
  return decision
}

function arrivalOf({ arrived, isFirstTimeSender = null }: NewMessage, way: MailboxContext | undefined): Arrival {
  const { habits, mailbox } = way ?? { habits: usualHabits, mailbox: { address: '', kind: arrived.kind } }
  return { arrivedAt: arrived.arrivedAt.toISOString(), timeZone: habits.timeZone, mailbox, isFirstTimeSender }
}
