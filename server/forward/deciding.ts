// What a person's filters say of each new mail; some mails they are not asked about.
import { type Habits, usualHabits } from '../../core/delivery/plan.ts'
import { deciding } from '../../core/filters/decide.ts'
import type { Engine } from '../../core/filters/engine/compile.ts'
import { openReading } from '../../core/filters/fields.ts'
import { namesRota, nobodyOnCall, type OnCall } from '../../core/filters/on-call.ts'
import type { Confirmation } from '../../core/mailbox/confirmation.ts'
import type { Ruling } from '../../core/mailbox/ruling.ts'
import { type Suppression, suppressionOf } from '../../core/mailbox/suppression.ts'
import type { Arrival } from '../../core/message/arrival.ts'
import { breathe } from '../clock.ts'
import type { Tx } from '../db/pool.ts'
import type { Way } from '../mail/arrivals/store.ts'
import type { NewMessage } from '../mail/messages/store.ts'
import { inTurns } from './turns.ts'

export interface DecidingStores {
  linkedDestinations(tx: Tx, userId: string): Promise<string[]>
  /** A provider asks whether it may forward to this mailbox. */
  saveConfirmation(tx: Tx, userId: string, mailboxId: string, asked: Confirmation, now: Date): Promise<void>
  /** By rota, whom it asks at this hour. */
  onCallAt(tx: Tx, userId: string, timeZone: string, now: Date): Promise<OnCall>
}

export interface Decided {
  message: NewMessage
  decision: Ruling
}

/** `ways`: by mailbox, how its mail comes. */
interface Asking {
  engine: Engine
  destinations: string[]
  ways: ReadonlyMap<string, Way>
}

export async function decideAll(
  stores: DecidingStores,
  tx: Tx,
  userId: string,
  messages: NewMessage[],
  asking: Asking,
  now: Date,
): Promise<Decided[]> {
  const onCall = await onCallOf(stores, tx, userId, asking, now)
  const decided: Decided[] = []
  for (const message of messages) {
    const suppression = suppressionOf(message.view, message.arrived)
    if (suppression?.reason === 'confirmation')
      await stores.saveConfirmation(tx, userId, message.arrived.mailboxId, suppression.confirmation, now)
    decided.push({ message, decision: suppression ? unasked(suppression.reason) : await decisionOn(message, asking, onCall) })
  }
  return decided
}

/** Few have rotas; for them alone it is asked who is on call. */
async function onCallOf(stores: DecidingStores, tx: Tx, userId: string, { engine, ways }: Asking, now: Date): Promise<OnCall> {
  const names = engine.filters.some(({ actions }) => actions.some(namesRota))
  return names ? stores.onCallAt(tx, userId, habitsIn(ways).timeZone, now) : nobodyOnCall
}

/** They are the person's, whichever mailbox tells them. */
export function habitsIn(ways: ReadonlyMap<string, Way>): Habits {
  const [way] = ways.values()
  return way?.habits ?? usualHabits
}

const unasked = (reason: Suppression['reason']): Ruling => ({
  verdict: 'suppressed',
  reason,
  forwards: [],
  deeds: [],
  explanations: [],
  isOpen: false,
})

async function decisionOn(message: NewMessage, { engine, destinations, ways }: Asking, onCall: OnCall): Promise<Ruling> {
  const arrival = arrivalOf(message, ways.get(message.arrived.mailboxId))
  const decision = await inTurns(deciding(engine, openReading(message.view, arrival, engine.lists), destinations, undefined, onCall))
  await breathe()
  return decision
}

function arrivalOf({ arrived, isFirstTimeSender = null }: NewMessage, way: Way | undefined): Arrival {
  const { habits, mailbox } = way ?? { habits: usualHabits, mailbox: { address: '', kind: arrived.kind } }
  return { arrivedAt: arrived.arrivedAt.toISOString(), timeZone: habits.timeZone, mailbox, isFirstTimeSender }
}
