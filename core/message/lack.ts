// What of a mail is not known, and why: one word for the screen and the phone.
import type { MailView } from './view.ts'

/** `many_parts`: the first of them are known. `not_fetched`: no filter asked for more. With any other only the header is known. */
const lacks = ['too_large', 'too_slow', 'broken', 'many_parts', 'not_handed_over', 'no_text', 'not_fetched'] as const
type Lack = (typeof lacks)[number]

/** Null where the mail is known as far as a filter view goes. */
export function lackOf({ unparsed, fetched }: Pick<MailView, 'unparsed' | 'fetched'>): Lack | null {
  if (unparsed !== null) return lacks.find(known => known === unparsed) ?? 'broken'
  return fetched === 'headers' || fetched === 'structure' ? 'not_fetched' : null
}
