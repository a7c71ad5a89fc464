// Emails the other administrators when settings change that decide where our emails go, who signs in, or which number we write from.
import type { SettingGroup } from '../../../../core/settings/definitions.ts'
import { renderHtml, renderText } from '../../../auth/email/layout.ts'
import type { Tx } from '../../../foundation/db/pool.ts'
import { type Mailer, type Relay, type SystemEmail, sendFromUs } from '../../../foundation/mailer.ts'
import type { Outside } from '../../../foundation/outside.ts'
import { loadWords } from '../../../foundation/words.ts'

export interface NoticeDeps {
  mailer: Pick<Mailer, 'enqueue' | 'wake'>
  outside: Outside
  publicUrl: string
}

interface Change {
  group: SettingGroup
  actorId: string
  at: Date
}

/** What was told, and to whom. */
export interface SettingsNotice extends Change {
  who: string
  receivers: string[]
}

/** Call it in the transaction of the change. No value is ever included. */
export async function notifyAdmins({ mailer, publicUrl }: Omit<NoticeDeps, 'outside'>, tx: Tx, change: Change): Promise<SettingsNotice> {
  const admins = await readAdmins(tx)
  const who = admins.find(({ id }) => id === change.actorId)?.email ?? change.actorId
  const receivers = admins.flatMap(({ id, email }) => (id === change.actorId ? [] : [email]))
  const notice = { ...change, who, receivers }
  for (const to of receivers) await mailer.enqueue(tx, { ...renderNotice(publicUrl, notice, 'notice.why'), to })
  return notice
}

/** Sends a copy through the relay that was used until now, because a new one may swallow the emails. */
export async function sendCopies({ outside, publicUrl }: NoticeDeps, from: string, relay: Relay, notice: SettingsNotice): Promise<void> {
  for (const to of notice.receivers)
    await sendFromUs({ outside, from }, relay, { ...renderNotice(publicUrl, notice, 'notice.previous'), to })
}

/** Those who can sign in. */
async function readAdmins(tx: Tx): Promise<{ id: string; email: string }[]> {
  const rows = await tx
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.id', 'users.email'])
    .where('user_roles.role', '=', 'admin')
    .where('users.email_confirmed_at', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .execute()
  return rows.flatMap(({ id, email }) => (email ? [{ id, email }] : []))
}

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The console is in English. */
function renderNotice(
  publicUrl: string,
  { group: name, who, at }: SettingsNotice,
  why: 'notice.why' | 'notice.previous',
): Omit<SystemEmail, 'to'> {
  const words = loadWords('en')
  const t = words.of('adminsettings')
  const group = t(`group.${name}`)
  const subject = t('notice.subject', { group })
  const layout = {
    ...{ language: words.language, subject, footer: words.of('auth')('foot'), unsubscribe: null },
    blocks: [
      { kind: 'text' as const, text: t('notice.text', { who, group, time: timeFormat.format(at) }) },
      { kind: 'text' as const, text: t('notice.act') },
      { kind: 'button' as const, text: t('notice.open'), link: `${publicUrl}/admin/settings` },
      { kind: 'quiet' as const, text: t(why) },
    ],
  }
  return { subject, text: renderText(layout), html: renderHtml(layout) }
}
