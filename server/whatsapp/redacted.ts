// What of a mail may be seen on the phone: its texts with what its owner wants blacked out.
import { type Redact, redact } from '../../core/filters/redact/redact.ts'
import type { MailView } from '../../core/message/view.ts'
import { oneLine, paragraphs } from './markup.ts'

/** More than a message shows: a number must not escape because it is cut in two. */
const readLetters = 8000

/** The view with everything that is shown of it read and blacked out as a person sees it: invisible letters gone, blanks as one. */
export function redacted(view: MailView, wanted: Redact | null, letters = readLetters): MailView {
  if (!wanted) return view
  const text = paragraphs(view.body)
  const shown = text.slice(0, letters)
  const texts = [
    oneLine(view.subject, readLetters),
    shown,
    ...view.from.flatMap(p => [p.name, p.address]),
    ...view.attachments.map(a => a.name),
  ]
  const [subject = '', body = '', ...rest] = redact(texts, wanted)
  const next = () => rest.shift() ?? ''
  return {
    ...view,
    subject,
    body,
    from: view.from.map(() => ({ name: next(), address: next() })),
    attachments: view.attachments.map(file => ({ ...file, name: next() })),
    truncated: view.truncated || shown.length < text.length,
  }
}
