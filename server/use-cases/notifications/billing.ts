// Notifies owners about their usage, payments and subscriptions, each time once: by email, and on the phone where it matters now.
import { usageWarning } from '../../../core/notifications/usage.ts'
import { type Allowance, graceEndOf, monthOf } from '../../../core/plans/allowance.ts'
import { usersOf } from '../../../core/plans/subscription.ts'
import type { EmailPreferences } from '../../account/email-preferences/unsubscribe-links.ts'
import { readReader } from '../../account/settings/store.ts'
import { readUser } from '../../auth/store.ts'
import {
  claimDueNotices,
  claimOpenInvoices,
  claimReachedUsage,
  type DueNotice,
  markWarned,
  type ReachedUsage,
} from '../../billing/notices-owners.ts'
import { noteNotice } from '../../billing/notices-store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { trySeparately } from '../../foundation/db/savepoint.ts'
import { setAside } from '../../foundation/db/set-aside.ts'
import { emailWords } from '../../foundation/email-texts.ts'
import type { Log } from '../../foundation/log.ts'
import type { Mailer, SystemEmail } from '../../foundation/mailer.ts'
import { loadWords } from '../../foundation/words.ts'
import type { WhatsAppUser } from '../../whatsapp/send.ts'
import { findActivePhone } from './active-phone.ts'
import {
  type BillingReader,
  invoiceEmail,
  paymentSentence,
  subscriptionEmail,
  type UsageFacts,
  usageEmail,
  usageSentence,
} from './billing-emails.ts'

export interface BillingNoticeDeps {
  db: Db
  log: Log
  /** The clock of months, trials and missing payments. */
  clock: Pick<Clock, 'now'>
  publicUrl: string
  mailer: Pick<Mailer, 'enqueue' | 'wake'>
  notices: EmailPreferences
  say(to: WhatsAppUser, text: string): Promise<unknown>
  billing: {
    graceDays: number
    /** How invoices by hand are paid; may be empty. */
    instructions: string
    allowanceOf(db: Db, ownerId: string, now: Date): Promise<Allowance>
  }
}

/** For the phone, best effort, after the commit. */
interface Sentence {
  phone: WhatsAppUser
  text: string
}

const batchSize = 50
const dayMs = 86_400_000
/** Who hears late that a subscription has ended knows it already. */
const endedWithinMs = 7 * dayMs

/** Several hosts that do it at once notify each owner once. */
export async function notifyOwners(deps: BillingNoticeDeps): Promise<void> {
  while (await notifyBatch(deps, warnOfUsage));
  while (await notifyBatch(deps, notifyOfSubscriptions));
  while (await notifyBatch(deps, notifyOfInvoices));
}

type NoticeBatch = (deps: BillingNoticeDeps, tx: Tx, now: Date) => Promise<{ claimed: number; sentences: Sentence[] }>

/** Returns false when nothing is left. The marks and the emails commit together. */
async function notifyBatch(deps: BillingNoticeDeps, notify: NoticeBatch): Promise<boolean> {
  const { claimed, sentences } = await deps.db.transaction().execute(tx => notify(deps, tx, deps.clock.now()))
  if (claimed > 0) deps.mailer.wake()
  await Promise.all(sentences.map(sentence => sendToPhone(deps, sentence)))
  return claimed === batchSize
}

async function warnOfUsage(deps: BillingNoticeDeps, tx: Tx, now: Date): ReturnType<NoticeBatch> {
  const reached = await claimReachedUsage(tx, monthOf(now), batchSize)
  const sentences: Sentence[] = []
  for (const usage of reached) {
    const { ownerId, month, notifiedPercent } = usage
    const warn = async () => sentences.push(...(await warnOwner(deps, tx, usage, now)))
    if (!(await notifySeparately(deps, tx, `usage ${ownerId}`, warn))) await markWarned(tx, ownerId, month, notifiedPercent)
  }
  return { claimed: reached.length, sentences }
}

async function warnOwner(deps: BillingNoticeDeps, tx: Tx, usage: ReachedUsage, now: Date): Promise<Sentence[]> {
  const { ownerId, month, notifiedPercent } = usage
  const allowance = await deps.billing.allowanceOf(tx, ownerId, now)
  const limit = allowance.limits.deliveriesPerMonth
  const warning = usageWarning(usage, limit)
  await markWarned(tx, ownerId, month, Math.max(warning, notifiedPercent))
  if (limit === null || warning === 0 || warning <= notifiedPercent) return []
  await noteNotice(tx, ownerId, `usage_${warning}`, now)
  const facts = { warning, used: usage.reserved + usage.delivered, limit, now }
  const sentences = []
  for (const userId of usersOf(ownerId)) sentences.push(...(await warnUser(deps, tx, userId, facts)))
  return sentences
}

async function warnUser(deps: BillingNoticeDeps, tx: Tx, userId: string, facts: UsageFacts): Promise<Sentence[]> {
  const { notices } = deps
  if (!(await notices.isWanted(tx, userId, 'usage'))) return []
  const reader = await readBillingReader(deps, tx, userId)
  await sendEmail(deps, tx, userId, usageEmail(reader, facts, notices.unsubscribeLink(userId, 'usage')))
  return toSentences(tx, userId, usageSentence(reader, facts), facts.now)
}

async function notifyOfSubscriptions(deps: BillingNoticeDeps, tx: Tx, now: Date): ReturnType<NoticeBatch> {
  const graceMs = deps.billing.graceDays * dayMs
  const claimed = await claimDueNotices(tx, now, new Date(now.getTime() - graceMs), batchSize)
  const sentences: Sentence[] = []
  for (const notice of claimed)
    if (isWorthAnEmail(notice, now))
      await notifySeparately(deps, tx, `${notice.kind} ${notice.ownerId}`, async () => {
        await noteNotice(tx, notice.ownerId, notice.kind, now)
        for (const userId of usersOf(notice.ownerId)) sentences.push(...(await notifyUser(deps, tx, { userId, notice, now })))
      })
  return { claimed: claimed.length, sentences }
}

const isWorthAnEmail = ({ kind, wasUsed, hasOther, endedAt }: DueNotice, now: Date): boolean =>
  kind === 'subscription_ended'
    ? wasUsed && !hasOther && endedAt !== null && now.getTime() - endedAt.getTime() <= endedWithinMs
    : kind !== 'resumed'

/** It is about money, so it can't be turned off. */
async function notifyUser(
  deps: BillingNoticeDeps,
  tx: Tx,
  { userId, notice, now }: { userId: string; notice: DueNotice; now: Date },
): Promise<Sentence[]> {
  const { pastDueSince } = notice
  const reader = await readBillingReader(deps, tx, userId)
  const graceEndsAt = pastDueSince && graceEndOf(pastDueSince, deps.billing.graceDays)
  const email = subscriptionEmail(reader, { ...notice, graceEndsAt })
  if (email) await sendEmail(deps, tx, userId, email)
  const sentence = paymentSentence(reader, { ...notice, graceEndsAt })
  return sentence === null ? [] : toSentences(tx, userId, sentence, now)
}

async function notifyOfInvoices(deps: BillingNoticeDeps, tx: Tx, now: Date): ReturnType<NoticeBatch> {
  const invoices = await claimOpenInvoices(tx, now, batchSize)
  for (const invoice of invoices)
    await notifySeparately(deps, tx, `invoice ${invoice.ownerId}`, async () => {
      await noteNotice(tx, invoice.ownerId, 'invoice', now)
      for (const userId of usersOf(invoice.ownerId)) {
        const reader = await readBillingReader(deps, tx, userId)
        await sendEmail(deps, tx, userId, invoiceEmail(reader, invoice, deps.billing.instructions))
      }
    })
  return { claimed: invoices.length, sentences: [] }
}

/** One that fails stays marked as notified, so that it holds up nobody else; returns false then. */
async function notifySeparately({ log, clock }: BillingNoticeDeps, tx: Tx, id: string, notify: () => Promise<unknown>): Promise<boolean> {
  const failed = await trySeparately(tx, notify)
  if (failed) await setAside({ db: tx, log }, { kind: 'notification', id }, failed.error, clock.now())
  return failed === null
}

async function readBillingReader({ publicUrl, log }: BillingNoticeDeps, tx: Tx, userId: string): Promise<BillingReader> {
  const { language, timeZone } = await readReader(tx, userId)
  return { words: await emailWords(tx, log, loadWords(language)), timeZone, page: `${publicUrl}/subscription` }
}

async function sendEmail({ mailer }: BillingNoticeDeps, tx: Tx, userId: string, email: Omit<SystemEmail, 'to'>): Promise<void> {
  const to = (await readUser(tx, userId))?.user.email
  if (to) await mailer.enqueue(tx, { ...email, to })
}

async function toSentences(tx: Tx, userId: string, text: string, now: Date): Promise<Sentence[]> {
  const phone = await findActivePhone(tx, userId, now)
  return phone ? [{ phone, text }] : []
}

async function sendToPhone({ say, log }: BillingNoticeDeps, { phone, text }: Sentence): Promise<void> {
  try {
    await say(phone, text)
  } catch (error) {
    log.warn({ err: error }, 'a phone could not be notified about usage or a payment')
  }
}
