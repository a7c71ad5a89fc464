// Stores the events of a webhook together or, if that fails, one by one, so that one that always fails holds up no other.
import { isWebhookGivenUp } from '../../../core/delivery/set-aside.ts'
import { isDatabaseTrouble } from '../../foundation/db/connection-errors.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { countFailure, setAside } from '../../foundation/db/set-aside.ts'
import type { Log } from '../../foundation/log.ts'
import { recordInbound } from '../inbound-owners.ts'
import type { TemplateUpdate } from '../templates/manage.ts'
import type { InboundMessage, PhoneMoved, StatusEvent, UserRenamed, WebhookEvents } from './parse.ts'

export interface StoreEventsDeps {
  db: Db
  log: Pick<Log, 'error'>
  now(): Date
  /** A status of one of our messages, possibly repeated and in any order. The returned function runs last in this transaction. */
  onStatus(tx: Tx, status: StatusEvent): Promise<AfterWrites>
  /** A message received for the first time: the user has written, so the service window opens. */
  onInbound(tx: Tx, message: InboundMessage): Promise<void>
  onMoved(tx: Tx, moved: PhoneMoved): Promise<void>
  onRenamed(tx: Tx, renamed: UserRenamed): Promise<void>
  onTemplate(tx: Tx, update: TemplateUpdate): Promise<void>
  /** Where a test may stop the server. */
  onStep?: ((step: `webhook:${'begun' | 'written' | 'committed'}`) => void) | undefined
}

/** Takes a lock on which everybody would wait while the rest is written. */
type AfterWrites = (() => Promise<void>) | undefined | void

interface StoredEvent {
  /** Equal whenever WhatsApp repeats it. */
  id: string
  store(tx: Tx): Promise<AfterWrites>
}

/** Rejects when an event has failed that is still to be repeated; the others are stored. False if there were none. */
export async function storeEvents(deps: StoreEventsDeps, webhookEvents: WebhookEvents): Promise<boolean> {
  const events = toStoredEvents(deps, webhookEvents)
  if (events.length === 0) return false
  try {
    await storeAll(deps, events)
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error
    await storeEach(deps, events)
  }
  return true
}

async function storeAll({ db, onStep }: StoreEventsDeps, events: StoredEvent[]): Promise<void> {
  onStep?.('webhook:begun')
  await db.transaction().execute(async tx => {
    const last: AfterWrites[] = []
    for (const event of events) last.push(await event.store(tx))
    for (const work of last) await work?.()
    onStep?.('webhook:written')
  })
  onStep?.('webhook:committed')
}

async function storeEach(deps: StoreEventsDeps, events: StoredEvent[]): Promise<void> {
  const failed: unknown[] = []
  for (const event of events)
    try {
      await storeAll(deps, [event])
    } catch (error) {
      if (isDatabaseTrouble(error)) throw error
      if (!(await isSetAside(deps, event, error))) failed.push(error)
    }
  if (failed.length > 0) throw failed[0]
}

async function isSetAside(deps: StoreEventsDeps, { id }: StoredEvent, error: unknown): Promise<boolean> {
  const item = { kind: 'webhook' as const, id }
  const now = deps.now()
  const failures = await countFailure(deps.db, item, error, now)
  if (!isWebhookGivenUp(failures, now)) return false
  await setAside(deps, item, error, now)
  return true
}

/** In a fixed order, so that two concurrent webhooks cannot deadlock. */
function toStoredEvents(deps: StoreEventsDeps, { statuses, messages, moved, renamed, templates }: WebhookEvents): StoredEvent[] {
  return [
    ...statuses
      .toSorted((a, b) => compare(a.wamid, b.wamid))
      .map(status => ({ id: `${status.wamid} ${status.status}`, store: (tx: Tx) => deps.onStatus(tx, status) })),
    ...messages
      .toSorted((a, b) => byTime(a, b) || compare(a.wamid, b.wamid))
      .map(message => ({
        id: message.wamid,
        async store(tx: Tx) {
          if (await recordInbound(tx, message)) await deps.onInbound(tx, message)
        },
      })),
    ...renamed.toSorted(byTime).map(one => ({ id: `renamed ${one.at.toISOString()}`, store: (tx: Tx) => deps.onRenamed(tx, one) })),
    ...moved.toSorted(byTime).map(one => ({ id: `moved ${one.at.toISOString()}`, store: (tx: Tx) => deps.onMoved(tx, one) })),
    ...templates
      .toSorted((a, b) => byTime(a, b) || compare(a.name, b.name))
      .map(one => ({ id: `template ${one.name} ${one.at.toISOString()}`, store: (tx: Tx) => deps.onTemplate(tx, one) })),
  ]
}

const byTime = (a: { at: Date }, b: { at: Date }): number => a.at.getTime() - b.at.getTime()
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
