// Decides the state of each part of the server, and the text that explains it.
import type { PartHealth } from '../../../../core/api/health.ts'
import { isOneOf, waitingStates } from '../../../../core/delivery/states.ts'
import type { WordKey } from '../../../../core/words/catalogs.ts'
import type { HealthFacts } from './facts.ts'

export interface HealthInput {
  facts: HealthFacts
  schema: string
  /** Null on a host without the role. */
  smtpPort: number | null
  hasRelay: boolean
  isWhatsAppReachable: boolean
  /** Why our number is paused, as text; null when it is not. */
  rest: string | null
  now: Date
}

export interface JudgedPart extends Pick<PartHealth, 'part' | 'state'> {
  word: WordKey<'admin'>
  values: Record<string, string | number>
}

/** Due deliveries are sent within seconds; more minutes than these are a note, and then a failure. */
const slowMinutes = 1
const stuckMinutes = 10

export const judgeHealth = (input: HealthInput): JudgedPart[] => [
  {
    ...{ part: 'database', state: 'ok', word: 'part.database.ok' },
    values: { ms: input.facts.answeredMs, version: input.facts.postgres, schema: input.schema },
  },
  input.smtpPort === null
    ? { part: 'smtp', state: 'off', word: 'part.smtp.off', values: {} }
    : { part: 'smtp', state: 'ok', word: 'part.smtp.ok', values: { port: String(input.smtpPort) } },
  mailboxes(input.facts),
  delivery(input),
  whatsapp(input),
  letters(input),
]

function mailboxes({ figures, needingOwner, unwatched }: HealthFacts): JudgedPart {
  const all = figures.mailboxes
  if (unwatched > 0) return { part: 'mailboxes', state: 'failing', word: 'part.mailboxes.failing', values: { n: unwatched, all } }
  if (needingOwner > 0) return { part: 'mailboxes', state: 'note', word: 'part.mailboxes.note', values: { n: needingOwner, all } }
  return { part: 'mailboxes', state: 'ok', word: 'part.mailboxes.ok', values: { n: all } }
}

function delivery({ facts: { dueSince, queue }, rest, now }: HealthInput): JudgedPart {
  const minutes = dueSince ? Math.floor((now.getTime() - dueSince.getTime()) / 60_000) : 0
  // While the number is paused nothing can be sent; the WhatsApp part reports that.
  if (minutes >= stuckMinutes && rest === null)
    return { part: 'delivery', state: 'failing', word: 'part.delivery.failing', values: { minutes } }
  if (minutes >= slowMinutes) return { part: 'delivery', state: 'note', word: 'part.delivery.note', values: { minutes } }
  const n = queue.filter(({ state }) => isOneOf(waitingStates, state)).reduce((sum, { count }) => sum + count, 0)
  return { part: 'delivery', state: 'ok', word: 'part.delivery.ok', values: { n } }
}

function whatsapp({ isWhatsAppReachable, rest }: HealthInput): JudgedPart {
  if (!isWhatsAppReachable) return { part: 'whatsapp', state: 'failing', word: 'part.whatsapp.failing', values: {} }
  if (rest !== null) return { part: 'whatsapp', state: 'note', word: 'part.whatsapp.note', values: { why: rest } }
  return { part: 'whatsapp', state: 'ok', word: 'part.whatsapp.ok', values: {} }
}

function letters({ facts: { systemEmails: counts }, hasRelay }: HealthInput): JudgedPart {
  if (!hasRelay) return { part: 'letters', state: 'off', word: 'part.letters.off', values: {} }
  if (counts.late > 0) return { part: 'letters', state: 'note', word: 'part.letters.note', values: { n: counts.late } }
  return { part: 'letters', state: 'ok', word: 'part.letters.ok', values: { n: counts.waiting } }
}
