// What delivery is given: the allowance, WhatsApp to send through, and letters where no phone was reached.
import type { Outcome } from '../../core/delivery/outcome.ts'
import { reserve, settleUsage } from '../billing/store.ts'
import { claim } from '../delivery/claim/claim.ts'
import type { DeliveryParts } from '../delivery/handlers.ts'
import { noteLeaving } from '../delivery/leaving/store.ts'
import { type ClaimedDelivery, nextDueAt } from '../delivery/queue.ts'
import type { ReplanParts } from '../delivery/replan/replan.ts'
import { settle } from '../delivery/settle/settle.ts'
import type { Hands } from '../delivery/worker.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mailer.ts'
import { undeliveredWriter } from '../notices/undelivered.ts'
import { explainOf, type Ground, policyOf, standInsOf, templateParts } from '../wiring.ts'
import { sendClaimed } from './sending.ts'

/** delivery claims and settles in PostgreSQL and sends through WhatsApp. */
export function deliveryHands(ground: Ground, random: () => number): Hands<ClaimedDelivery> {
  const { config, db, clock, log } = ground
  const policy = policyOf(config)
  const parts = { host: config.hostId, numberId: config.whatsapp.numberId, policy, onFinal: settleUsage, random }
  return {
    claim: limit => claim(db, clock.now(), limit, parts),
    send: async claimed => {
      const leave = () => noteLeaving(db, claimed.userId, claimed, clock.now())
      const outcome = await sendClaimed({ ...ground, templates: templateParts(ground) }, claimed, leave)
      tellOperator(log, outcome)
      return outcome
    },
    settle: done => settle(db, done, clock.now(), parts),
    nextDueAt: () => nextDueAt(db, clock.now(), parts),
    leaseUntil: claimed => claimed.leaseUntil,
    clock,
    policy: { concurrency: config.delivery.concurrency },
    onError: (error, doing) => log.error({ err: error }, `a delivery could not be taken on: ${doing}`),
  }
}

const worthTellingMs = 3_600_000

/** What keeps the whole number from sending for an hour and more is nobody's to mend but the operator's. */
function tellOperator(log: Log, outcome: Outcome): void {
  if (outcome.kind !== 'retry' || outcome.scope !== 'number' || (outcome.afterMs ?? 0) < worthTellingMs) return
  log.error({ reason: outcome.reason }, 'WhatsApp takes nothing from our number: settle it with Meta, then run npm run doctor')
}

/** Phones are linked on wa.me, or in sandbox mode on the page of the same shape that plays it. */
export function deliveryParts({ config, db, clock, words }: Ground, wake: () => void): DeliveryParts {
  return {
    db,
    clock,
    words,
    explain: explainOf(words),
    onFinal: settleUsage,
    reserve,
    wake,
    number: config.whatsapp.number,
    linkBase: standInsOf(config).includes('whatsapp') ? `${config.publicUrl}/sandbox/phone/wa.me` : 'https://wa.me',
  }
}

/** delivery looks after what its phones did not get; notices write where its person wants a letter. */
export function replanParts({ config, keys }: Ground, mailer: Mailer): ReplanParts {
  const write = undeliveredWriter({ keys, publicUrl: config.publicUrl, mailer })
  return { reserve, onFinal: settleUsage, write, overdueAfterMs: config.delivery.overdueAfterMs }
}
