// Builds messages for the Graph API (recipient, texts and files) and checks them against Meta's limits.
import type { WhatsAppLimits } from '../limits.ts'
import { checkText, PayloadError } from './checks.ts'
import type { Payload, PayloadContent, WhatsAppUser } from './shapes.ts'

export interface SendOptions {
  /** Returned with every status. */
  callbackData?: string
  /** The message that this one quotes. */
  quotes?: string
  /** Sends outside the window without a template, and stops trying after this many seconds. */
  directForSeconds?: number
}

/** Prefers the number; users who hide it behind a username are reached only by their business-scoped id. */
export function payloadFor(limits: WhatsAppLimits, to: WhatsAppUser, content: PayloadContent, options: SendOptions = {}): Payload {
  return {
    ...toRecipient(to),
    ...content,
    ...(options.quotes !== undefined && { context: { message_id: options.quotes } }),
    ...(options.callbackData !== undefined && {
      biz_opaque_callback_data: checkText(limits, 'callbackData', 'The callback data', options.callbackData),
    }),
    ...(options.directForSeconds !== undefined && directSendFields(content, options.directForSeconds)),
  }
}

export function textContent(limits: WhatsAppLimits, body: string): PayloadContent {
  return { type: 'text', text: { body: checkText(limits, 'text', 'The text', body), preview_url: false } }
}

/** An uploaded file: WhatsApp could also fetch a link, but few of our hosts can be reached from outside. */
export interface MediaToSend {
  kind: 'image' | 'video' | 'document' | 'audio'
  /** The id of the upload (media/send.ts). */
  id: string
  filename: string
  caption?: string
}

export function fileContent(limits: WhatsAppLimits, { kind, id, filename, caption }: MediaToSend): PayloadContent {
  if (id === '') throw new PayloadError('The file has no id.')
  const captioned = { id, ...(caption !== undefined && { caption: checkText(limits, 'caption', 'The caption', caption) }) }
  if (kind === 'image') return { type: 'image', image: captioned }
  if (kind === 'video') return { type: 'video', video: captioned }
  if (kind === 'document') return { type: 'document', document: { ...captioned, filename } }
  if (caption !== undefined) throw new PayloadError('An audio file has no caption.')
  return { type: 'audio', audio: { id } }
}

function toRecipient({ waId, waUserId }: WhatsAppUser): { to: string } | { recipient: string } {
  if (waId !== null) return { to: waId }
  if (waUserId !== null) return { recipient: waUserId }
  throw new PayloadError('The message has no recipient.')
}

// …/direct-send/configure-message-ttl
const minDirectSeconds = 30
const maxDirectSeconds = 43_200

function directSendFields(content: PayloadContent, seconds: number): { category: 'utility'; ttl_seconds: number } {
  const isSupported = content.type === 'text' || (content.type === 'interactive' && content.interactive.type === 'button')
  if (!isSupported) throw new PayloadError('Direct Send supports only texts and reply buttons.')
  if (seconds < minDirectSeconds || seconds > maxDirectSeconds)
    throw new PayloadError(`Direct Send allows ${minDirectSeconds} to ${maxDirectSeconds} seconds, not ${seconds}.`)
  return { category: 'utility', ttl_seconds: seconds }
}
