// Notifies the chosen staff of an incident: an email in the transaction that opens or closes it, then a text to their phones.
import { sql } from 'kysely'
import type { AlertPhone, AlertRuleName } from '../../../../core/api/admin/alerts.ts'
import { isWindowOpen } from '../../../../core/delivery/window.ts'
import { staffRoles } from '../../../../core/session/staff.ts'
import type { Words } from '../../../../core/words/words.ts'
import { renderHtml, renderText } from '../../../auth/email/layout.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import type { Log } from '../../../foundation/log.ts'
import type { Mailer, SystemEmail } from '../../../foundation/mailer.ts'
import type { WhatsAppUser } from '../../../whatsapp/send.ts'
import { alertLink } from './links.ts'
import { readRecipients } from './recipients.ts'

export interface NotifyDeps {
  db: Db
  log: Log
  words: Words
  publicUrl: string
  mailer: Pick<Mailer, 'enqueue' | 'wake'>
  /** The clock of service windows. */
  now(): Date
  say(to: WhatsAppUser, text: string): Promise<unknown>
}

export interface AlertNotice {
  kind: 'open' | 'close'
  rule: AlertRuleName
  incident: Row<'incidents'>
}

/** `chosen`: null while nobody was chosen. */
export async function enqueueEmails(
  { mailer, words, publicUrl }: NotifyDeps,
  tx: Tx,
  chosen: readonly string[] | null,
  notice: AlertNotice,
): Promise<void> {
  for (const to of await readRecipients(tx, chosen)) await mailer.enqueue(tx, { ...alertEmail(words, publicUrl, notice), to })
}

/** Best effort: if the service window is closed or sending fails, the email must do. */
export async function notifyPhones(deps: NotifyDeps, phones: readonly AlertPhone[], notices: readonly AlertNotice[]): Promise<void> {
  if (phones.length === 0) return
  const text = notices.map(notice => toPhoneText(deps, notice)).join('\n\n')
  for (const phone of await readPhones(deps.db, phones))
    if (isWindowOpen(phone.last_inbound_at, deps.now()))
      await deps
        .say({ waId: phone.wa_id, waUserId: phone.wa_user_id }, text)
        .catch((error: unknown) => deps.log.warn({ err: error }, 'a phone could not be notified of an alert'))
}

/** What is wrong, what to do, and where; for a resolved alert the first is enough. */
function toPhoneText({ words, publicUrl }: NotifyDeps, notice: AlertNotice): string {
  const { kind, rule, incident } = notice
  const lines = [titleOf(words, notice), describe(words, notice)]
  if (kind === 'open') lines.push(words.of('adminoverview')(`rule.${rule}.fix`), `${publicUrl}${alertLink(rule, incident.subject)}`)
  return lines.join('\n')
}

interface StaffPhone {
  wa_id: string | null
  wa_user_id: string | null
  last_inbound_at: Date | null
}

async function readPhones(db: Db, phones: readonly AlertPhone[]): Promise<StaffPhone[]> {
  const { rows } = await sql<StaffPhone>`
    select d.wa_id, d.wa_user_id, d.last_inbound_at from destinations d
    join unnest(${phones.map(({ userId }) => userId)}::uuid[], ${phones.map(({ destinationId }) => destinationId)}::uuid[]) as c(user_id, id)
      on d.user_id = c.user_id and d.id = c.id
    where d.state = 'linked' and exists (select from user_roles r where r.user_id = d.user_id and r.role = any(${staffRoles}))`.execute(db)
  return rows
}

/** A sentence that says what is wrong, or that it is resolved. */
export function describe(words: Words, { kind, rule, incident }: AlertNotice): string {
  const t = words.of('adminoverview')
  const values = {
    subject: rule === 'part_failing' ? partTitle(words, incident.subject) : incident.subject,
    value: Math.round(incident.value),
    threshold: Math.round(incident.threshold),
  }
  return kind === 'open' ? t(`incident.${rule}`, values) : t('incident.closed', { what: t(`incident.${rule}`, values) })
}

const titles = {
  database: 'database',
  hosts: 'hosts',
  mailboxes: 'mailboxes',
  delivery: 'delivery',
  whatsapp: 'whatsapp',
  emails: 'emails',
} as const
const isPart = (part: string): part is keyof typeof titles => part in titles
export const partTitle = (words: Words, part: string): string => (isPart(part) ? words.of('adminoverview')(`part.${titles[part]}`) : part)

const titleOf = (words: Words, { kind, rule }: AlertNotice): string => {
  const t = words.of('adminoverview')
  return t(kind === 'open' ? 'alert.subject' : 'alert.subject.closed', { rule: t(`rule.${rule}`) })
}

function alertEmail(words: Words, publicUrl: string, notice: AlertNotice): Omit<SystemEmail, 'to'> {
  const t = words.of('adminoverview')
  const subject = titleOf(words, notice)
  const layout = {
    ...{ language: words.language, subject },
    blocks: [
      { kind: 'text' as const, text: describe(words, notice) },
      ...(notice.kind === 'open' ? [{ kind: 'text' as const, text: t(`rule.${notice.rule}.fix`) }] : []),
      { kind: 'button' as const, text: t('alert.open'), link: `${publicUrl}${alertLink(notice.rule, notice.incident.subject)}` },
      { kind: 'quiet' as const, text: t('alert.why') },
    ],
    footer: words.of('auth')('foot'),
    unsubscribe: null,
  }
  return { subject, text: renderText(layout), html: renderHtml(layout) }
}
