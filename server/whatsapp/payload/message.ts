// Builds messages for the Graph API: the address, texts and files, each checked against Meta's limits.
import type { WhatsAppLimits } from '../limits.ts'
import { PayloadError, within } from './checks.ts'
import type { Payload, PayloadContent, WhatsAppUser } from './shapes.ts'

export interface SendOptions {
  /** Comes back with every status. */
  callbackData?: string
  /** The message that this one quotes. */
  quotes?: string
  /** Send outside the window without a template, and stop trying after so many seconds. */
  directForSeconds?: number
}

/** `content` for a person. The number comes first; only the business-scoped id reaches a person who hides it behind a username. */
export function payloadFor(limits: WhatsAppLimits, to: WhatsAppUser, content: PayloadContent, options: SendOptions = {}): Payload {
  return {
    ...addressOf(to),
    ...content,
    ...(options.quotes !== undefined && { context: { message_id: options.quotes } }),
    ...(options.callbackData !== undefined && {
      biz_opaque_callback_data: within(limits, 'callbackData', 'The callback data', options.callbackData),
    }),
    ...(options.directForSeconds !== undefined && directOf(content, options.directForSeconds)),
  }
}

export function textContent(limits: WhatsAppLimits, body: string): PayloadContent {
  return { type: 'text', text: { body: within(limits, 'text', 'The text', body), preview_url: false } }
}

/** What a file is sent as; by a link WhatsApp would fetch it from us, and few machines of ours can be reached. */
export interface MediaToSend {
  kind: 'image' | 'video' | 'document' | 'audio'
  /** Of an upload (media/send.ts). */
  id: string
  filename: string
  caption?: string
}

export function fileContent(limits: WhatsAppLimits, { kind, id, filename, caption }: MediaToSend): PayloadContent {
  if (id === '') throw new PayloadError('The file has no id.')
  const captioned = { id, ...(caption !== undefined && { caption: within(limits, 'caption', 'The caption', caption) }) }
  if (kind === 'image') return { type: 'image', image: captioned }
  if (kind === 'video') return { type: 'video', video: captioned }
  if (kind === 'document') return { type: 'document', document: { ...captioned, filename } }
  if (caption !== undefined) throw new PayloadError('An audio file has no caption.')
  return { type: 'audio', audio: { id } }
}

function addressOf({ waId, waUserId }: WhatsAppUser): { to: string } | { recipient: string } {
  if (waId !== null) return { to: waId }
  if (waUserId !== null) return { recipient: waUserId }
  throw new PayloadError('The message has no destination.')
}

// …/direct-send/configure-message-ttl
const directLeastSeconds = 30
const directMostSeconds = 43_200

function directOf(content: PayloadContent, seconds: number): { category: 'utility'; ttl_seconds: number } {
  const isTaken = content.type === 'text' || (content.type === 'interactive' && content.interactive.type === 'button')
  if (!isTaken) throw new PayloadError('Direct Send takes texts and reply buttons alone.')
  if (seconds < directLeastSeconds || seconds > directMostSeconds)
    throw new PayloadError(`Direct Send takes from ${directLeastSeconds} to ${directMostSeconds} seconds, not ${seconds}.`)
  return { category: 'utility', ttl_seconds: seconds }
}
