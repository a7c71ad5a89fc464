// Notifies users once about problems: mailboxes that stay down, backlogs after an outage, unreachable phones, and about payments.
import type { PushNotice } from '../../core/api/push.ts'
import type { EmailPreferences } from '../account/email-preferences/unsubscribe-links.ts'
import { wordsForUser } from '../account/settings/language.ts'
import { readUser } from '../auth/store.ts'
import { takeUnreachablePhones, type UnreachablePhone } from '../delivery/replan/owners.ts'
import { type Clock, systemClock } from '../foundation/clock.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { trySeparately } from '../foundation/db/savepoint.ts'
import { setAside } from '../foundation/db/set-aside.ts'
import { emailWords } from '../foundation/email-texts.ts'
import type { Log } from '../foundation/log.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { saveEvent } from '../mail/mailboxes/events/store.ts'
import { type BacklogMailbox, claimBacklogs, claimDownMailboxes, type DownMailbox } from '../mail/mailboxes/notice-owners.ts'
import type { WhatsAppUser } from '../whatsapp/send.ts'
import { findActivePhone } from './notifications/active-phone.ts'
import { askToAllowReplies } from './notifications/allow-replies.ts'
import { type BillingNoticeDeps, notifyOwners } from './notifications/billing.ts'
import { backlogEmail, downPush, downSentence, mailboxDownEmail, unreachablePhoneEmail } from './notifications/system-emails.ts'
import { notifyOfTrouble } from './notifications/whatsapp-trouble.ts'

export interface NotificationDeps {
  db: Db
  log: Log
  /** Outages are measured by the machine's clock; service windows by `clock`, which tests can move. */
  machine: Pick<Clock, 'now'>
  clock: Pick<Clock, 'now'>
  publicUrl: string
  mailer: Pick<Mailer, 'enqueue' | 'wake'>
  notices: EmailPreferences
  /** Of our WhatsApp number, as it is now. */
  numberId(): string
  say(to: WhatsAppUser, text: string): Promise<unknown>
  /** Sends a push notification to the browsers that the user chose. */
  push(userId: string, notice: PushNotice): Promise<void>
  /** Null where nothing is sold. */
  billing: BillingNoticeDeps['billing'] | null
}

const waitingMs = 30 * 60_000
const quietMs = 60_000
const dayMs = 86_400_000
const batchSize = 50

/** Called by a job every minute; several hosts running it at once notify about each problem once. */
export async function notifyUsers(deps: NotificationDeps): Promise<void> {
  const { billing } = deps
  await untilDone(deps, notifyDown)
  await untilDone(deps, notifyBacklogs)
  await untilDone(deps, notifyUnreachablePhones)
  await untilDone(deps, () => notifyOfTrouble(deps, (tx, id, notify) => notifySeparately(deps, tx, id, notify)))
  await untilDone(deps, askToAllowReplies)
  if (billing) await untilDone(deps, () => notifyOwners({ ...deps, billing }))
}

/** Trouble with one kind of notification must not stop the others. */
async function untilDone(deps: NotificationDeps, notify: (deps: NotificationDeps) => Promise<boolean | void>): Promise<void> {
  try {
    while (await notify(deps));
  } catch (error) {
    deps.log.error({ err: error }, 'users could not be notified; the next attempt is in a minute')
  }
}

/** Phone and push notifications to send, best effort, after the commit. */
interface PendingNotification {
  userId: string
  notice: PushNotice
  phone: WhatsAppUser | null
  sentence: string
}

/** Returns false when nothing is left. The mark and the email commit together; phone and browsers are notified afterwards, best effort. */
async function notifyDown(deps: NotificationDeps): Promise<boolean> {
  const now = deps.machine.now()
  const { claimedCount, pending } = await deps.db.transaction().execute(async tx => {
    const down = await claimDownMailboxes(tx, now, new Date(now.getTime() - waitingMs), batchSize)
    const notifications: (PendingNotification | null)[] = []
    for (const [userId, mailboxes] of Map.groupBy(down, mailbox => mailbox.userId))
      await notifySeparately(deps, tx, `mailbox_down ${mailboxes[0]?.id ?? ''}`, async () => {
        notifications.push(await notifyUserOfDown(deps, tx, userId, mailboxes, now))
      })
    return { claimedCount: down.length, pending: notifications.filter(notification => notification !== null) }
  })
  if (claimedCount > 0) deps.mailer.wake()
  await Promise.all(pending.flatMap(notification => [sendToPhone(deps, notification), sendPush(deps, notification)]))
  return claimedCount === batchSize
}

async function notifyUserOfDown(
  deps: NotificationDeps,
  tx: Tx,
  userId: string,
  down: DownMailbox[],
  now: Date,
): Promise<PendingNotification | null> {
  const { mailer, notices, publicUrl, log } = deps
  if (!(await notices.isWanted(tx, userId, 'mailbox_down'))) return null
  const words = await wordsForUser(tx, userId)
  const [first] = down
  const path = `/email-accounts${first && down.length === 1 ? `/${first.id}` : ''}`
  const page = `${publicUrl}${path}`
  const to = (await readUser(tx, userId))?.user.email
  const links = { page, stop: notices.unsubscribeLink(userId, 'mailbox_down') }
  if (to) await mailer.enqueue(tx, { ...mailboxDownEmail(await emailWords(tx, log, words), down, links), to })
  for (const { id } of down) await saveEvent(tx, userId, { mailboxId: id, kind: 'told', detail: {}, now })
  const sentence = downSentence(words, down, page)
  return { userId, sentence, phone: await findActivePhone(tx, userId, deps.clock.now()), notice: { ...downPush(words, down), path } }
}

async function sendToPhone({ say, log }: NotificationDeps, { phone, sentence }: PendingNotification): Promise<void> {
  try {
    if (phone) await say(phone, sentence)
  } catch (error) {
    log.warn({ err: error }, 'a phone could not be notified that a mailbox is down')
  }
}

async function sendPush({ push, log }: NotificationDeps, { userId, notice }: PendingNotification): Promise<void> {
  try {
    await push(userId, notice)
  } catch (error) {
    log.warn({ err: error }, 'browsers could not be notified that a mailbox is down')
  }
}

async function notifyBacklogs(deps: NotificationDeps): Promise<boolean> {
  const now = deps.clock.now()
  const claimedCount = await deps.db.transaction().execute(async tx => {
    const backlogs = await claimBacklogs(tx, new Date(now.getTime() - quietMs), batchSize)
    for (const backlog of backlogs)
      await notifySeparately(deps, tx, `mailbox_backlog ${backlog.id}`, () => notifyBacklog(deps, tx, backlog))
    return backlogs.length
  })
  if (claimedCount > 0) deps.mailer.wake()
  return claimedCount === batchSize
}

/** Users who chose to be notified get an email; everybody finds the backlog in the mailbox's log. */
async function notifyBacklog(
  { machine, mailer, notices, publicUrl, log }: NotificationDeps,
  tx: Tx,
  backlog: BacklogMailbox,
): Promise<void> {
  const { userId, id, choice, came, matched } = backlog
  await saveEvent(tx, userId, { mailboxId: id, kind: 'backlog', detail: { count: came, matched, choice }, now: machine.now() })
  if (choice !== 'note' || !(await notices.isWanted(tx, userId, 'mailbox_backlog'))) return
  const to = (await readUser(tx, userId))?.user.email
  const links = { page: `${publicUrl}/email-accounts/${id}`, stop: notices.unsubscribeLink(userId, 'mailbox_backlog') }
  if (!to) return
  const words = await emailWords(tx, log, await wordsForUser(tx, userId))
  await mailer.enqueue(tx, { ...backlogEmail(words, backlog, links), to })
}

/** An unreachable phone cannot be notified itself: its owner gets an email, and the mark commits with it. */
async function notifyUnreachablePhones(deps: NotificationDeps): Promise<boolean> {
  const now = deps.clock.now()
  const claimedCount = await deps.db.transaction().execute(async tx => {
    const phones = await takeUnreachablePhones(tx, now, new Date(now.getTime() - dayMs), batchSize)
    for (const phone of phones) await notifySeparately(deps, tx, `phone_down ${phone.id}`, () => notifyUnreachable(deps, tx, phone))
    return phones.length
  })
  if (claimedCount > 0) deps.mailer.wake()
  return claimedCount === batchSize
}

async function notifyUnreachable({ mailer, notices, publicUrl, log }: NotificationDeps, tx: Tx, phone: UnreachablePhone): Promise<void> {
  const { userId } = phone
  const to = (await notices.isWanted(tx, userId, 'phone_down')) ? (await readUser(tx, userId))?.user.email : null
  const links = { page: `${publicUrl}/whatsapp-connect`, stop: notices.unsubscribeLink(userId, 'phone_down') }
  if (!to) return
  const words = await emailWords(tx, log, await wordsForUser(tx, userId))
  await mailer.enqueue(tx, { ...unreachablePhoneEmail(words, phone, links), to })
}

/** One that fails stays marked as notified, so that it holds up nobody else. */
async function notifySeparately({ log }: NotificationDeps, tx: Tx, id: string, notify: () => Promise<unknown>): Promise<void> {
  const failed = await trySeparately(tx, notify)
  if (failed) await setAside({ db: tx, log }, { kind: 'notification', id }, failed.error, systemClock.now())
}
