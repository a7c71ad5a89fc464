// What the headers of a mail say of it: written by a machine, sent to many, an answer.
import type { MailView } from './view.ts'

/** The header line that shows it, or null. */
export const automatedBy = (view: MailView): string | null => lineNamed(view, 'auto-submitted')
export const newsletterBy = (view: MailView): string | null => lineNamed(view, 'list-unsubscribe')
export const replyBy = (view: MailView): string | null => lineNamed(view, 'in-reply-to') ?? lineNamed(view, 'references')

function lineNamed(view: MailView, name: string): string | null {
  const found = view.headers.find(header => header.name.toLowerCase() === name && header.value.trim() !== '')
  return found ? `${found.name}: ${found.value}` : null
}
