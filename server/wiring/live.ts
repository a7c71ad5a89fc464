// Binds realtime, and signals it when forward, delivery or a webhook changed something.
import { z } from 'zod/mini'
import type { Auth } from '../auth/auth.ts'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import type { WorkerDeps } from '../delivery/worker.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Db } from '../foundation/db/pool.ts'
import { callOut, listenToHosts, type SignalChange } from '../foundation/db/signals.ts'
import type { Log } from '../foundation/log.ts'
import type { LiveDeps } from '../live/deps.ts'
import { type Live, openLive } from '../live/live.ts'
import type { ForwardBatch } from '../use-cases/forward.ts'
import { changedSince, newCursor } from '../use-cases/ledger/changes.ts'
import type { WebhookDeps } from '../whatsapp/webhook.ts'

interface LiveGround {
  db: Db
  databaseUrl: string
  log: Log
  auth: Auth
  publishableKey: string
}

/** What a test may put in place, to plant a bug. */
export type PlantedLive = Partial<Pick<LiveDeps, 'changedSince' | 'clock'>>

export const openLiveOf = (app: LiveGround, planted: PlantedLive = {}): Live =>
  openLive({ ...livePartsOf(app), ...planted }, ears => listenToHosts(app.databaseUrl, ears))

function livePartsOf({ db, log, auth, publishableKey }: LiveGround): LiveDeps {
  const read = async (token: string) => (token === '' || token === publishableKey ? 'anybody' : auth.readBearer(token))
  return {
    clock: systemClock,
    log,
    isKey: async key => key === publishableKey || (key !== '' && (await auth.readBearer(key)).kind === 'claims'),
    whoIs: async token => {
      const bearer = await read(token)
      if (bearer === 'anybody') return 'anybody'
      if (bearer.kind !== 'claims') return bearer.kind
      const who = await auth.verifySession(token)
      if (!who) return 'ended'
      const endsAt = z.number().safeParse(bearer.claims['exp'])
      if (!endsAt.success) return 'invalid'
      return who.isSecondStepDue ? 'second_step' : { userId: who.userId, endsAt: new Date(endsAt.data * 1000) }
    },
    isIn: async token => (await auth.verifySession(token))?.isSecondStepDue === false,
    newCursor: () => newCursor(db),
    changedSince: people => changedSince(db, people),
    callOut: text => callOut(db, text),
  }
}

/** Hands that tell whose mail is sent, and how it went. */
export const signalingWorker = (hands: WorkerDeps<ClaimedDelivery>, tell: SignalChange): WorkerDeps<ClaimedDelivery> => ({
  ...hands,
  claim: async limit => {
    const claimed = await hands.claim(limit)
    tell(claimed.map(one => one.userId))
    return claimed
  },
  recordOutcomes: async done => {
    await hands.recordOutcomes(done)
    tell(done.map(({ claimed }) => claimed.userId))
  },
})

export const signalingForward =
  (forward: ForwardBatch, tell: SignalChange): ForwardBatch =>
  async (batch, alongside) => {
    await forward(batch, alongside)
    tell(batch.map(arrived => arrived.userId))
  }

/** Tells what the messenger reported once that is committed. */
export function signalingWebhook<P extends Pick<WebhookDeps, 'onStatus' | 'onCommitted'>>(deps: P, tell: SignalChange): P {
  const reported = new Set<string>()
  return {
    ...deps,
    onStatus: (tx, status) => {
      if (status.userId) reported.add(status.userId)
      return deps.onStatus(tx, status)
    },
    onCommitted: () => {
      tell(reported)
      reported.clear()
      deps.onCommitted?.()
    },
  }
}
