// Decides the state of each part of the service: one function for each part, in one list.
import type { AdminFinding } from '../../../../core/api/admin/finding.ts'
import { isOneOf, waitingStates } from '../../../../core/delivery/states.ts'
import type { WordKey } from '../../../../core/words/catalogs.ts'
import type { OverviewFacts } from './facts.ts'

export interface PartInput {
  facts: OverviewFacts
  schema: string
  hasRelay: boolean
  isWhatsAppReachable: boolean
  /** Why our number is paused, as text; null when it is not. */
  pauseReason: string | null
  /** The clock of deliveries. */
  now: Date
}

export const partNames = ['database', 'hosts', 'mailboxes', 'delivery', 'whatsapp', 'emails'] as const
export type PartName = (typeof partNames)[number]

export interface JudgedPart extends Pick<AdminFinding, 'state' | 'link' | 'since'> {
  part: PartName
  word: WordKey<'adminoverview'>
  values?: Record<string, string | number>
  fix?: WordKey<'adminoverview'>
}

/** Add a function here for each new part. */
export const judgeEachPart = (input: PartInput): JudgedPart[] =>
  [judgeDatabase, judgeHosts, judgeMailboxes, judgeDelivery, judgeWhatsApp, judgeEmails].map(judge => judge(input))

/** Due deliveries are sent within seconds. After the first number of minutes a part needs attention, after the second it is failing. */
const slowMinutes = 1
const stuckMinutes = 10
const minuteMs = 60_000

const judgeDatabase = ({ facts, schema }: PartInput): JudgedPart => ({
  ...{ part: 'database', state: 'ok', word: 'part.database.ok', link: '/admin/diagnostics' },
  values: { ms: facts.answeredMs, version: facts.postgres, schema },
})

function judgeHosts({ facts: { hosts } }: PartInput): JudgedPart {
  const silent = hosts.filter(({ isSilent }) => isSilent)
  const alive = hosts.filter(({ isSilent }) => !isSilent)
  const missing = (['web', 'mail', 'delivery'] as const).filter(role => !alive.some(({ roles }) => roles.includes(role)))
  if (missing.length > 0 && alive.length > 0)
    return {
      part: 'hosts',
      state: 'failing',
      word: 'part.hosts.missing',
      values: { roles: missing.join(', ') },
      fix: 'part.hosts.missing.fix',
      link: '/admin/diagnostics',
    }
  const [first] = silent
  if (first)
    return {
      ...{
        part: 'hosts',
        state: 'note',
        word: 'part.hosts.silent',
        fix: 'part.hosts.silent.fix',
        since: first.beatAt,
        link: '/admin/diagnostics',
      },
      values: { n: silent.length, name: first.id },
    }
  return { part: 'hosts', state: 'ok', word: 'part.hosts.ok', values: { n: alive.length } }
}

function judgeMailboxes({ facts: { mailboxesDown, unwatched } }: PartInput): JudgedPart {
  const link = '/admin?list=mailboxes'
  if (unwatched > 0)
    return {
      part: 'mailboxes',
      state: 'failing',
      word: 'part.mailboxes.failing',
      values: { n: unwatched },
      fix: 'part.mailboxes.failing.fix',
      link: '/admin/diagnostics',
    }
  const down = mailboxesDown.reduce((sum, { count }) => sum + count, 0)
  const owners = mailboxesDown.filter(({ state }) => state === 'needs_you').reduce((sum, { count }) => sum + count, 0)
  if (down > 0)
    return {
      part: 'mailboxes',
      state: 'note',
      word: 'part.mailboxes.note',
      values: { n: down, owners },
      fix: 'part.mailboxes.note.fix',
      link,
    }
  return { part: 'mailboxes', state: 'ok', word: 'part.mailboxes.ok' }
}

function judgeDelivery({ facts: { dueSince, queue }, pauseReason, now }: PartInput): JudgedPart {
  const minutes = dueSince ? Math.floor((now.getTime() - dueSince.getTime()) / minuteMs) : 0
  const due = { link: '/admin?list=deliveries&state=queued', ...(dueSince && { since: dueSince.toISOString() }), values: { minutes } }
  // While the number is paused nothing can be sent; the WhatsApp part reports that.
  if (minutes >= stuckMinutes && pauseReason === null)
    return { part: 'delivery', state: 'failing', word: 'part.delivery.failing', fix: 'part.delivery.failing.fix', ...due }
  if (minutes >= slowMinutes) return { part: 'delivery', state: 'note', word: 'part.delivery.note', fix: 'part.delivery.note.fix', ...due }
  const n = queue.filter(({ state }) => isOneOf(waitingStates, state)).reduce((sum, { count }) => sum + count, 0)
  return { part: 'delivery', state: 'ok', word: 'part.delivery.ok', values: { n } }
}

function judgeWhatsApp({ isWhatsAppReachable, pauseReason }: PartInput): JudgedPart {
  const link = '/admin/diagnostics'
  if (!isWhatsAppReachable)
    return { part: 'whatsapp', state: 'failing', word: 'part.whatsapp.failing', fix: 'part.whatsapp.failing.fix', link }
  if (pauseReason !== null)
    return {
      part: 'whatsapp',
      state: 'note',
      word: 'part.whatsapp.note',
      values: { why: pauseReason },
      fix: 'part.whatsapp.note.fix',
      link,
    }
  return { part: 'whatsapp', state: 'ok', word: 'part.whatsapp.ok' }
}

function judgeEmails({ facts: { systemEmails }, hasRelay }: PartInput): JudgedPart {
  if (!hasRelay) return { part: 'emails', state: 'skipped', word: 'part.emails.off' }
  if (systemEmails.late > 0)
    return {
      ...{ part: 'emails', state: 'note', word: 'part.emails.note', values: { n: systemEmails.late } },
      ...{ fix: 'part.emails.note.fix', link: '/admin/settings' },
    }
  return { part: 'emails', state: 'ok', word: 'part.emails.ok', values: { n: systemEmails.waiting } }
}
