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
  const { own, forwarded } = apart(lines, {
    answers: isReply(mail) || isAnswerSubject(mail.subject),
    forwards: isForwardSubject(mail.subject),
  })
  const written = own.map(piece => withoutSignature(piece, mail)).filter(text => text !== '')
  return [...written, ...(forwarded.length > 0 ? [forwarded.join('\n').trim()] : [])].join('\n\n')
}

interface Apart {
  /** The sender's lines, in pieces between quotations. */
  own: string[][]
  /** A forwarded mail, from its mark to the end. */
  forwarded: string[]
}

interface Kind {
  answers: boolean
  forwards: boolean
}

function apart(lines: string[], kind: Kind): Apart {
  const own: string[][] = [[]]
  let isTop = true
  for (let at = 0; at < lines.length; ) {
    const end = quotationAt(lines, at, kind, isTop)
    isTop &&= end !== null || isBlank(lines[at] ?? '')
    if (end === null) {
      own.at(-1)?.push(lines[at] ?? '')
      at += 1
    } else if (end === 'forwarded') {
      return { own: own.map(withoutRule), forwarded: lines.slice(at).map(line => (isQuoted(line) ? unquoted(line) : line)) }
    } else {
      own.push([])
      at = end
    }
  }
  return { own: own.map(withoutRule), forwarded: [] }
}

/** Null where no quotation begins; else the line behind it. `isTop`: nothing of the sender's stands above. */
function quotationAt(lines: string[], at: number, kind: Kind, isTop: boolean): number | 'forwarded' | null {
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
function endOfCopied(lines: string[], from: number): number | 'forwarded' {
  const blank = lines.findIndex((line, at) => at > from && isBlank(line))
  const next = nextText(lines, blank < 0 ? lines.length : blank)
  return isQuoted(lines[next] ?? '') ? endOfQuoted(lines, next) : lines.length
}

function endOfQuoted(lines: string[], from: number): number | 'forwarded' {
  if (isForwardMark(unquoted(lines[from] ?? ''))) return 'forwarded'
  let end = from
  while (end < lines.length && isQuoted(lines[end] ?? '')) {
    end += 1
    const next = nextText(lines, end)
    if (isQuoted(lines[next] ?? '')) end = next
  }
  return end
}

function nextText(lines: string[], from: number): number {
  let at = from
  while (at < lines.length && isBlank(lines[at] ?? '')) at += 1
  return at
}

/** The line that a program draws between an answer and the mail it answers. */
function withoutRule(lines: string[]): string[] {
  const last = lines.findLastIndex(line => !isBlank(line))
  return last >= 0 && isRule(lines[last] ?? '') ? lines.slice(0, last) : lines
}
