// Binds delivery to the allowance, to sending, and to system emails.
import type { Outcome } from '../../core/delivery/outcome.ts'
import { usersOf } from '../../core/plans/subscription.ts'
import { settleUsage } from '../billing/usage-store.ts'
import { claim } from '../delivery/claim/claim.ts'
import { type DispatchMark, markDispatched } from '../delivery/dispatch-queue.ts'
import type { DeliveryDeps } from '../delivery/handlers.ts'
import { openPace } from '../delivery/number/pace.ts'
import { recordOutcomes } from '../delivery/outcomes/record.ts'
import { type ClaimedDelivery, nextDueAt } from '../delivery/queue.ts'
import type { ReplanDeps } from '../delivery/replan/replan.ts'
import type { OnStep } from '../delivery/steps.ts'
import { type ReleaseDeps, releaseForOwner } from '../delivery/without-allowance-queue.ts'
import type { RecordedAttempt, WorkerDeps } from '../delivery/worker.ts'
import { inGroups } from '../foundation/in-groups.ts'
import type { Log } from '../foundation/log.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { undeliveredWriter } from '../use-cases/notifications/undelivered.ts'
import { openOutgoing } from '../use-cases/sending/outgoing.ts'
import { prepareClaimed, sendPrepared } from '../use-cases/sending.ts'
import { isServiceTrouble } from '../whatsapp/errors.ts'
import { type AppContext, bindExplain, listStandIns, readPolicy, resendDeps, sendingDeps } from './app.ts'

/** Claims and records outcomes in PostgreSQL, and sends through WhatsApp. */
export function deliveryWorkerDeps(
  app: AppContext,
  random: () => number,
  onStep?: OnStep,
  /** Looks up WhatsApp's address, which then stays in the cache for what is sent. */
  findWhatsApp: () => Promise<unknown> = async () => undefined,
): WorkerDeps<ClaimedDelivery> {
  const { config, urgentDb: db, clock, log } = app
  const deps = {
    pace: openPace(() => ({ numberId: config.whatsapp.numberId, maxPerSecond: readPolicy(config).numberPerSecond })),
    host: config.hostId,
    get numberId() {
      return config.whatsapp.numberId
    },
    get policy() {
      return readPolicy(config)
    },
    onFinal: settleUsage,
    random,
    onStep,
    onServiceWorks: (since: Date) => log.info({ since }, 'WhatsApp works again'),
  }
  const sending = { ...sendingDeps(app), outgoing: openOutgoing({ ...app, db }) }
  const mark = inGroups((marks: DispatchMark[]) => markDispatched(db, marks, clock.now()), config.delivery.concurrency)
  return {
    claim: limits => claim(db, clock.now(), limits, deps),
    laneOf: claimed => claimed.destinationId,
    prepare: claimed => {
      const prepared = prepareClaimed(sending, claimed)
      return async before => {
        const outcome = await sendPrepared(sending, claimed, await readyToSend(app, claimed, prepared), async () => {
          // A slow look-up comes first: whether the claim still holds is asked after it. One that fails fails again when sending.
          await findWhatsApp().catch(() => undefined)
          onStep?.('send:prepared')
          const isOurs = await mark({ ...claimed, before: toSent(before) })
          onStep?.('send:dispatched')
          // A host that froze meanwhile must not send what another may have sent since.
          return isOurs && claimed.leaseUntil > clock.now()
        })
        onStep?.('send:answered')
        alertOperator(log, outcome)
        return outcome
      }
    },
    recordOutcomes: done => recordOutcomes(db, done, clock.now(), deps),
    nextDueAt: () => nextDueAt(db, clock.now(), deps),
    leaseUntil: claimed => claimed.leaseUntil,
    clock,
    policy: { concurrency: config.delivery.concurrency },
    onError: (error, doing) => log.error({ err: error }, `the delivery worker failed: ${doing}`),
  }
}

/** What may meet trouble, or tests a paused number, waits until WhatsApp says that it works: a second unknown outcome would be its last. */
const readyToSend = async <T>(app: AppContext, claimed: ClaimedDelivery, prepared: Promise<T>): Promise<T | Outcome> =>
  (claimed.mayMeetTrouble || claimed.probesPause !== null) && (await isServiceDown(app))
    ? { kind: 'retry', reason: 'temporary', afterMs: null, scope: 'service' }
    : prepared

const toSent = (before: RecordedAttempt<ClaimedDelivery> | null): DispatchMark['before'] =>
  before?.outcome.kind === 'sent' ? { ...before.claimed, wamid: before.outcome.wamid } : null

/** Asks for our number, and then where messages are taken, which changes nothing: in an outage no message is spent on finding out. */
async function isServiceDown({ graph }: AppContext): Promise<boolean> {
  const number = await graph.numberInfo()
  if (number.kind !== 'number') return isServiceTrouble(number)
  const answer = await graph.markRead(noMessage)
  return answer.kind !== 'done' && isServiceTrouble(answer)
}

/** There is none of this id, so that WhatsApp refuses to mark it as read, but only while it works. */
const noMessage = 'wamid.none'

const alertAfterMs = 3_600_000

/** Only the operator can fix what stops the entire number for an hour or more. */
function alertOperator(log: Log, outcome: Outcome): void {
  if (outcome.kind !== 'retry' || outcome.scope !== 'number' || (outcome.afterMs ?? 0) < alertAfterMs) return
  log.error({ reason: outcome.reason }, 'WhatsApp accepts nothing from our number: resolve it with Meta, then run npm run doctor')
}

/** Phones are linked on wa.me, or in sandbox mode on the sandbox phone's page. */
export function deliveryDeps(app: AppContext, wake: () => void): DeliveryDeps {
  const { config, db, clock, words } = app
  return {
    ...resendDeps(app),
    db,
    clock,
    words,
    explain: bindExplain(words),
    onFinal: settleUsage,
    wake,
    get number() {
      return config.whatsapp.number
    },
    linkBase: listStandIns(config).includes('whatsapp') ? `${config.publicUrl}/sandbox/phone/wa.me` : 'https://wa.me',
  }
}

/** For what waits without allowance. */
export const releaseDeps = (app: AppContext): ReleaseDeps => ({
  ...resendDeps(app),
  whoMayDeliver: app.allowance.whoMayDeliver,
  onError: error => app.log.error({ err: error }, 'deliveries without allowance could not be let go'),
})

/** Call it when an owner's allowance may have grown: a payment, a larger plan. What waited for it goes at once. */
export const bindAllowanceChanged =
  (app: AppContext, wake: () => void) =>
  async (ownerId: string): Promise<void> => {
    for (const userId of usersOf(ownerId)) if ((await releaseForOwner(app.db, userId, app.clock.now(), resendDeps(app))) > 0) wake()
  }

/** Replans what phones did not get, and emails users who chose that fallback. */
export function replanDeps(app: AppContext, mailer: Mailer): ReplanDeps {
  const { config, keys, log } = app
  const sendByEmail = undeliveredWriter({ keys, publicUrl: config.publicUrl, mailer, log })
  return { ...resendDeps(app), log, onFinal: settleUsage, sendByEmail, overdueAfterMs: config.delivery.overdueAfterMs }
}
