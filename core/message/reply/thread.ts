// Builds the In-Reply-To and References headers of a reply (RFC 5322 §3.6.4).
import type { MailView } from '../view.ts'

type Parent = Pick<MailView, 'messageId' | 'headers'>

export interface ReplyThread {
  inReplyTo: string | null
  references: string[]
}

const maxIdLength = 250
/** Longer threads keep the first ID and the latest ones, by which programs join threads. */
const maxIds = 40

/** The parent's References (or its In-Reply-To, if that names one email), then the parent. */
export function buildThread(parent: Parent): ReplyThread {
  const [own] = parseMessageIds(parent.messageId ?? '')
  const referencedIds = parseMessageIds(readHeader(parent, 'references'))
  const inReplyToIds = parseMessageIds(readHeader(parent, 'in-reply-to'))
  const ancestors = referencedIds.length > 0 ? referencedIds : inReplyToIds.length === 1 ? inReplyToIds : []
  if (own === undefined) return { inReplyTo: null, references: [] }
  const all = [...new Set([...ancestors.filter(id => id !== own), own])]
  const references = all.length > maxIds ? [...all.slice(0, 1), ...all.slice(1 - maxIds)] : all
  return { inReplyTo: own, references }
}

/** Message-IDs in angle brackets; invalid ones and those too long for a header line are left out. */
function parseMessageIds(text: string): string[] {
  const ids = text.slice(0, 64 * 1024).match(/<[\x21-\x3b\x3d\x3f-\x7e]{3,1000}>/g) ?? []
  return ids.filter(id => id.length <= maxIdLength && id.includes('@'))
}

const readHeader = ({ headers }: Parent, name: string): string => headers.find(header => header.name.toLowerCase() === name)?.value ?? ''
