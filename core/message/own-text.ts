// What the sender wrote: the text without quoted mails, signature and disclaimer; a forwarded mail keeps its text.
import { isReply } from './facts.ts'
import {
  introductionAt,
  isAnswerSubject,
  isBlank,
  isForwardMark,
  isForwardSubject,
  isHeadBlock,
  isOriginalMark,
  isQuoted,
  isRule,
  unquoted,
} from './quotes.ts'
import { withoutSignature } from './signature.ts'
import type { MailView } from './view.ts'

type Mail = Pick<MailView, 'body' | 'subject' | 'headers' | 'from'>

/** Lines end with \n. Time grows with the text alone. */
export function ownText(mail: Mail): string {
  const lines = mail.body.replaceAll('\r', '').split('\n')
  const { own, forwardedAt } = apart(lines, kindOf(mail))
  const written = own.map(piece => withoutSignature(lines.slice(piece.from, piece.to), mail)).filter(text => text !== '')
  const forwarded = lines.slice(forwardedAt).map(line => (isQuoted(line) ? unquoted(line) : line))
  return [...written, ...(forwarded.length > 0 ? [forwarded.join('\n').trim()] : [])].join('\n\n')
}

/** Of each line, whether it is the sender's (or of a mail that is forwarded), closes the mail, or is of the mails before it. */
export function foldsOf(lines: readonly string[], mail: Omit<Mail, 'body'>): ('own' | 'closing' | 'earlier')[] {
  const { own, forwardedAt } = apart(lines, kindOf(mail))
  const folds = lines.map((_, at): 'own' | 'closing' | 'earlier' => (at >= forwardedAt ? 'own' : 'earlier'))
  for (const { from, to } of own) {
    const piece = lines.slice(from, to)
    const kept = withoutSignature(piece, mail)
    // Nothing is ever taken but from the end.
    let left = kept === '' ? 0 : kept.split('\n').filter(line => !isBlank(line)).length
    for (const [at, line] of piece.entries()) {
      folds[from + at] = left > 0 ? 'own' : 'closing'
      if (!isBlank(line)) left -= 1
    }
  }
  return folds
}

const kindOf = (mail: Omit<Mail, 'body'>): Kind => ({
  answers: isReply(mail) || isAnswerSubject(mail.subject),
  forwards: isForwardSubject(mail.subject),
})

interface Apart {
  /** The sender's lines, in pieces between quotations. */
  own: { from: number; to: number }[]
  /** Where a forwarded mail begins, with its mark; it goes to the end. */
  forwardedAt: number
}

interface Kind {
  answers: boolean
  forwards: boolean
}

function apart(lines: readonly string[], kind: Kind): Apart {
  const own = [{ from: 0, to: 0 }]
  let isTop = true
  let at = 0
  while (at < lines.length) {
    const end = quotationAt(lines, at, kind, isTop)
    isTop &&= end !== null || isBlank(lines[at] ?? '')
    if (end === 'forwarded') break
    if (end !== null) own.push({ from: end, to: end })
    at = end ?? at + 1
    const piece = own.at(-1)
    if (piece) piece.to = at
  }
  return { own: own.map(piece => withoutRule(lines, piece)), forwardedAt: at }
}

/** Null where no quotation begins; else the line behind it. `isTop`: nothing of the sender's stands above. */
function quotationAt(lines: readonly string[], at: number, kind: Kind, isTop: boolean): number | 'forwarded' | null {
  const line = lines[at] ?? ''
  if (isBlank(line)) return null
  if (isQuoted(line)) return kind.answers ? endOfQuoted(lines, at) : null
  if (isForwardMark(line)) return 'forwarded'
  if (isOriginalMark(line) || isHeadBlock(lines, at)) {
    if (kind.forwards || !kind.answers) return 'forwarded'
    return isTop ? endOfCopied(lines, at) : lines.length
  }
  const introduction = introductionAt(lines, at)
  if (!introduction) return null
  const next = nextText(lines, at + introduction.lines)
  if (isQuoted(lines[next] ?? '')) return endOfQuoted(lines, next)
  return introduction.isSure && kind.answers ? lines.length : null
}

/** Under a header that was copied, some programs mark each line as a quotation, and the answer may stand below. */
function endOfCopied(lines: readonly string[], from: number): number | 'forwarded' {
  const blank = lines.findIndex((line, at) => at > from && isBlank(line))
  const next = nextText(lines, blank < 0 ? lines.length : blank)
  return isQuoted(lines[next] ?? '') ? endOfQuoted(lines, next) : lines.length
}

function endOfQuoted(lines: readonly string[], from: number): number | 'forwarded' {
  if (isForwardMark(unquoted(lines[from] ?? ''))) return 'forwarded'
  let end = from
  while (end < lines.length && isQuoted(lines[end] ?? '')) {
    end += 1
    const next = nextText(lines, end)
    if (isQuoted(lines[next] ?? '')) end = next
  }
  return end
}

function nextText(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && isBlank(lines[at] ?? '')) at += 1
  return at
}

/** The line that a program draws between an answer and the mail it answers. */
function withoutRule(lines: readonly string[], { from, to }: { from: number; to: number }): { from: number; to: number } {
  const last = lines.slice(from, to).findLastIndex(line => !isBlank(line))
  return { from, to: last >= 0 && isRule(lines[from + last] ?? '') ? from + last : to }
}
