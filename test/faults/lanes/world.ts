// Sets up a simulation: people with phones, sending hosts and a messenger around the real queue in PostgreSQL.

import { monthOf } from '../../../core/plans/allowance.ts'
import { openLogKeys } from '../../../server/account/log-chain/keys-owners.ts'
import { unsold } from '../../../server/billing/unsold.fixture.ts'
import { addReserved } from '../../../server/billing/usage-store.ts'
import { enqueue, type NewDelivery } from '../../../server/delivery/queue.ts'
import { addDestination, changeDestination } from '../../../server/delivery/store.ts'
import { type Config, readConfig } from '../../../server/foundation/config.ts'
import { openUserKeys } from '../../../server/foundation/db/keys.ts'
import type { Db, Tx } from '../../../server/foundation/db/pool.ts'
import { openLog } from '../../../server/foundation/log.ts'
import { openOutside } from '../../../server/foundation/outside.ts'
import { newId, newKey } from '../../../server/foundation/seal.ts'
import { loadWords } from '../../../server/foundation/words.ts'
import { phoneAnswers } from '../../../server/use-cases/answer/reply-effects.ts'
import { sendOverdue } from '../../../server/use-cases/answer/responses.ts'
import { answerAll } from '../../../server/use-cases/answer.ts'
import { openGraph } from '../../../server/whatsapp/client.ts'
import { recordInbound } from '../../../server/whatsapp/inbound-owners.ts'
import type { StatusEvent, WebhookDeps } from '../../../server/whatsapp/webhook.ts'
import { answerContext, answerDeps } from '../../../server/wiring/answer.ts'
import type { AppContext } from '../../../server/wiring/app.ts'
import { webhookDeps } from '../../../server/wiring/webhook.ts'
import type { Chance } from '../chance.ts'
import { type Bubble, type Messenger, openMessenger } from './messenger.ts'
import { type MovedClock, movedClock } from './moved-clock.ts'

export interface Phone {
  userId: string
  destinationId: string
  number: string
}

/** `plain` goes when its lane can; `later` waits for its hour on its own, `digest` with others. */
export type MailKind = 'plain' | 'urgent' | 'later' | 'digest'

export interface EnqueuedMessage {
  deliveryId: string
  phone: Phone
  kind: MailKind
  at: Date
}

export interface Rest {
  phone: string
  from: Date
  until: Date
}

/** Each takes the real thing and gives what is used in its place: where a bug is planted. */
export interface LaneHooks {
  enqueue(real: typeof enqueue): typeof enqueue
  onStatus(real: WebhookDeps['onStatus']): WebhookDeps['onStatus']
  /** After the phone's words were taken, in the same transaction. */
  afterInbound(tx: Tx): Promise<void>
}

export interface LaneWorld {
  db: Db
  clock: MovedClock
  chance: Chance
  context: AppContext
  messenger: Messenger
  phones: Phone[]
  enqueued: EnqueuedMessage[]
  /** When each phone wrote or tapped. */
  inbound: { phone: string; at: Date }[]
  /** When a phone asked for its rest, and until when. */
  pauses: Rest[]
  problems: string[]
  addPhone(userId?: string): Promise<Phone>
  /** Puts mails into their lane in one transaction, in this order. */
  mail(phone: Phone, kinds: MailKind[]): Promise<void>
  /** The person writes, or taps a button with this payload. */
  writes(phone: Phone, text: string, payload?: string | null, about?: string | null): Promise<void>
  /** The person taps the button of a rest, and later one that ends it. */
  pausesFor24h(phone: Phone): Promise<void>
  resumes(phone: Phone): Promise<void>
  /** The messenger tells of a bubble. */
  reportStatus(bubble: Bubble, status: StatusEvent['status']): Promise<void>
  /** Called when anything may be due. */
  onChange(listener: () => void): void
}

const startsAt = new Date('2026-03-02T08:00:00Z')
const hourMs = 3_600_000

export function openLaneWorld(db: Db, chance: Chance, env: Record<string, string> = {}, hooks: Partial<LaneHooks> = {}): LaneWorld {
  const clock = movedClock(startsAt)
  const messenger = openMessenger()
  const context = createContext(db, clock, env)
  const listeners: (() => void)[] = []
  const { onStatus, onInbound } = webhookDeps(context)
  const reportStatus = hooks.onStatus?.(onStatus) ?? onStatus
  const enqueueHooked = hooks.enqueue?.(enqueue) ?? enqueue
  const answering = {
    ...answerDeps(context, { ...phoneAnswers(answerContext(context)), findPastMatches: async () => null }, async () => undefined),
    say: async () => ({ kind: 'sent' as const, wamid: '' }),
  }
  let words = 0
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const world: LaneWorld = {
    ...{ db, clock, chance, context, messenger },
    ...{ phones: [], enqueued: [], inbound: [], pauses: [], problems: [] },
    onChange: listener => void listeners.push(listener),
    async addPhone(userId = crypto.randomUUID()) {
      const number = String(15_550_200_000 + world.phones.length)
      const { id } = await addDestination(db, userId, newId(clock.now()), number, clock.now())
      await db.transaction().execute(tx => changeDestination(tx, userId, id, { state: 'linked', wa_id: number }))
      const phone = { userId, destinationId: id, number }
      world.phones.push(phone)
      return phone
    },
    async mail(phone, kinds) {
      const now = clock.now()
      const deliveries = kinds.map(kind => newDelivery(phone, kind, now))
      for (const [i, { id }] of deliveries.entries()) world.enqueued.push({ deliveryId: id, phone, kind: kinds[i] ?? 'plain', at: now })
      await clock.work(() =>
        db.transaction().execute(async tx => {
          await addReserved(tx, phone.userId, monthOf(now), kinds.length)
          await enqueueHooked(tx, phone.userId, deliveries, now)
        }),
      )
      changed()
    },
    async writes(phone, text, payload = null, about = null) {
      const now = clock.now()
      messenger.receive(phone.number, now)
      world.inbound.push({ phone: phone.number, at: now })
      const message = {
        ...{ wamid: `wamid.in.${++words}`, waId: phone.number, waUserId: null, profileName: null, at: now },
        ...{ kind: payload === null ? 'text' : 'button', text, payload, about },
      }
      await clock.work(async () => {
        await db.transaction().execute(async tx => {
          await recordInbound(tx, message)
          await onInbound(tx, message)
          await hooks.afterInbound?.(tx)
        })
        await answerAll(answering)
        await sendOverdue(answering)
      })
      changed()
    },
    async pausesFor24h(phone) {
      await world.writes(phone, 'Pause 24 h', 'pause:24')
      world.pauses.push({ phone: phone.number, from: clock.now(), until: new Date(clock.now().getTime() + 24 * hourMs) })
    },
    async resumes(phone) {
      for (const rest of world.pauses) if (rest.phone === phone.number && rest.until > clock.now()) rest.until = clock.now()
      await world.writes(phone, 'Resume', 'resume')
    },
    async reportStatus(bubble, status) {
      const phone = world.phones.find(one => one.number === bubble.phone)
      const event = {
        wamid: bubble.wamid,
        userId: phone?.userId ?? null,
        deliveryId: bubble.deliveryId,
        status,
        at: clock.now(),
        error: null,
        price: null,
      }
      await clock.work(() => db.transaction().execute(async tx => (await reportStatus(tx, event))?.()))
      changed()
    },
  }
  return world
}

/** What waits does so until the next full hour. */
function newDelivery({ destinationId }: Phone, kind: MailKind, now: Date): NewDelivery {
  const nextHour = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
  const isLater = kind === 'later' || kind === 'digest'
  return {
    ...{
      id: newId(now),
      messageId: crypto.randomUUID(),
      filterId: null,
      destinationId,
      usageMonth: monthOf(now),
      redact: null,
      show: null,
    },
    ...{ urgent: kind === 'urgent', forDigest: kind === 'digest' },
    waitUntil: isLater ? nextHour : null,
    waitReason: kind === 'later' ? 'quiet' : kind === 'digest' ? 'digest' : null,
  }
}

/** Nothing of it speaks to anybody: what is sent goes to the messenger of this world. */
export function createContext(db: Db, clock: Pick<MovedClock, 'now' | 'sleep'>, env: Record<string, string>): AppContext {
  return {
    ...{ config: configOf(env), db, urgentDb: db, log: openLog('silent'), words: loadWords(), keys: openUserKeys(newKey(), clock.now) },
    clock: { now: clock.now, sleep: clock.sleep, every: () => ({ stop: async () => undefined }) },
    logKeys: openLogKeys(newKey()),
    tracing: null,
    ...unsold,
    graph: openGraph({ outside: openOutside({ allow: [], loopback: false }), ...configOf(env).whatsapp }),
  }
}

export const configOf = (env: Record<string, string>): Config =>
  readConfig({ DATABASE_URL: 'postgres://nowhere', WHATSAPP_GRAPH_URL: 'http://127.0.0.1:9', ...env })
