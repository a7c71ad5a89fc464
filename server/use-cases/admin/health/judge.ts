// Decides the state of each part of the service from what was read, and the words that explain it.
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
  isWhatsAppThere: boolean
  /** Why our number rests, in words; null where it does not. */
  rest: string | null
  now: Date
}

export interface JudgedPart extends Pick<PartHealth, 'part' | 'state'> {
  word: WordKey<'admin'>
  values: Record<string, string | number>
}

/** Mail that is due leaves within seconds; so many minutes of waiting are worth a word, and so many a fault. */
const slowMinutes = 1
const stuckMinutes = 10

export const judge = (found: HealthInput): JudgedPart[] => [
  {
    ...{ part: 'database', state: 'ok', word: 'part.database.ok' },
    values: { ms: found.facts.answeredMs, version: found.facts.postgres, schema: found.schema },
  },
  found.smtpPort === null
    ? { part: 'smtp', state: 'off', word: 'part.smtp.off', values: {} }
    : { part: 'smtp', state: 'ok', word: 'part.smtp.ok', values: { port: String(found.smtpPort) } },
  mailboxes(found.facts),
  delivery(found),
  whatsapp(found),
  letters(found),
]

function mailboxes({ figures, needing, unwatched }: HealthFacts): JudgedPart {
  const all = figures.mailboxes
  if (unwatched > 0) return { part: 'mailboxes', state: 'failing', word: 'part.mailboxes.failing', values: { n: unwatched, all } }
  if (needing > 0) return { part: 'mailboxes', state: 'note', word: 'part.mailboxes.note', values: { n: needing, all } }
  return { part: 'mailboxes', state: 'ok', word: 'part.mailboxes.ok', values: { n: all } }
}

function delivery({ facts: { dueSince, queue }, rest, now }: HealthInput): JudgedPart {
  const minutes = dueSince ? Math.floor((now.getTime() - dueSince.getTime()) / 60_000) : 0
  // While the number rests, nothing can leave, and that is said of WhatsApp.
  if (minutes >= stuckMinutes && rest === null)
    return { part: 'delivery', state: 'failing', word: 'part.delivery.failing', values: { minutes } }
  if (minutes >= slowMinutes) return { part: 'delivery', state: 'note', word: 'part.delivery.note', values: { minutes } }
  const n = queue.filter(({ state }) => isOneOf(waitingStates, state)).reduce((sum, { count }) => sum + count, 0)
  return { part: 'delivery', state: 'ok', word: 'part.delivery.ok', values: { n } }
}

function whatsapp({ isWhatsAppThere, rest }: HealthInput): JudgedPart {
  if (!isWhatsAppThere) return { part: 'whatsapp', state: 'failing', word: 'part.whatsapp.failing', values: {} }
  if (rest !== null) return { part: 'whatsapp', state: 'note', word: 'part.whatsapp.note', values: { why: rest } }
  return { part: 'whatsapp', state: 'ok', word: 'part.whatsapp.ok', values: {} }
}

function letters({ facts: { letters: all }, hasRelay }: HealthInput): JudgedPart {
  if (!hasRelay) return { part: 'letters', state: 'off', word: 'part.letters.off', values: {} }
  if (all.late > 0) return { part: 'letters', state: 'note', word: 'part.letters.note', values: { n: all.late } }
  return { part: 'letters', state: 'ok', word: 'part.letters.ok', values: { n: all.waiting } }
}
