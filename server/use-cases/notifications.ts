// Notifies users once about their own things: mailboxes that stay down, mail of an absence, dead phones.
import type { PushNotice } from '../../core/api/push.ts'
import { isOpen } from '../../core/delivery/window.ts'
import type { EmailPreferences } from '../account/email-preferences/unsubscribe-links.ts'
import { wordsForUser } from '../account/settings/language.ts'
import { readUser } from '../auth/store.ts'
import { takeDeadPhones } from '../delivery/replan/owners.ts'
import { listDestinations } from '../delivery/store.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { Log } from '../foundation/log.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { saveEvent } from '../mail/mailboxes/events/store.ts'
import { type BacklogMailbox, type DownMailbox, takeBacklogs, takeDownMailboxes } from '../mail/mailboxes/notice-owners.ts'
import type { WhatsAppUser } from '../whatsapp/send.ts'
import { backlogEmail, deadPhoneEmail, downPush, downSentence, mailboxDownEmail } from './notifications/system-emails.ts'

export interface NotificationDeps {
  db: Db
  log: Log
  /** Connections are lost by the machine's time; service windows close by the other. */
  machine: Pick<Clock, 'now'>
  clock: Pick<Clock, 'now'>
  publicUrl: string
  mailer: Pick<Mailer, 'keep' | 'wake'>
  notices: EmailPreferences
  say(to: WhatsAppUser, text: string): Promise<unknown>
  /** To the browsers that a person chose. */
  push(userId: string, notice: PushNotice): Promise<void>
}

const waitingMs = 30 * 60_000
const quietMs = 60_000
const dayMs = 86_400_000
const atOnce = 50

/** For a job each minute; hosts that do it at the same time tell each thing once. */
export async function notifyUsers(deps: NotificationDeps): Promise<void> {
  while (await tellDown(deps));
  while (await tellBacklogs(deps));
  while (await tellDeadPhones(deps));
}

/** What goes out at best, once the mark has committed. */
interface Told {
  userId: string
  notice: PushNotice
  phone: WhatsAppUser | null
  sentence: string
}

/** False when nothing is left to tell. The mark and the letter commit together; phone and browsers hear afterwards, at best. */
async function tellDown(deps: NotificationDeps): Promise<boolean> {
  const now = deps.machine.now()
  const { taken, told } = await deps.db.transaction().execute(async tx => {
    const down = await takeDownMailboxes(tx, now, new Date(now.getTime() - waitingMs), atOnce)
    const each = []
    for (const [userId, theirs] of Map.groupBy(down, one => one.userId)) each.push(await tellOneDown(deps, tx, userId, theirs, now))
    return { taken: down.length, told: each.filter(one => one !== null) }
  })
  if (taken > 0) deps.mailer.wake()
  await Promise.all(told.flatMap(one => [speak(deps, one), show(deps, one)]))
  return taken === atOnce
}

async function tellOneDown(deps: NotificationDeps, tx: Tx, userId: string, down: DownMailbox[], now: Date): Promise<Told | null> {
  const { mailer, notices, publicUrl } = deps
  if (!(await notices.isWanted(tx, userId, 'mailbox_down'))) return null
  const words = await wordsForUser(tx, userId)
  const [first] = down
  const path = `/email-accounts${first && down.length === 1 ? `/${first.id}` : ''}`
  const page = `${publicUrl}${path}`
  const to = (await readUser(tx, userId))?.user.email
  if (to) await mailer.keep(tx, { ...mailboxDownEmail(words, down, { page, stop: notices.stopLink(userId, 'mailbox_down') }), to })
  for (const { id } of down) await saveEvent(tx, userId, { mailboxId: id, kind: 'told', detail: {}, now })
  const sentence = downSentence(words, down, page)
  return { userId, sentence, phone: await phoneOf(deps, tx, userId), notice: { ...downPush(words, down), path } }
}

/** The phone that wrote last, while its window is open: of several, most likely the person's own. */
async function phoneOf({ clock }: NotificationDeps, tx: Tx, userId: string): Promise<WhatsAppUser | null> {
  const open = (await listDestinations(tx, userId)).filter(one => one.state === 'linked' && isOpen(one.last_inbound_at, clock.now()))
  const last = open.toSorted((a, b) => Number(b.last_inbound_at) - Number(a.last_inbound_at))[0]
  return last ? { waId: last.wa_id, waUserId: last.wa_user_id } : null
}

async function speak({ say, log }: NotificationDeps, { phone, sentence }: Told): Promise<void> {
  try {
    if (phone) await say(phone, sentence)
  } catch (error) {
    log.warn({ err: error }, 'a phone could not be told that a mailbox is down')
  }
}

async function show({ push, log }: NotificationDeps, { userId, notice }: Told): Promise<void> {
  try {
    await push(userId, notice)
  } catch (error) {
    log.warn({ err: error }, 'browsers could not be told that a mailbox is down')
  }
}

async function tellBacklogs(deps: NotificationDeps): Promise<boolean> {
  const now = deps.clock.now()
  const taken = await deps.db.transaction().execute(async tx => {
    const backlogs = await takeBacklogs(tx, new Date(now.getTime() - quietMs), atOnce)
    for (const backlog of backlogs) await tellBacklog(deps, tx, backlog)
    return backlogs.length
  })
  if (taken > 0) deps.mailer.wake()
  return taken === atOnce
}

/** Who chose to be told only gets a letter; the log of the mailbox says it to all. */
async function tellBacklog({ machine, mailer, notices, publicUrl }: NotificationDeps, tx: Tx, backlog: BacklogMailbox): Promise<void> {
  const { userId, id, choice, came, matched } = backlog
  await saveEvent(tx, userId, { mailboxId: id, kind: 'backlog', detail: { count: came, matched, choice }, now: machine.now() })
  if (choice !== 'note' || !(await notices.isWanted(tx, userId, 'mailbox_backlog'))) return
  const to = (await readUser(tx, userId))?.user.email
  const links = { page: `${publicUrl}/email-accounts/${id}`, stop: notices.stopLink(userId, 'mailbox_backlog') }
  if (to) await mailer.keep(tx, { ...backlogEmail(await wordsForUser(tx, userId), backlog, links), to })
}

/** A phone cannot be told on itself: its owner gets a letter, and the mark commits with it. */
async function tellDeadPhones({ db, clock, mailer, notices, publicUrl }: NotificationDeps): Promise<boolean> {
  const now = clock.now()
  const taken = await db.transaction().execute(async tx => {
    const dead = await takeDeadPhones(tx, now, new Date(now.getTime() - dayMs), atOnce)
    for (const phone of dead) {
      const { userId } = phone
      const to = (await notices.isWanted(tx, userId, 'phone_down')) ? (await readUser(tx, userId))?.user.email : null
      const links = { page: `${publicUrl}/whatsapp-connect`, stop: notices.stopLink(userId, 'phone_down') }
      if (to) await mailer.keep(tx, { ...deadPhoneEmail(await wordsForUser(tx, userId), phone, links), to })
    }
    return dead.length
  })
  if (taken > 0) mailer.wake()
  return taken === atOnce
}
