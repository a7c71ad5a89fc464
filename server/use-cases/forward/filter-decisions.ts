// Applies a user's filters to each new message, unless the message is suppressed before filtering.
import { type DeliveryDefaults, initialDeliveryDefaults } from '../../../core/delivery/schedule.ts'
import { decideInSteps } from '../../../core/filters/decide.ts'
import type { Engine } from '../../../core/filters/engine/compile.ts'
import { readsSenders } from '../../../core/filters/engine/needs.ts'
import { toFilterInput } from '../../../core/filters/fields.ts'
import { namesRota, nobodyOnCall, type OnCall } from '../../../core/filters/on-call.ts'
import type { FinalDecision } from '../../../core/mailbox/final-decision.ts'
import { decideSuppression, type Suppression } from '../../../core/mailbox/suppression.ts'
import type { Arrival } from '../../../core/message/arrival.ts'
import type { MailView } from '../../../core/message/view.ts'
import { yieldToEventLoop } from '../../foundation/clock.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { MailboxContext } from '../../mail/messages/mailbox-context.ts'
import type { PreparedMessage } from './prepare.ts'
import type { ForwardStores } from './stores.ts'
import { inTimeSlices } from './time-slices.ts'

export interface FilteredMessage {
  message: PreparedMessage
  decision: FinalDecision
}

/** `contexts`: by mailbox id. */
interface FilterContext {
  engine: Engine
  destinations: string[]
  contexts: ReadonlyMap<string, MailboxContext>
}

/** By message id: what the filters decided before, and on what. */
export type EarlierDecisions = Map<string, EarlierDecision>

interface EarlierDecision extends Pick<PreparedMessage, 'arrived'> {
  engine: Engine
  source: MailView['source']
  seen: string
  decision: FinalDecision
}

/** In the transaction that saves the messages: asks the filters, and saves the confirmations that arrived. */
export async function applyFilters(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  messages: PreparedMessage[],
  filterContext: FilterContext,
  earlier: EarlierDecisions,
  now: Date,
): Promise<FilteredMessage[]> {
  const decided = await decideAll(stores, tx, userId, messages, filterContext, earlier, now)
  for (const { message, decision } of decided) {
    const suppression = decision.result === 'suppressed' ? decideSuppression(message.view, message.arrived) : null
    if (suppression?.reason === 'confirmation')
      await stores.saveConfirmation(tx, userId, message.arrived.mailboxId, suppression.confirmation, now)
  }
  return decided
}

/** Writes nothing. A decision is taken from `earlier` if nothing has changed that its filters look at. */
export async function decideAll(
  stores: Pick<ForwardStores, 'onCallAt'>,
  db: Db,
  userId: string,
  messages: PreparedMessage[],
  filterContext: FilterContext,
  earlier: EarlierDecisions,
  now: Date,
): Promise<FilteredMessage[]> {
  const onCall = await readOnCall(stores, db, userId, filterContext, now)
  const decided: FilteredMessage[] = []
  for (const message of messages) {
    const suppression = decideSuppression(message.view, message.arrived)
    const decision = suppression ? suppressed(suppression.reason) : await decideOne(message, filterContext, onCall, earlier)
    decided.push({ message, decision })
  }
  return decided
}

/** Few filters name a rota; the schedule is read only for them. */
async function readOnCall(
  stores: Pick<ForwardStores, 'onCallAt'>,
  db: Db,
  userId: string,
  { engine, contexts }: FilterContext,
  now: Date,
): Promise<OnCall> {
  const namesAnyRota = engine.filters.some(({ actions }) => actions.some(namesRota))
  return namesAnyRota ? stores.onCallAt(db, userId, deliveryDefaults(contexts).timeZone, now) : nobodyOnCall
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

async function decideOne(
  message: PreparedMessage,
  { engine, destinations, contexts }: FilterContext,
  onCall: OnCall,
  earlier: EarlierDecisions,
): Promise<FinalDecision> {
  const arrival = toArrival(message, contexts.get(message.arrived.mailboxId))
  const { arrived, view } = message
  const senders = readsSenders(engine.filters) ? [arrival.isFirstTimeSender, view.sender] : []
  const seen = JSON.stringify([{ ...arrival, isFirstTimeSender: null }, senders, destinations, [...onCall]])
  const known = earlier.get(message.id)
  if (known?.engine === engine && known.arrived === arrived && known.source === view.source && known.seen === seen) return known.decision
  const decision = await inTimeSlices(decideInSteps(engine, toFilterInput(view, arrival, engine.lists), destinations, undefined, onCall))
  await yieldToEventLoop()
  earlier.set(message.id, { engine, arrived, source: view.source, seen, decision })
  return decision
}

function toArrival({ arrived, isFirstTimeSender = null }: PreparedMessage, context: MailboxContext | undefined): Arrival {
  const { habits, mailbox } = context ?? { habits: initialDeliveryDefaults, mailbox: { address: '', kind: arrived.kind } }
  return { arrivedAt: arrived.arrivedAt.toISOString(), timeZone: habits.timeZone, mailbox, isFirstTimeSender }
}
