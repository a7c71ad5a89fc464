// Messages as the Graph API takes them: who they are for, and texts, files and reactions; each checked as it is made.
import type { Limits } from '../limits.ts'
import { PayloadError, within } from './checks.ts'
import type { Content, Payload, Person } from './shapes.ts'

export interface Around {
  /** Comes back with every status. */
  callbackData?: string
  /** The message that this one quotes. */
  quotes?: string
  /** So many seconds it is worth delivering, outside the window, without a template. */
  directForSeconds?: number
}

/** `content` for a person. A number goes before the business-scoped id, which alone reaches who took a username. */
export function payloadFor(limits: Limits, to: Person, content: Content, around: Around = {}): Payload {
  return {
    ...addressOf(to),
    ...content,
    ...(around.quotes !== undefined && { context: { message_id: quoteOf(content, around.quotes) } }),
    ...(around.callbackData !== undefined && {
      biz_opaque_callback_data: within(limits, 'callbackData', 'The callback data', around.callbackData),
    }),
    ...(around.directForSeconds !== undefined && directOf(content, around.directForSeconds)),
  }
}

export function textContent(limits: Limits, body: string): Content {
  return { type: 'text', text: { body: within(limits, 'text', 'The text', body), preview_url: false } }
}

/** What a file is sent as; by a link WhatsApp would fetch it from us, and few machines of ours can be reached. */
export interface FileToSend {
  kind: 'image' | 'video' | 'document' | 'audio'
  /** Of an upload (media/upload.ts). */
  id: string
  filename: string
  caption?: string
}

export function fileContent(limits: Limits, { kind, id, filename, caption }: FileToSend): Content {
  if (id === '') throw new PayloadError('The file has no id.')
  const captioned = { id, ...(caption !== undefined && { caption: within(limits, 'caption', 'The caption', caption) }) }
  if (kind === 'image') return { type: 'image', image: captioned }
  if (kind === 'video') return { type: 'video', video: captioned }
  if (kind === 'document') return { type: 'document', document: { ...captioned, filename } }
  if (caption !== undefined) throw new PayloadError('An audio file has no caption.')
  return { type: 'audio', audio: { id } }
}

/** An empty `emoji` takes the reaction back. */
export const reactionContent = (wamid: string, emoji: string): Content => ({ type: 'reaction', reaction: { message_id: wamid, emoji } })

function addressOf({ waId, waUserId }: Person): { to: string } | { recipient: string } {
  if (waId !== null) return { to: waId }
  if (waUserId !== null) return { recipient: waUserId }
  throw new PayloadError('Nobody is named to send to.')
}

function quoteOf({ type }: Content, wamid: string): string {
  if (type === 'reaction') throw new PayloadError('A reaction names its message itself and quotes none.')
  return wamid
}

// …/direct-send/configure-message-ttl
const directLeastSeconds = 30
const directMostSeconds = 43_200

function directOf(content: Content, seconds: number): { category: 'utility'; ttl_seconds: number } {
  const isTaken =
    content.type === 'text' ||
    (content.type === 'interactive' && (content.interactive.type === 'button' || content.interactive.type === 'cta_url'))
  if (!isTaken) throw new PayloadError('Direct Send takes texts, reply buttons and link buttons alone.')
  if (seconds < directLeastSeconds || seconds > directMostSeconds)
    throw new PayloadError(`Direct Send takes from ${directLeastSeconds} to ${directMostSeconds} seconds, not ${seconds}.`)
  return { category: 'utility', ttl_seconds: seconds }
}
