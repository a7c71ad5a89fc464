// What realtime is given of the others, and who tells it that something changed.
import { z } from 'zod/mini'
import type { Auth } from '../auth/auth.ts'
import { systemClock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { callOut, listenToHosts, type Tell } from '../db/signals.ts'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import type { Hands } from '../delivery/worker.ts'
import type { Forward } from '../forward.ts'
import { changedSince, newCursor } from '../ledger/changes.ts'
import { type Live, openLive } from '../live/live.ts'
import type { LiveParts } from '../live/parts.ts'
import type { Log } from '../log.ts'
import type { WebhookParts } from '../whatsapp/webhook.ts'

interface LiveGround {
  db: Db
  databaseUrl: string
  log: Log
  auth: Auth
  publishableKey: string
}

/** What a test may put in place, to plant a bug. */
export type PlantedLive = Partial<Pick<LiveParts, 'changedSince' | 'clock'>>

export const openLiveOf = (ground: LiveGround, planted: PlantedLive = {}): Live =>
  openLive({ ...livePartsOf(ground), ...planted }, ears => listenToHosts(ground.databaseUrl, ears))

function livePartsOf({ db, log, auth, publishableKey }: LiveGround): LiveParts {
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
export const tellingHands = (hands: Hands<ClaimedDelivery>, tell: Tell): Hands<ClaimedDelivery> => ({
  ...hands,
  claim: async limit => {
    const claimed = await hands.claim(limit)
    tell(claimed.map(one => one.userId))
    return claimed
  },
  settle: async done => {
    await hands.settle(done)
    tell(done.map(({ claimed }) => claimed.userId))
  },
})

export const tellingForward =
  (forward: Forward, tell: Tell): Forward =>
  async (batch, alongside) => {
    await forward(batch, alongside)
    tell(batch.map(arrived => arrived.userId))
  }

/** Tells what the messenger reported once that is committed. */
export function tellingReports<P extends Pick<WebhookParts, 'onStatus' | 'onCommitted'>>(parts: P, tell: Tell): P {
  const reported = new Set<string>()
  return {
    ...parts,
    onStatus: (tx, status) => {
      if (status.userId) reported.add(status.userId)
      return parts.onStatus(tx, status)
    },
    onCommitted: () => {
      tell(reported)
      reported.clear()
      parts.onCommitted?.()
    },
  }
}
