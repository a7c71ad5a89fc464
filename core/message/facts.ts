// What the headers of a mail say of it: written by a machine, sent to many, an answer.
import { looksTransactional } from './transaction.ts'
import type { MailView } from './view.ts'

type Headed = Pick<MailView, 'headers'>

/** The header line that shows that a machine wrote it, or null. */
export function automatedBy(view: MailView): string | null {
  const submitted = lineNamed(view, 'auto-submitted')
  if (submitted && !/^no\b/i.test(valueOf(submitted))) return submitted
  const shown = firstLine(view, autoReplyHeaders) ?? lineFitting(view, 'precedence', /^(?:bulk|junk|auto_reply)\b/i)
  if (shown) return shown
  // A person's post to a list carries the list's headers.
  if (isDiscussion(view)) return null
  return (
    lineFitting(view, 'return-path', /^<\s*>$/) ??
    lineFitting(view, 'content-type', /^multipart\/report\b/i) ??
    silentSender(view) ??
    firstLine(view, massHeaders)
  )
}

/** The header line that shows that it is mass mail, or null. A receipt that can be unsubscribed from is none, nor is a discussion. */
export function newsletterBy(view: MailView): string | null {
  if (isDiscussion(view) || isReply(view)) return null
  const shown = lineNamed(view, 'list-unsubscribe') ?? (lineNamed(view, 'list-id') && lineFitting(view, 'precedence', /^bulk\b/i))
  return shown && !looksTransactional(view) ? shown : null
}

/** The header line that names the mail it answers, or null (RFC 5322 §3.6.4); a subject with `Re:` is not enough. */
export const replyBy = (view: Headed): string | null => lineFitting(view, 'in-reply-to', /\S/) ?? lineFitting(view, 'references', /\S/)
export const isReply = (view: Headed): boolean => replyBy(view) !== null

/** Posts to a list that takes answers (RFC 2369 §3.4); `NO` is a list that only announces. */
function isDiscussion(view: Headed): boolean {
  const post = lineNamed(view, 'list-post')
  if (post) return !/^\(?no\b/i.test(valueOf(post))
  return lineFitting(view, 'precedence', /^list\b/i) !== null && lineNamed(view, 'x-auto-response-suppress') === null
}

const autoReplyHeaders = ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-auto-reply-from']
/** What only a service writes that sends for many. */
const massHeaders = [
  'list-unsubscribe',
  'feedback-id',
  'x-feedback-id',
  'x-sg-eid',
  'x-ses-outgoing',
  'x-pm-message-id',
  'x-mailgun-sid',
  'x-mandrill-user',
  'x-mc-user',
  'x-mj-mid',
  'x-mailin-eid',
  'x-sib-id',
  'x-msys-api',
  'x-smtpapi',
  'x-csa-complaints',
  'x-campaign',
  'x-campaign-id',
  'x-campaignid',
  'x-mailer-recptid',
  'x-job',
]

const silentWord =
  /(?:^|[-_.+])(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|dont[-_.]?reply|donot[-_.]?reply|noreplies|keine?[-_.]?antwort|nicht[-_.]?antworten|ne[-_.]?pas[-_.]?repondre|pas[-_.]?de[-_.]?reponse|no[-_.]?responder|no[-_.]?responda|no[-_.]?contestar|n[aã]o[-_.]?respond[ae]r?|non[-_.]?rispondere|no[-_.]?risposta|yanitlamayin|cevaplamayin|yanitsiz|yanit[-_.]?verme(?:yin)?|cevap[-_.]?verme(?:yin)?|niet[-_.]?reageren|jangan[-_.]?balas|tidak[-_.]?dibalas|niet[-_.]?beantwoorden|geen[-_.]?antwoord|nie[-_.]?odpowiadaj|svara[-_.]?inte|svar[-_.]?ej|ikke[-_.]?svar|ei[-_.]?vastausta|mailer[-_.]?daemon)(?:$|[-_.+@])/i

/** It says in itself that nobody reads there. */
export const isSilent = (address: string): boolean => silentWord.test(address.slice(0, address.lastIndexOf('@') + 1))

function silentSender(view: MailView): string | null {
  const person = view.from.find(({ address }) => isSilent(address))
  return person ? `From: ${person.address}` : lineFitting(view, 'sender', silentWord)
}

const valueOf = (line: string): string => line.slice(line.indexOf(':') + 1).trim()

const lineNamed = (view: Headed, name: string): string | null => lineFitting(view, name, /^/)

function firstLine(view: Headed, names: string[]): string | null {
  const found = view.headers.find(header => names.includes(header.name.toLowerCase()))
  return found ? `${found.name}: ${found.value}` : null
}

function lineFitting(view: Headed, name: string, pattern: RegExp): string | null {
  const found = view.headers.find(header => header.name.toLowerCase() === name && pattern.test(header.value.trim()))
  return found ? `${found.name}: ${found.value}` : null
}
