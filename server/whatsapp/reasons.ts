// Translates WhatsApp's reason codes into sentences for the user.
import type { WordKey } from '../../core/words/catalogs.ts'
import type { Translate } from '../../core/words/words.ts'
import { refusalRules } from './errors.ts'

/** Every reason code of WhatsApp outcomes; each has a text. */
export const graphReasonCodes: ReadonlySet<string> = new Set([
  ...refusalRules.map(rule => rule.reason),
  'window_closed',
  'bad_payload',
  'no_answer',
  'not_reached',
  'not_meta',
  'refused',
  'late',
  'file_gone',
  'service_trouble',
])

/** Null if the reason is not one of WhatsApp's. `refused:<code>` and `late:<code>` contain Meta's code. */
export function explainReason(t: Translate<'whatsapp'>, reason: string): string | null {
  const [name = '', code = ''] = reason.split(':')
  const key = `reason.${name}`
  return isReason(key) ? t(key, { code }) : null
}

const isReason = (key: string): key is WordKey<'whatsapp'> => graphReasonCodes.has(key.slice('reason.'.length))
