// Finds the header that shows that an email is automated, a newsletter or a reply.
import { looksTransactional } from './transaction.ts'
import type { MailView } from './view.ts'

type WithHeaders = Pick<MailView, 'headers'>

/** The header line that marks it as automated, or null. */
export function findAutomatedHeader(view: MailView): string | null {
  const submitted = findHeader(view, 'auto-submitted')
  if (submitted && !/^no\b/i.test(readValue(submitted))) return submitted
  const found = findFirstHeader(view, autoReplyHeaders) ?? findHeaderMatching(view, 'precedence', /^(?:bulk|junk|auto_reply)\b/i)
  if (found) return found
  // A person's post to a mailing list carries the list's headers.
  if (isDiscussion(view)) return null
  return (
    findHeaderMatching(view, 'return-path', /^<\s*>$/) ??
    findHeaderMatching(view, 'content-type', /^multipart\/report\b/i) ??
    findNoReplySender(view) ??
    findFirstHeader(view, bulkMailHeaders)
  )
}

/** The header line that marks it as bulk mail, or null. Receipts with an unsubscribe link and list discussions don't count. */
export function findNewsletterHeader(view: MailView): string | null {
  if (isDiscussion(view) || isReply(view)) return null
  const found = findHeader(view, 'list-unsubscribe') ?? (findHeader(view, 'list-id') && findHeaderMatching(view, 'precedence', /^bulk\b/i))
  return found && !looksTransactional(view) ? found : null
}

/** The header line that names the email it replies to, or null (RFC 5322 §3.6.4); a subject with `Re:` is not enough. */
export const findReplyHeader = (view: WithHeaders): string | null =>
  findHeaderMatching(view, 'in-reply-to', /\S/) ?? findHeaderMatching(view, 'references', /\S/)
export const isReply = (view: WithHeaders): boolean => findReplyHeader(view) !== null

/** A post to a list that accepts replies (RFC 2369 §3.4); `NO` marks an announcement list. */
function isDiscussion(view: WithHeaders): boolean {
  const post = findHeader(view, 'list-post')
  if (post) return !/^\(?no\b/i.test(readValue(post))
  return findHeaderMatching(view, 'precedence', /^list\b/i) !== null && findHeader(view, 'x-auto-response-suppress') === null
}

const autoReplyHeaders = ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-auto-reply-from']
/** Headers that only bulk-mail services write. */
const bulkMailHeaders = [
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

const noReplyPattern =
  /(?:^|[-_.+])(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|dont[-_.]?reply|donot[-_.]?reply|noreplies|keine?[-_.]?antwort|nicht[-_.]?antworten|ne[-_.]?pas[-_.]?repondre|pas[-_.]?de[-_.]?reponse|no[-_.]?responder|no[-_.]?responda|no[-_.]?contestar|n[aã]o[-_.]?respond[ae]r?|non[-_.]?rispondere|no[-_.]?risposta|yanitlamayin|cevaplamayin|yanitsiz|yanit[-_.]?verme(?:yin)?|cevap[-_.]?verme(?:yin)?|niet[-_.]?reageren|jangan[-_.]?balas|tidak[-_.]?dibalas|niet[-_.]?beantwoorden|geen[-_.]?antwoord|nie[-_.]?odpowiadaj|svara[-_.]?inte|svar[-_.]?ej|ikke[-_.]?svar|ei[-_.]?vastausta|mailer[-_.]?daemon)(?:$|[-_.+@])/i

/** The address itself says that nobody reads replies. */
export const isNoReplyAddress = (address: string): boolean => noReplyPattern.test(address.slice(0, address.lastIndexOf('@') + 1))

function findNoReplySender(view: MailView): string | null {
  const person = view.from.find(({ address }) => isNoReplyAddress(address))
  return person ? `From: ${person.address}` : findHeaderMatching(view, 'sender', noReplyPattern)
}

const readValue = (line: string): string => line.slice(line.indexOf(':') + 1).trim()

const findHeader = (view: WithHeaders, name: string): string | null => findHeaderMatching(view, name, /^/)

function findFirstHeader(view: WithHeaders, names: string[]): string | null {
  const found = view.headers.find(header => names.includes(header.name.toLowerCase()))
  return found ? `${found.name}: ${found.value}` : null
}

function findHeaderMatching(view: WithHeaders, name: string, pattern: RegExp): string | null {
  const found = view.headers.find(header => header.name.toLowerCase() === name && pattern.test(header.value.trim()))
  return found ? `${found.name}: ${found.value}` : null
}
