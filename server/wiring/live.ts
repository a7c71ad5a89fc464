// Binds realtime, and signals it when forward, delivery or a webhook changed something.
import { z } from 'zod/mini'
import type { Auth } from '../auth/auth.ts'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import type { WorkerDeps } from '../delivery/worker.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Db } from '../foundation/db/pool.ts'
import { broadcastToHosts, listenForSignals, type SignalChange } from '../foundation/db/signals.ts'
import type { Log } from '../foundation/log.ts'
import type { LiveDeps } from '../live/deps.ts'
import { type Live, openLive } from '../live/live.ts'
import type { ForwardBatch } from '../use-cases/forward.ts'
import { changedSince, newCursor } from '../use-cases/ledger/changes.ts'
import type { WebhookDeps } from '../whatsapp/webhook.ts'

interface LiveContext {
  db: Db
  databaseUrl: string
  log: Log
  auth: Auth
  publishableKey: string
  isBlocked(ip: string): boolean
}

/** Parts that a test may replace, to plant a bug. */
export type PlantedLive = Partial<Pick<LiveDeps, 'changedSince' | 'clock' | 'isBlocked'>>

export const bindLive = (app: LiveContext, planted: PlantedLive = {}): Live =>
  openLive({ ...liveDeps(app), ...planted }, listeners => listenForSignals(app.databaseUrl, listeners))

function liveDeps({ db, log, auth, publishableKey, isBlocked }: LiveContext): LiveDeps {
  const read = async (token: string) => (token === '' || token === publishableKey ? 'anybody' : auth.readBearer(token))
  return {
    clock: systemClock,
    log,
    isBlocked,
    isKey: async key => key === publishableKey || (key !== '' && (await auth.readBearer(key)).kind === 'claims'),
    authenticate: async token => {
      const bearer = await read(token)
      if (bearer === 'anybody') return 'anybody'
      if (bearer.kind !== 'claims') return bearer.kind
      const who = await auth.verifySession(token)
      if (!who) return 'ended'
      const endsAt = z.number().safeParse(bearer.claims['exp'])
      if (!endsAt.success) return 'invalid'
      return who.isSecondStepDue ? 'second_step' : { userId: who.userId, endsAt: new Date(endsAt.data * 1000) }
    },
    isTokenValid: async token => (await auth.verifySession(token))?.isSecondStepDue === false,
    newCursor: () => newCursor(db),
    changedSince: people => changedSince(db, people),
    broadcast: text => broadcastToHosts(db, text),
  }
}

/** Wraps the worker's dependencies to signal users whose deliveries change. */
export const signalingWorker = (deps: WorkerDeps<ClaimedDelivery>, signalChange: SignalChange): WorkerDeps<ClaimedDelivery> => ({
  ...deps,
  claim: async limit => {
    const claimed = await deps.claim(limit)
    signalChange(claimed.map(delivery => delivery.userId))
    return claimed
  },
  recordOutcomes: async done => {
    await deps.recordOutcomes(done)
    signalChange(done.map(({ claimed }) => claimed.userId))
  },
})

export const signalingForward =
  (forward: ForwardBatch, signalChange: SignalChange): ForwardBatch =>
  async (batch, alongside) => {
    await forward(batch, alongside)
    signalChange(batch.map(arrived => arrived.userId))
  }

/** Signals the users whose deliveries WhatsApp reported on, after the commit. */
export function signalingWebhook<P extends Pick<WebhookDeps, 'onStatus' | 'onCommitted'>>(deps: P, signalChange: SignalChange): P {
  const reported = new Set<string>()
  return {
    ...deps,
    onStatus: (tx, status) => {
      if (status.userId) reported.add(status.userId)
      return deps.onStatus(tx, status)
    },
    onCommitted: () => {
      signalChange(reported)
      reported.clear()
      deps.onCommitted?.()
    },
  }
}
