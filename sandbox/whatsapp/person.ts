// What the person does in the chat: write, tap, react, send a file, read.
import { z } from 'zod/mini'
import type { BusinessMessage, PersonMessage } from './entries.ts'
import { messagePayload } from './envelope.ts'
import { interactiveShape } from './interactive.ts'
import { isWithinThroughput } from './limits.ts'
import { mediaKind } from './media/files.ts'
import { storeFile } from './media/routes.ts'
import { newWamid, type StandIn } from './stand-in.ts'
import { advanceTo } from './statuses.ts'
import type { SandboxPhone } from './world.ts'

type Tap = { wamid: string; id: string }
type MessageContent = Pick<PersonMessage, 'type' | 'text' | 'content' | 'contextId'>
type SentFile = { bytes: Buffer; mime: string; filename: string | null; caption: string | null; contextId?: string | null }

const shownShape = z.object({
  shown: z.nullable(z.object({ buttons: z.array(z.object({ kind: z.string(), text: z.string(), payload: z.optional(z.string()) })) })),
})
const entryPointMs = 72 * 3_600_000

export function ensurePhone(standIn: StandIn, wa: string, name?: string): void {
  const existing = standIn.world.phones.get(wa)
  if (!existing || (name !== undefined && existing.name !== name))
    standIn.record({ kind: 'phone', wa, name: name ?? `+${wa}`, at: standIn.clock.now() })
}

export function writeText(standIn: StandIn, wa: string, text: string, contextId: string | null = null): PersonMessage | null {
  return writeMessage(standIn, wa, { type: 'text', text, content: { body: text }, contextId })
}

/** The first message of someone who tapped an ad; for 72 hours nothing is billed. */
export function writeFromAdvertisement(standIn: StandIn, wa: string, text: string): PersonMessage | null {
  const referral = { source_url: 'https://fb.example/ad', source_id: '1', source_type: 'ad', headline: 'Mail on your phone' }
  const message = writeMessage(standIn, wa, { type: 'text', text, content: { body: text, referral }, contextId: null })
  if (message) standIn.record({ kind: 'phoneSet', wa, freeUntil: message.at + entryPointMs })
  return message
}

/** A message that Meta cannot pass on, such as a poll or a view-once picture. */
export function writeUnsupported(standIn: StandIn, wa: string): PersonMessage | null {
  const details = 'Message type is currently not supported.'
  const errors = [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown', error_data: { details } }]
  return writeMessage(standIn, wa, { type: 'unsupported', text: 'A message that cannot be shown', content: { errors }, contextId: null })
}

export function writeLocation(standIn: StandIn, wa: string, content: { latitude: number; longitude: number }): PersonMessage | null {
  return writeMessage(standIn, wa, { type: 'location', text: `${content.latitude}, ${content.longitude}`, content, contextId: null })
}

/** Taps a button or a list row of a message; null if the message has no such button or row. */
export function tap(standIn: StandIn, wa: string, { wamid, id }: Tap): PersonMessage | null {
  const bubble = standIn.world.phones.get(wa)?.bubbles.find(one => one.wamid === wamid)
  if (bubble?.direction !== 'arrived') return null
  const reply = bubble.type === 'template' ? templateReply(bubble, id) : interactiveReply(bubble, id)
  return reply && writeMessage(standIn, wa, { ...reply, contextId: wamid })
}

/** Reacts to a business message; '' removes the reaction. It is unclear whether this opens the window, so it does not. */
export function react(standIn: StandIn, wa: string, wamid: string, emoji: string): { wamid: string } | null {
  const phone = standIn.world.phones.get(wa)
  const bubble = phone?.bubbles.find(one => one.wamid === wamid)
  if (!phone || bubble?.direction !== 'arrived' || !canSend(phone)) return null
  standIn.record({ kind: 'reaction', wamid, by: 'person', emoji })
  const content = { message_id: wamid, ...(emoji === '' ? {} : { emoji }) }
  const message: PersonMessage = { ...newMessage(standIn, wa), type: 'reaction', text: emoji, content, contextId: null }
  if (!phone.refused) standIn.webhooks.enqueue({ wamid: message.wamid, wa, type: 'reaction' }, messagePayload(message, phone))
  return { wamid: message.wamid }
}

export function sendPersonFile(
  standIn: StandIn,
  wa: string,
  { bytes, mime, filename, caption, contextId = null }: SentFile,
): PersonMessage | null {
  const phone = standIn.world.phones.get(wa)
  if (!phone || !canSend(phone)) return null
  const [plainMime = ''] = mime.split(';')
  const file = storeFile(standIn, bytes, { mime: plainMime, filename, from: 'person' })
  const type = mediaKind(plainMime)
  const content = {
    ...(caption === null || type === 'audio' || type === 'sticker' ? {} : { caption }),
    ...(type === 'document' ? { filename: filename ?? 'file' } : {}),
    mime_type: mime,
    sha256: Buffer.from(file.sha256, 'hex').toString('base64'),
    id: file.id,
    ...(type === 'audio' ? { voice: plainMime === 'audio/ogg' } : {}),
    ...(type === 'sticker' ? { animated: false } : {}),
  }
  return writeMessage(standIn, wa, { type, text: caption ?? filename ?? '', content, contextId })
}

/** The person opens the chat: all messages on the phone are read. */
export function markAllRead(standIn: StandIn, wa: string): void {
  const phone = standIn.world.phones.get(wa)
  if (!phone || phone.offline) return
  for (const bubble of businessMessages(phone)) if (bubble.state !== 'read') advanceTo(standIn, bubble, 'read')
}

export function businessMessages(phone: SandboxPhone): BusinessMessage[] {
  return phone.bubbles.filter(bubble => bubble.direction === 'arrived').filter(bubble => bubble.type !== 'reaction')
}

function writeMessage(standIn: StandIn, wa: string, content: MessageContent): PersonMessage | null {
  const phone: SandboxPhone | undefined = standIn.world.phones.get(wa)
  if (!phone || !canSend(phone)) return null
  const bubble: PersonMessage = { ...newMessage(standIn, wa), ...content }
  isWithinThroughput(standIn)
  standIn.record({ kind: 'written', bubble })
  // Messages of a person blocked by the business go nowhere and stay at one tick.
  if (!phone.refused) standIn.webhooks.enqueue({ wamid: bubble.wamid, wa, type: bubble.type }, messagePayload(bubble, phone))
  return bubble
}

function canSend(phone: SandboxPhone): boolean {
  return !phone.blocked && !phone.offline
}

function newMessage(standIn: StandIn, wa: string): Pick<PersonMessage, 'direction' | 'wamid' | 'wa' | 'at' | 'ticks'> {
  return { direction: 'written', wamid: newWamid(standIn, wa), wa, at: standIn.clock.now(), ticks: 'sent' }
}

type TapReply = Pick<PersonMessage, 'type' | 'text' | 'content'>

function interactiveReply(bubble: BusinessMessage, id: string): TapReply | null {
  const parsed = interactiveShape.safeParse(bubble.content)
  if (!parsed.success) return null
  if (parsed.data.type === 'button') {
    const reply = parsed.data.action.buttons.find(button => button.reply.id === id)?.reply
    return reply
      ? { type: 'interactive', text: reply.title, content: { type: 'button_reply', button_reply: { id, title: reply.title } } }
      : null
  }
  if (parsed.data.type === 'cta_url') return null
  const row = parsed.data.action.sections.flatMap(section => section.rows).find(one => one.id === id)
  return row ? { type: 'interactive', text: row.title, content: { type: 'list_reply', list_reply: row } } : null
}

function templateReply(bubble: BusinessMessage, payload: string): TapReply | null {
  const parsed = shownShape.safeParse(bubble.content)
  const button = parsed.success ? parsed.data.shown?.buttons.find(one => one.kind === 'reply' && one.payload === payload) : undefined
  return button ? { type: 'button', text: button.text, content: { payload, text: button.text } } : null
}
