// Realistic bugs to plant around the real queue, each with the scenario that reveals it.
import { sql } from 'kysely'
import type { ClaimedDelivery, enqueue } from '../../../server/delivery/queue.ts'
import type { WorkerDeps } from '../../../server/delivery/worker.ts'
import type { Tx } from '../../../server/foundation/db/pool.ts'
import { backlog, closedWindow, openWindow, resting, rush, trouble, windowThatCloses } from './plays.ts'
import type { Bug, Play } from './schedule.ts'

export interface Planted {
  name: string
  play: Play
  /** How the judge has to put it. */
  shows: RegExp
  make(): Bug
}

export const bugs: Planted[] = [
  planted('a mail that was sent is sent again', openWindow, /copies on the phone/, () => ({
    wrapDeps: real => ({ ...real, prepare: one => async before => (await real.prepare(one)(before)) && (await real.prepare(one)(before)) }),
  })),
  planted('a digest leaves its last mail out', backlog, /never reached the phone/, () => ({
    carries: claimed => (claimed.kind === 'digest' ? claimed.memberIds.slice(0, -1) : membersOf(claimed)),
  })),
  planted('a member of a digest is never settled', backlog, /a member of a digest/, () => ({
    hooks: {
      onStatus: real => async (tx, status) => {
        await real(tx, status)
        await sql`update deliveries set state = 'accepted' where id in (
          select id from deliveries where digest_id = ${status.deliveryId} order by seq limit 1)`.execute(tx)
      },
    },
  })),
  planted('urgent mail goes into the digest', backlog, /is urgent and came in a digest/, () =>
    onEnqueue(mails => mails.map(mail => ({ ...mail, urgent: false }))),
  ),
  planted('a text leaves for a closed window', windowThatCloses, /refused with 131047/, () =>
    onWords(tx => sql`update destinations set last_inbound_at = last_inbound_at + interval '24 hours'`.execute(tx)),
  ),
  planted('a template leaves for an open window', openWindow, /while the window was open/, () =>
    onWords(tx => sql`update destinations set last_inbound_at = null`.execute(tx)),
  ),
  planted('a second announcement comes inside the gap', closedWindow, /a second template came/, () => ({
    env: { ANNOUNCE_GAP_MS: '60000' },
  })),
  planted('an announcement names what another has named', closedWindow, /named again/, () => {
    const named: string[] = []
    return {
      carries: claimed => {
        if (claimed.kind === 'announcement') named.push(...claimed.memberIds)
        return claimed.kind === 'announcement' ? [...new Set(named)] : membersOf(claimed)
      },
    }
  }),
  planted('what waits for the window is not announced', closedWindow, /was not named by/, () => ({
    wrapDeps: real => ({
      ...real,
      prepare: one => async before => (one.kind === 'announcement' ? { kind: 'sent', wamid: 'wamid.none' } : real.prepare(one)(before)),
    }),
  })),
  planted('what was held is forgotten when the window opens', closedWindow, /never reached the phone/, () =>
    onWords(tx =>
      sql`update deliveries set state = 'cancelled' where id in (
        select id from deliveries where state in ('held', 'queued') and kind = 'mail' order by seq limit 1)`.execute(tx),
    ),
  ),
  planted('a phone that pauses is written to', resting, /while the phone had its rest/, () => ({
    wrapDeps: (real, { db }) => ({
      ...real,
      claim: async limit => {
        await sql`update destinations set paused_until = null`.execute(db)
        return real.claim(limit)
      },
    }),
  })),
  planted('mails overtake one another', openWindow, /came after one that was put in later/, () => onEnqueue(mails => mails.toReversed())),
  planted('nobody keeps the pace', rush, /messages in/, () => ({ env: { LANE_BURST: '40', LANE_REFILL_MS: '1' } })),
  planted('a mail goes to the phone of somebody else', openWindow, /somebody else/, () => ({
    wrapDeps: real => ({ ...real, prepare: one => real.prepare({ ...one, waId: '15550200001' }) }),
  })),
  planted('a status takes a delivery back', openWindow, /reached the phone, but is sent/, () => ({
    hooks: {
      onStatus: real => async (tx, status) => {
        await real(tx, status)
        if (status.status === 'sent') await sql`update deliveries set state = 'sent' where id = ${status.deliveryId}`.execute(tx)
      },
    },
  })),
  planted('nobody hears what the messenger tells', openWindow, /reached the phone, but is accepted/, () => ({
    hooks: { onStatus: () => async () => undefined },
  })),
  planted('an unknown outcome passes for sent', trouble, /never reached the phone/, () =>
    onSettle(done =>
      done.map(one =>
        one.outcome.kind === 'unknown' ? { ...one, outcome: { kind: 'sent', wamid: `wamid.?${one.claimed.deliveryId}` } } : one,
      ),
    ),
  ),
  planted('what may be tried again has failed', trouble, /never reached the phone/, () =>
    onSettle(done =>
      done.map(one =>
        one.outcome.kind === 'retry' ? { ...one, outcome: { kind: 'failed', reason: 'temporary', stop: 'delivery' } } : one,
      ),
    ),
  ),
]

function planted(name: string, play: Play, shows: RegExp, make: () => Bug): Planted {
  return { name, play, shows, make }
}

type Done = Parameters<WorkerDeps<ClaimedDelivery>['recordOutcomes']>[0]

const onSettle = (change: (done: Done) => Done): Bug => ({
  wrapDeps: real => ({ ...real, recordOutcomes: done => real.recordOutcomes(change(done)) }),
})

const onEnqueue = (change: (mails: Parameters<typeof enqueue>[2]) => Parameters<typeof enqueue>[2]): Bug => ({
  hooks: { enqueue: real => (tx, userId, mails, now) => real(tx, userId, change(mails), now) },
})

const onWords = (act: (tx: Tx) => Promise<unknown>): Bug => ({ hooks: { afterInbound: async tx => void (await act(tx)) } })

const membersOf = (claimed: ClaimedDelivery): string[] =>
  claimed.kind === 'mail' || claimed.kind === 'shown' ? [claimed.deliveryId] : claimed.memberIds
