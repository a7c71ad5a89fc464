// Schedules periodic work that no event triggers: retrying what waited too long, and erasing what has expired.
import { sweepKeys } from '../account/keys/owners.ts'
import type { Auth } from '../auth/auth.ts'
import { settleUsage } from '../billing/usage-store.ts'
import { endCommand } from '../delivery/commands/store.ts'
import { resendRefusedFiles } from '../delivery/refused-files-queue.ts'
import { replanDeliveries } from '../delivery/replan/replan.ts'
import { sweepDeliveries } from '../delivery/sweep.ts'
import { releaseWithoutAllowance } from '../delivery/without-allowance-queue.ts'
import { dropAttachments, sweepAttachments } from '../files/attachments/owners.ts'
import { sweepExports } from '../files/exports/owners.ts'
import { sweepFiles } from '../files/objects/owners.ts'
import { dropRawMessages, sweepRawMessages } from '../files/raw-messages-owners.ts'
import { dropExplanations } from '../filters/explanations-owners.ts'
import { sweepProposals } from '../filters/from-phone/owners.ts'
import { sweepRemoved } from '../filters/removal/owners.ts'
import { systemClock } from '../foundation/clock.ts'
import { sweepWrites } from '../foundation/db/idempotency.ts'
import { sweepOutbox } from '../foundation/db/outbox.ts'
import { sweepSetAside } from '../foundation/db/set-aside.ts'
import type { Jobs } from '../foundation/jobs.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { eraseExpired } from '../mail/erasing/owners.ts'
import { applyRetentionChanges, recordDefaultChange } from '../mail/erasing/retention-owners.ts'
import { sweepEvents } from '../mail/mailboxes/events/owners.ts'
import { sweepConfirmations } from '../mail/mailboxes/owners.ts'
import { sweepCopies } from '../mail/messages/copies-owners.ts'
import { sweepWebViews } from '../mail/messages/web-view/owners.ts'
import { eraseDisconnected } from '../use-cases/disconnect.ts'
import { exportKeptMs } from '../use-cases/leave/build-export.ts'
import { eraseLeftovers } from '../use-cases/leave.ts'
import { countMessagesOfAll } from '../use-cases/ledger/counts/count.ts'
import { forgetUnsent, sweepInbound } from '../whatsapp/inbound-owners.ts'
import { sweepUploads } from '../whatsapp/media/owners.ts'
import { uploadKeptMs } from '../whatsapp/media/send.ts'
import { type AppContext, readPolicy, resendDeps } from './app.ts'
import { releaseDeps, replanDeps } from './delivery.ts'
import { scheduleLogChain } from './log-chain.ts'
import { syncAndSubmitTemplates } from './templates.ts'

const eraseBatch = 1000
const outboxKeptMs = 7 * 86_400_000
const setAsideKeptMs = 30 * 86_400_000
const writesKeptMs = 24 * 3_600_000
const confirmationsKeptMs = 8 * 86_400_000
const removedKeptMs = 24 * 3_600_000
const unsentMs = 3_600_000
const endedKeysKeptMs = 90 * 86_400_000

export async function scheduleSweeps(jobs: Jobs, app: AppContext, auth: Auth, mailer: Mailer): Promise<void> {
  const { config, db, clock, log } = app
  const policy = readPolicy(config)
  await jobs.schedule(
    'sweep-deliveries',
    '* * * * *',
    async () => void (await sweepDeliveries(db, clock.now(), { policy, onFinal: settleUsage })),
  )
  await jobs.schedule('replan-deliveries', '* * * * *', async () => {
    await replanDeliveries(db, clock.now(), replanDeps(app, mailer))
  })
  await jobs.schedule('resend-refused-files', '* * * * *', () => resendRefusedFiles(db, log, clock.now(), resendDeps(app)))
  await jobs.schedule(
    'release-deliveries',
    '* * * * *',
    async () => void (await releaseWithoutAllowance(db, clock.now(), releaseDeps(app))),
  )
  await jobs.schedule('erase-expired', '*/10 * * * *', async () => {
    await applyRetentionChanges(db, systemClock.now(), config.retentionDays)
    await eraseAll(app)
  })
  await jobs.schedule('check-retention', '11 4 * * *', () => recordDefaultChange(db, systemClock.now(), config.retentionDays))
  await jobs.schedule('send-mails', '* * * * *', async () => void (await mailer.deliver()))
  await jobs.schedule(
    'sweep-outbox',
    '17 * * * *',
    async () => void (await sweepOutbox(db, new Date(systemClock.now().getTime() - outboxKeptMs))),
  )
  await scheduleLogChain(jobs, app)
  await jobs.schedule('sweep-keys', '31 4 * * *', () => sweepKeys(db, new Date(systemClock.now().getTime() - endedKeysKeptMs)))
  await jobs.schedule('sweep-confirmations', '29 * * * *', () =>
    sweepConfirmations(db, new Date(systemClock.now().getTime() - confirmationsKeptMs)),
  )
  await jobs.schedule('sweep-events', '41 * * * *', async () => void (await sweepEvents(db, systemClock.now())))
  await jobs.schedule('sweep-proposals', '*/10 * * * *', async () => {
    const expired = { state: 'failed' as const, reason: 'filter_lapsed', now: clock.now() }
    await sweepProposals(db, expired.now, (tx, userId, wamid) => endCommand(tx, userId, wamid, expired))
  })
  await jobs.schedule('sweep-raw-messages', '* * * * *', () => sweepRawMessages(db))
  await jobs.schedule('sweep-filters', '53 * * * *', () => sweepRemoved(db, new Date(systemClock.now().getTime() - removedKeptMs)))
  await jobs.schedule('sweep-copies', '47 * * * *', async () => void (await sweepCopies(db, clock.now())))
  await jobs.schedule('count-messages', '23 * * * *', () => countMessagesOfAll(db, clock.now()))
  await jobs.schedule('sweep-pages', '*/10 * * * *', () => sweepWebViews(db, clock.now()))
  await jobs.schedule('keep-templates', '*/5 * * * *', () => syncAndSubmitTemplates(app))
  await jobs.schedule(
    'sweep-uploads',
    '53 * * * *',
    async () => void (await sweepUploads(db, new Date(clock.now().getTime() - uploadKeptMs))),
  )
  await jobs.schedule('sweep-inbound', '59 * * * *', async () => void (await sweepInbound(db, clock.now())))
  await jobs.schedule('forget-unsent', '*/10 * * * *', () => forgetUnsent(db, new Date(clock.now().getTime() - unsentMs)))
  await jobs.schedule('sweep-set-aside', '43 * * * *', () => sweepSetAside(db, new Date(systemClock.now().getTime() - setAsideKeptMs)))
  await jobs.schedule('sweep-files', '*/10 * * * *', async () => {
    await sweepFiles(db, clock.now())
    await sweepAttachments(db, clock.now())
    const now = systemClock.now()
    await sweepExports(db, now, new Date(now.getTime() - exportKeptMs))
  })
  await jobs.schedule('erase-leftovers', '*/5 * * * *', () => eraseLeftovers(db, systemClock.now()))
  await jobs.schedule('erase-disconnected', '*/5 * * * *', () => eraseDisconnected(db, clock.now()))
  await jobs.schedule('sweep-sessions', '7 * * * *', async () => void (await auth.sweep()))
  await jobs.schedule(
    'sweep-writes',
    '13 * * * *',
    async () => void (await sweepWrites(db, new Date(systemClock.now().getTime() - writesKeptMs))),
  )
}

async function eraseAll({ config, db, clock, log }: AppContext): Promise<void> {
  let erased = 0
  for (;;) {
    const batch = await eraseExpired(db, clock.now(), config.retentionDays, eraseBatch, async (tx, messages) => {
      await dropExplanations(tx, messages)
      await dropRawMessages(tx, messages)
      await dropAttachments(tx, messages)
    })
    erased += batch.erased
    if (batch.checked < eraseBatch) break
  }
  if (erased > 0) log.info({ erased }, 'messages past their retention were erased')
}
