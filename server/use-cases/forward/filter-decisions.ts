// Applies a user's filters to each new message, unless the message is suppressed before filtering.
import { type DeliveryDefaults, initialDeliveryDefaults } from '../../../core/delivery/schedule.ts'
import { decideInSteps } from '../../../core/filters/decide.ts'
import type { Engine } from '../../../core/filters/engine/compile.ts'
import { toFilterInput } from '../../../core/filters/fields.ts'
import { namesRota, nobodyOnCall, type OnCall } from '../../../core/filters/on-call.ts'
import type { FinalDecision } from '../../../core/mailbox/final-decision.ts'
import { decideSuppression, type Suppression } from '../../../core/mailbox/suppression.ts'
import type { Arrival } from '../../../core/message/arrival.ts'
import { yieldToEventLoop } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { MailboxContext } from '../../mail/messages/arrivals-store.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import type { ForwardStores } from './stores.ts'
import { inTimeSlices } from './time-slices.ts'

export interface FilteredMessage {
  message: NewMessage
  decision: FinalDecision
}

/** `contexts`: by mailbox id. */
interface FilterContext {
  engine: Engine
  destinations: string[]
  contexts: ReadonlyMap<string, MailboxContext>
}

export async function applyFilters(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  messages: NewMessage[],
  filterContext: FilterContext,
  now: Date,
): Promise<FilteredMessage[]> {
  const onCall = await readOnCall(stores, tx, userId, filterContext, now)
  const decided: FilteredMessage[] = []
  for (const message of messages) {
    const suppression = decideSuppression(message.view, message.arrived)
    if (suppression?.reason === 'confirmation')
      await stores.saveConfirmation(tx, userId, message.arrived.mailboxId, suppression.confirmation, now)
    decided.push({ message, decision: suppression ? suppressed(suppression.reason) : await decideOne(message, filterContext, onCall) })
  }
  return decided
}

/** Few filters name a rota; the schedule is read only for them. */
async function readOnCall(stores: ForwardStores, tx: Tx, userId: string, { engine, contexts }: FilterContext, now: Date): Promise<OnCall> {
  const namesAnyRota = engine.filters.some(({ actions }) => actions.some(namesRota))
  return namesAnyRota ? stores.onCallAt(tx, userId, deliveryDefaults(contexts).timeZone, now) : nobodyOnCall
}

/** These belong to the user, so any mailbox's context has them. */
export function deliveryDefaults(contexts: ReadonlyMap<string, MailboxContext>): DeliveryDefaults {
  const [context] = contexts.values()
  return context?.habits ?? initialDeliveryDefaults
}

const suppressed = (reason: Suppression['reason']): FinalDecision => ({
  result: 'suppressed',
  reason,
  forwards: [],
  mailboxActions: [],
  explanations: [],
  isIncomplete: false,
})

async function decideOne(message: NewMessage, { engine, destinations, contexts }: FilterContext, onCall: OnCall): Promise<FinalDecision> {
  const arrival = toArrival(message, contexts.get(message.arrived.mailboxId))
  const decision = await inTimeSlices(
    decideInSteps(engine, toFilterInput(message.view, arrival, engine.lists), destinations, undefined, onCall),
  )
  await yieldToEventLoop()
  return decision
}

function toArrival({ arrived, isFirstTimeSender = null }: NewMessage, context: MailboxContext | undefined): Arrival {
  const { habits, mailbox } = context ?? { habits: initialDeliveryDefaults, mailbox: { address: '', kind: arrived.kind } }
  return { arrivedAt: arrived.arrivedAt.toISOString(), timeZone: habits.timeZone, mailbox, isFirstTimeSender }
}
