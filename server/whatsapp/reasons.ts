// Translates WhatsApp's reason codes into sentences for the user.
import type { WordKey } from '../../core/words/catalogs.ts'
import type { Translate } from '../../core/words/words.ts'
import { refusalRules } from './errors.ts'

/** Every reason that an outcome of this room may carry; each has its words. */
export const reasonCodes: ReadonlySet<string> = new Set([
  ...refusalRules.map(ruling => ruling.reason),
  'window_closed',
  'bad_payload',
  'no_answer',
  'not_reached',
  'not_meta',
  'refused',
  'late',
  'file_gone',
])

/** A sentence, or null when the reason is another room's. `refused:<code>` and `late:<code>` name Meta's code. */
export function explainReason(t: Translate<'whatsapp'>, reason: string): string | null {
  const [name = '', code = ''] = reason.split(':')
  const key = `reason.${name}`
  return isReason(key) ? t(key, { code }) : null
}

const isReason = (key: string): key is WordKey<'whatsapp'> => reasonCodes.has(key.slice('reason.'.length))
