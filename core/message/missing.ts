// Gives a reason code for why parts of an email are missing, for the screen and the phone.
import type { MailView } from './view.ts'

/** `encrypted`: only the reader's program has the key. `many_parts`: only the first parts were read. `not_fetched`: no filter needed more. All others: only the header was read. */
const reasons = [
  'too_large',
  'too_slow',
  'broken',
  'encrypted',
  'many_parts',
  'not_handed_over',
  'not_kept',
  'no_text',
  'not_fetched',
] as const
type MissingReason = (typeof reasons)[number]

/** Null if nothing that a filter view holds is missing. */
export function findMissingContent({ unparsed, fetched }: Pick<MailView, 'unparsed' | 'fetched'>): MissingReason | null {
  if (unparsed !== null) return reasons.find(reason => reason === unparsed) ?? 'broken'
  return fetched === 'headers' || fetched === 'structure' ? 'not_fetched' : null
}
