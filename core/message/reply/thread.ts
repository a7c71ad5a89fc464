// Where an answer stands in its conversation (RFC 5322 §3.6.4).
import type { MailView } from '../view.ts'

type Parent = Pick<MailView, 'messageId' | 'headers'>

export interface Thread {
  inReplyTo: string | null
  references: string[]
}

const longestId = 250
/** The first and the latest of a longer conversation: what programs join threads by. */
const mostIds = 40

/** The parent's References (or its In-Reply-To, where that names one mail), and then the parent. */
export function threadOf(parent: Parent): Thread {
  const [own] = idsIn(parent.messageId ?? '')
  const named = idsIn(valueOf(parent, 'references'))
  const answered = idsIn(valueOf(parent, 'in-reply-to'))
  const before = named.length > 0 ? named : answered.length === 1 ? answered : []
  if (own === undefined) return { inReplyTo: null, references: [] }
  const all = [...new Set([...before.filter(id => id !== own), own])]
  const references = all.length > mostIds ? [...all.slice(0, 1), ...all.slice(1 - mostIds)] : all
  return { inReplyTo: own, references }
}

/** Message-IDs in angle brackets; what is none, or too long to be kept on a line, is left out. */
function idsIn(text: string): string[] {
  const ids = text.slice(0, 64 * 1024).match(/<[\x21-\x3b\x3d\x3f-\x7e]{3,1000}>/g) ?? []
  return ids.filter(id => id.length <= longestId && id.includes('@'))
}

const valueOf = ({ headers }: Parent, name: string): string => headers.find(header => header.name.toLowerCase() === name)?.value ?? ''
