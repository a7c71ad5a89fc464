// Parses a raw email in this thread the way the parser thread does.
import PostalMime from 'postal-mime'
import type { MailView } from '../core/message/view.ts'
import { readBlocks } from '../server/mail/parsing/blocks.ts'
import { toView } from '../server/mail/parsing/view.ts'

/** Rejects where the raw mail cannot be parsed at all. */
export async function viewed(raw: Buffer): Promise<MailView> {
  const mail = raw.toString('latin1', 0, 5) === 'From ' ? raw.subarray(raw.indexOf(10) + 1) : raw
  const email = await PostalMime.parse(mail, { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true })
  const view = toView(email, { sizeBytes: raw.length, unparsed: null, fetched: 'all' })
  return { ...view, ...readBlocks(email, view, 16_384) }
}
