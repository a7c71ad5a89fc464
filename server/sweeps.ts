// The work that no event brings about: what has waited too long, and what was kept long enough.
import { sweepKeys } from './account/keys/owners.ts'
import { sweepLogs } from './account/owners.ts'
import type { Auth } from './auth/auth.ts'
import { reserve, settleUsage } from './billing/store.ts'
import { systemClock } from './clock.ts'
import { sweepWrites } from './db/idempotency.ts'
import { sweepOutbox } from './db/outbox.ts'
import { settleCommand } from './delivery/commands/store.ts'
import { linkRefused } from './delivery/refused/queue.ts'
import { replanDeliveries } from './delivery/replan/replan.ts'
import { sweepDeliveries } from './delivery/sweep.ts'
import { eraseDisconnected } from './disconnect.ts'
import { sweepExports } from './files/exports/owners.ts'
import { sweepMailFiles } from './files/mail/owners.ts'
import { dropMailFiles } from './files/mail/store.ts'
import { sweepFiles } from './files/objects/owners.ts'
import { dropBlobs } from './files/store.ts'
import { sweepProposals } from './filters/from-phone/owners.ts'
import { sweepRemoved } from './filters/removal/owners.ts'
import { dropExplanations } from './filters/store.ts'
import type { Jobs } from './jobs.ts'
import { exportKeptMs } from './leave/make.ts'
import { eraseLeftovers } from './leave.ts'
import { sweepCopies } from './mail/copies/owners.ts'
import { sweepEvents } from './mail/events/owners.ts'
import { dropReplies } from './mail/outgoing/store.ts'
import { eraseExpired, sweepConfirmations } from './mail/owners.ts'
import { sweepWhole } from './mail/whole/owners.ts'
import type { Mailer } from './mailer.ts'
import { sweepUploads } from './whatsapp/media/owners.ts'
import { uploadKeptMs } from './whatsapp/media/send.ts'
import { sweepInbound } from './whatsapp/owners.ts'
import { replanParts } from './wiring/delivering.ts'
import { keepTemplates } from './wiring/templates.ts'
import { type Ground, policyOf } from './wiring.ts'

const eraseBatch = 500
const outboxKeptMs = 7 * 86_400_000
const writesKeptMs = 24 * 3_600_000
const confirmationsKeptMs = 8 * 86_400_000
const removedKeptMs = 24 * 3_600_000
const logsKeptMs = 365 * 86_400_000
const endedKeysKeptMs = 90 * 86_400_000

export async function scheduleSweeps(jobs: Jobs, ground: Ground, auth: Auth, mailer: Mailer): Promise<void> {
  const { config, db, clock } = ground
  const policy = policyOf(config)
  await jobs.schedule(
    'sweep-deliveries',
    '* * * * *',
    async () => void (await sweepDeliveries(db, clock.now(), { policy, onFinal: settleUsage })),
  )
  await jobs.schedule('replan-deliveries', '* * * * *', async () => {
    await replanDeliveries(db, clock.now(), replanParts(ground, mailer))
    await linkRefused(db, clock.now(), reserve)
  })
  await jobs.schedule('erase-expired', '*/10 * * * *', () => eraseAll(ground))
  await jobs.schedule('send-mails', '* * * * *', async () => void (await mailer.deliver()))
  await jobs.schedule(
    'sweep-outbox',
    '17 * * * *',
    async () => void (await sweepOutbox(db, new Date(systemClock.now().getTime() - outboxKeptMs))),
  )
  await jobs.schedule(
    'sweep-logs',
    '23 4 * * *',
    async () => void (await sweepLogs(db, new Date(systemClock.now().getTime() - logsKeptMs))),
  )
  await jobs.schedule('sweep-keys', '31 4 * * *', () => sweepKeys(db, new Date(systemClock.now().getTime() - endedKeysKeptMs)))
  await jobs.schedule('sweep-confirmations', '29 * * * *', () =>
    sweepConfirmations(db, new Date(systemClock.now().getTime() - confirmationsKeptMs)),
  )
  await jobs.schedule('sweep-events', '41 * * * *', async () => void (await sweepEvents(db, systemClock.now())))
  await jobs.schedule('sweep-proposals', '*/10 * * * *', async () => {
    const lapsed = { state: 'failed' as const, reason: 'filter_lapsed', now: clock.now() }
    await sweepProposals(db, lapsed.now, (tx, userId, wamid) => settleCommand(tx, userId, wamid, lapsed))
  })
  await jobs.schedule('sweep-filters', '53 * * * *', () => sweepRemoved(db, new Date(systemClock.now().getTime() - removedKeptMs)))
  await jobs.schedule('sweep-copies', '47 * * * *', async () => void (await sweepCopies(db, clock.now())))
  await jobs.schedule('sweep-pages', '*/10 * * * *', () => sweepWhole(db, clock.now()))
  await jobs.schedule('keep-templates', '*/5 * * * *', () => keepTemplates(ground))
  await jobs.schedule(
    'sweep-uploads',
    '53 * * * *',
    async () => void (await sweepUploads(db, new Date(clock.now().getTime() - uploadKeptMs))),
  )
  await jobs.schedule('sweep-inbound', '59 * * * *', async () => void (await sweepInbound(db, clock.now())))
  await jobs.schedule('sweep-files', '*/10 * * * *', async () => {
    await sweepFiles(db, clock.now())
    await sweepMailFiles(db, clock.now())
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

async function eraseAll({ config, db, clock, log }: Ground): Promise<void> {
  let erased = 0
  for (;;) {
    const some = await eraseExpired(db, clock.now(), config.retentionDays, eraseBatch, async (tx, userId, messageIds) => {
      await dropExplanations(tx, userId, messageIds)
      await dropReplies(tx, userId, messageIds)
      await dropBlobs(tx, userId, messageIds)
      await dropMailFiles(tx, userId, messageIds)
    })
    erased += some
    if (some < eraseBatch) break
  }
  if (erased > 0) log.info({ erased }, 'contents past their retention were erased')
}
