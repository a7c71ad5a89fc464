// Parses a raw email in this thread the way the parser thread does.
import type { MailView } from '../core/message/view.ts'
import { readBlocks } from '../server/mail/parsing/blocks.ts'
import { findUnreadable, readMail } from '../server/mail/parsing/read-mail.ts'
import { toView } from '../server/mail/parsing/view.ts'

/** Rejects where the raw mail cannot be parsed at all. */
export async function viewed(raw: Buffer): Promise<MailView> {
  const mail = raw.toString('latin1', 0, 5) === 'From ' ? raw.subarray(raw.indexOf(10) + 1) : raw
  const email = await readMail(mail)
  const view = toView(email, { sizeBytes: raw.length, unparsed: findUnreadable(email), fetched: 'all' })
  return { ...view, ...readBlocks(email, view, 16_384) }
}
