// Makes the draft of an answer from the mail that it answers and what its person wrote.
import type { MailAddress, MailView } from '../view.ts'
import { quoted } from './quote.ts'
import { type Recipient, recipientOf, senderOf } from './recipient.ts'
import type { Caution, NoReply, ReplyDraft } from './shapes.ts'
import { answerSubject, oneLine } from './subject.ts'
import { threadOf } from './thread.ts'

export interface Author {
  /** Of the mailbox, and further ones of the person. */
  address: string
  aliases: string[]
  name: string
  signature: string
  /** Set where the mail leaves under an address of ours: it, and where answers go instead. */
  through: { address: string; name: string; replyTo: string; note: string } | null
}

export interface Wording {
  /** `On Tuesday, Anna wrote:` */
  introduction: string
  /** For what is left out of a quotation. */
  rest: string
}

export const mostReplyCharacters = 65_536

/** `text` may be empty where a file goes with it. */
export function draftOf(
  view: MailView,
  author: Author,
  text: string,
  hasFiles: boolean,
  wording: Wording,
): { draft: ReplyDraft; cautions: Caution[] } | NoReply {
  const own = text.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim()
  if (own === '' && !hasFiles) return 'empty'
  if (own.length > mostReplyCharacters) return 'too_long'
  const found: Recipient = recipientOf(view, [author.address, ...author.aliases])
  if (typeof found === 'string') return found
  const draft: ReplyDraft = {
    from: fromOf(view, author),
    replyTo: author.through && { name: author.name, address: author.through.replyTo },
    to: found.to,
    subject: answerSubject(view.subject),
    ...threadOf(view),
    text: own,
    body: bodyOf(view, author, own, wording),
  }
  return { draft, cautions: found.cautions }
}

function fromOf(view: MailView, { address, aliases, name, through }: Author): MailAddress {
  if (through) return { name: oneLine(through.name), address: through.address }
  return { name: oneLine(name), address: senderOf(view, address, aliases) }
}

function bodyOf(view: MailView, { signature, through }: Author, own: string, { introduction, rest }: Wording): string {
  const quotation = quoted(view.body, rest)
  const pieces = [
    own,
    signature.trim() && `-- \n${signature.replace(/\r\n?/g, '\n').trim()}`,
    through?.note,
    quotation && `${oneLine(introduction)}\n${quotation}`,
  ]
  return pieces.filter(Boolean).join('\n\n')
}
