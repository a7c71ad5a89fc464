// What the person with the phone does in the chat: write, tap, react, send a file, look.
import { z } from 'zod/mini'
import type { Arrived, Written } from './entries.ts'
import { messagePayload } from './envelope.ts'
import { interactiveShape } from './interactive.ts'
import { isWithinThroughput } from './limits.ts'
import { kindOf } from './media/files.ts'
import { keepFile } from './media/routes.ts'
import { newWamid, type StandIn } from './stand-in.ts'
import { advanceTo } from './statuses.ts'
import type { Phone } from './world.ts'

type Tap = { wamid: string; id: string }
type Words = Pick<Written, 'type' | 'text' | 'content' | 'contextId'>
type SentFile = { bytes: Buffer; mime: string; filename: string | null; caption: string | null; contextId?: string | null }

const shownShape = z.object({
  shown: z.nullable(z.object({ buttons: z.array(z.object({ kind: z.string(), text: z.string(), payload: z.optional(z.string()) })) })),
})
const entryPointMs = 72 * 3_600_000

export function ensurePhone(standIn: StandIn, wa: string, name?: string): void {
  const known = standIn.world.phones.get(wa)
  if (!known || (name !== undefined && known.name !== name))
    standIn.record({ kind: 'phone', wa, name: name ?? `+${wa}`, at: standIn.clock.now() })
}

export function writeText(standIn: StandIn, wa: string, text: string, contextId: string | null = null): Written | null {
  return write(standIn, wa, { type: 'text', text, content: { body: text }, contextId })
}

/** The first words of somebody who tapped an advertisement; for 72 hours nothing is billed. */
export function writeFromAdvertisement(standIn: StandIn, wa: string, text: string): Written | null {
  const referral = { source_url: 'https://fb.example/ad', source_id: '1', source_type: 'ad', headline: 'Mail on your phone' }
  const said = write(standIn, wa, { type: 'text', text, content: { body: text, referral }, contextId: null })
  if (said) standIn.record({ kind: 'phoneSet', wa, freeUntil: said.at + entryPointMs })
  return said
}

/** Something that Meta cannot hand on: a poll, a view-once picture. */
export function writeUnsupported(standIn: StandIn, wa: string): Written | null {
  const details = 'Message type is currently not supported.'
  const errors = [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown', error_data: { details } }]
  return write(standIn, wa, { type: 'unsupported', text: 'A message that cannot be shown', content: { errors }, contextId: null })
}

export function writeLocation(standIn: StandIn, wa: string, content: { latitude: number; longitude: number }): Written | null {
  return write(standIn, wa, { type: 'location', text: `${content.latitude}, ${content.longitude}`, content, contextId: null })
}

/** Presses a button or picks a row of a message; null when the message has no such thing. */
export function tap(standIn: StandIn, wa: string, { wamid, id }: Tap): Written | null {
  const bubble = standIn.world.phones.get(wa)?.bubbles.find(one => one.wamid === wamid)
  if (bubble?.direction !== 'arrived') return null
  const answer = bubble.type === 'template' ? templateAnswer(bubble, id) : interactiveAnswer(bubble, id)
  return answer && write(standIn, wa, { ...answer, contextId: wamid })
}

/** An emoji on a message of the business; '' takes it away. Whether it opens the window is unsure, so it does not. */
export function react(standIn: StandIn, wa: string, wamid: string, emoji: string): { wamid: string } | null {
  const phone = standIn.world.phones.get(wa)
  const bubble = phone?.bubbles.find(one => one.wamid === wamid)
  if (!phone || bubble?.direction !== 'arrived' || !canSend(phone)) return null
  standIn.record({ kind: 'reaction', wamid, by: 'person', emoji })
  const content = { message_id: wamid, ...(emoji === '' ? {} : { emoji }) }
  const told: Written = { ...written(standIn, wa), type: 'reaction', text: emoji, content, contextId: null }
  if (!phone.refused) standIn.webhooks.enqueue({ wamid: told.wamid, wa, type: 'reaction' }, messagePayload(told, phone))
  return { wamid: told.wamid }
}

export function sendFile(standIn: StandIn, wa: string, { bytes, mime, filename, caption, contextId = null }: SentFile): Written | null {
  const phone = standIn.world.phones.get(wa)
  if (!phone || !canSend(phone)) return null
  const [plainMime = ''] = mime.split(';')
  const file = keepFile(standIn, bytes, { mime: plainMime, filename, from: 'person' })
  const type = kindOf(plainMime)
  const content = {
    ...(caption === null || type === 'audio' || type === 'sticker' ? {} : { caption }),
    ...(type === 'document' ? { filename: filename ?? 'file' } : {}),
    mime_type: mime,
    sha256: Buffer.from(file.sha256, 'hex').toString('base64'),
    id: file.id,
    ...(type === 'audio' ? { voice: plainMime === 'audio/ogg' } : {}),
    ...(type === 'sticker' ? { animated: false } : {}),
  }
  return write(standIn, wa, { type, text: caption ?? filename ?? '', content, contextId })
}

/** The person looks at the chat: all that reached the phone is read. */
export function readAll(standIn: StandIn, wa: string): void {
  const phone = standIn.world.phones.get(wa)
  if (!phone || phone.offline) return
  for (const bubble of arrivedOn(phone)) if (bubble.state !== 'read') advanceTo(standIn, bubble, 'read')
}

export function arrivedOn(phone: Phone): Arrived[] {
  return phone.bubbles.filter(bubble => bubble.direction === 'arrived').filter(bubble => bubble.type !== 'reaction')
}

function write(standIn: StandIn, wa: string, words: Words): Written | null {
  const phone: Phone | undefined = standIn.world.phones.get(wa)
  if (!phone || !canSend(phone)) return null
  const bubble: Written = { ...written(standIn, wa), ...words }
  isWithinThroughput(standIn)
  standIn.record({ kind: 'written', bubble })
  // Whom the business has blocked writes into the void, with one tick.
  if (!phone.refused) standIn.webhooks.enqueue({ wamid: bubble.wamid, wa, type: bubble.type }, messagePayload(bubble, phone))
  return bubble
}

function canSend(phone: Phone): boolean {
  return !phone.blocked && !phone.offline
}

function written(standIn: StandIn, wa: string): Pick<Written, 'direction' | 'wamid' | 'wa' | 'at' | 'ticks'> {
  return { direction: 'written', wamid: newWamid(standIn, wa), wa, at: standIn.clock.now(), ticks: 'sent' }
}

type Answer = Pick<Written, 'type' | 'text' | 'content'>

function interactiveAnswer(bubble: Arrived, id: string): Answer | null {
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

function templateAnswer(bubble: Arrived, payload: string): Answer | null {
  const parsed = shownShape.safeParse(bubble.content)
  const button = parsed.success ? parsed.data.shown?.buttons.find(one => one.kind === 'reply' && one.payload === payload) : undefined
  return button ? { type: 'button', text: button.text, content: { payload, text: button.text } } : null
}
