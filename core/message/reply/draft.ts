// Builds a reply draft from the email it replies to and the text the user wrote.
import type { MailAddress, MailView } from '../view.ts'
import { chooseFromAddress, findReplyRecipient, type ReplyRecipient } from './recipient.ts'
import type { Caution, ReplyDraft, ReplyRefusal } from './shapes.ts'
import { toReplySubject, toSingleLine } from './subject.ts'
import { buildThread } from './thread.ts'

export interface ReplyWriter {
  /** The mailbox's address; `aliases` are the user's other addresses. */
  address: string
  aliases: string[]
  name: string
  signature: string
  /** Set if the email is sent from one of our addresses; `replyTo` is where replies go instead. */
  relay: { address: string; name: string; replyTo: string; note: string } | null
}

export interface ReplyWording {
  /** `On Tuesday, Anna wrote:` */
  introduction: string
  /** Stands for the part that a quotation leaves out. */
  truncated: string
}

export const maxReplyCharacters = 65_536

/** `text` may be empty if a file is attached. */
export function buildReplyDraft(
  view: MailView,
  author: ReplyWriter,
  text: string,
  hasFiles: boolean,
  wording: ReplyWording,
): { draft: ReplyDraft; cautions: Caution[] } | ReplyRefusal {
  const ownText = text.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim()
  if (ownText === '' && !hasFiles) return 'empty'
  if (ownText.length > maxReplyCharacters) return 'too_long'
  const recipient: ReplyRecipient = findReplyRecipient(view, [author.address, ...author.aliases])
  if (typeof recipient === 'string') return recipient
  const draft: ReplyDraft = {
    from: chooseFrom(view, author),
    replyTo: author.relay && { name: author.name, address: author.relay.replyTo },
    to: recipient.to,
    subject: toReplySubject(view.subject),
    ...buildThread(view),
    text: ownText,
    body: composeBody(view, author, ownText, wording),
  }
  return { draft, cautions: recipient.cautions }
}

function chooseFrom(view: MailView, { address, aliases, name, relay }: ReplyWriter): MailAddress {
  if (relay) return { name: toSingleLine(relay.name), address: relay.address }
  return { name: toSingleLine(name), address: chooseFromAddress(view, address, aliases) }
}

function composeBody(
  view: MailView,
  { signature, relay }: ReplyWriter,
  ownText: string,
  { introduction, truncated }: ReplyWording,
): string {
  const quotation = quoteBody(view.body, truncated)
  const pieces = [
    ownText,
    signature.trim() && `-- \n${signature.replace(/\r\n?/g, '\n').trim()}`,
    relay?.note,
    quotation && `${toSingleLine(introduction)}\n${quotation}`,
  ]
  return pieces.filter(Boolean).join('\n\n')
}

const maxLines = 200
const maxCharacters = 8 * 1024

/** Prefixes each line with `>`, without blank lines at the ends; `truncated` stands for what is left out. */
function quoteBody(body: string, truncated: string): string {
  const text = body
    .slice(0, maxCharacters + 1)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\p{Cc}]/gu, character => (character === '\n' ? character : ' '))
  const lines = text
    .slice(0, maxCharacters)
    .replace(/^\s*\n|\s+$/g, '')
    .split('\n')
  if (lines.every(line => line.trim() === '')) return ''
  const isCut = body.length > maxCharacters || lines.length > maxLines
  const quotedLines = isCut ? [...lines.slice(0, maxLines), truncated] : lines
  return quotedLines.map(line => (line.startsWith('>') ? `>${line}` : `> ${line}`).trimEnd()).join('\n')
}
