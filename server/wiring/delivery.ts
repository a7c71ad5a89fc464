// Binds delivery to the allowance, to sending, and to system emails.
import type { Outcome } from '../../core/delivery/outcome.ts'
import { reserve, settleUsage } from '../billing/store.ts'
import { claim } from '../delivery/claim/claim.ts'
import { markDispatched } from '../delivery/dispatch-store.ts'
import type { DeliveryDeps } from '../delivery/handlers.ts'
import { recordOutcomes } from '../delivery/outcomes/record.ts'
import { type ClaimedDelivery, nextDueAt } from '../delivery/queue.ts'
import type { ReplanDeps } from '../delivery/replan/replan.ts'
import type { WorkerDeps } from '../delivery/worker.ts'
import type { Log } from '../foundation/log.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { undeliveredWriter } from '../use-cases/notifications/undelivered.ts'
import { sendClaimed } from '../use-cases/sending.ts'
import { type AppContext, explainOf, policyOf, standInsOf, templateDeps } from './app.ts'

/** delivery claims and settles in PostgreSQL and sends through WhatsApp. */
export function deliveryWorkerDeps(app: AppContext, random: () => number): WorkerDeps<ClaimedDelivery> {
  const { config, db, clock, log } = app
  const policy = policyOf(config)
  const deps = { host: config.hostId, numberId: config.whatsapp.numberId, policy, onFinal: settleUsage, random }
  return {
    claim: limit => claim(db, clock.now(), limit, deps),
    send: async claimed => {
      const leave = () => markDispatched(db, claimed.userId, claimed, clock.now())
      const outcome = await sendClaimed({ ...app, templates: templateDeps(app) }, claimed, leave)
      tellOperator(log, outcome)
      return outcome
    },
    recordOutcomes: done => recordOutcomes(db, done, clock.now(), deps),
    nextDueAt: () => nextDueAt(db, clock.now(), deps),
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
export function deliveryDeps({ config, db, clock, words }: AppContext, wake: () => void): DeliveryDeps {
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
export function replanDeps({ config, keys }: AppContext, mailer: Mailer): ReplanDeps {
  const write = undeliveredWriter({ keys, publicUrl: config.publicUrl, mailer })
  return { reserve, onFinal: settleUsage, write, overdueAfterMs: config.delivery.overdueAfterMs }
}
