// What the person with the phone does: write, tap, look, block, go offline.

import type { Arrived, Written } from './entries.ts'
import { messagePayload } from './envelope.ts'
import { interactiveShape } from './interactive.ts'
import { newWamid, type StandIn } from './stand-in.ts'
import { advanceTo } from './statuses.ts'
import { templateShape } from './template.ts'
import type { Phone } from './world.ts'

type Tap = { wamid: string; id: string }

export function ensurePhone(standIn: StandIn, wa: string, name?: string): void {
  const known = standIn.world.phones.get(wa)
  if (!known || (name !== undefined && known.name !== name))
    standIn.record({ kind: 'phone', wa, name: name ?? `+${wa}`, at: standIn.clock.now() })
}

export function writeText(standIn: StandIn, wa: string, text: string, contextId: string | null = null): Written | null {
  return write(standIn, wa, { type: 'text', text, content: { body: text }, contextId })
}

/** Presses a button or picks a row of a message; null when the message has no such thing. */
export function tap(standIn: StandIn, wa: string, { wamid, id }: Tap): Written | null {
  const bubble = standIn.world.arrived.get(wamid)
  if (!bubble || bubble.wa !== wa || !bubble.reached) return null
  const answer = bubble.type === 'template' ? templateAnswer(bubble, id) : interactiveAnswer(bubble, id)
  return answer && write(standIn, wa, { ...answer, contextId: wamid })
}

/** The person looks at the chat: all that reached the phone is read. */
export function readAll(standIn: StandIn, wa: string): void {
  if (standIn.world.phones.get(wa)?.offline) return
  for (const bubble of arrivedOn(standIn, wa)) if (bubble.state !== 'read') advanceTo(standIn, bubble, 'read')
}

export function setBlocked(standIn: StandIn, wa: string, blocked: boolean): void {
  standIn.record({ kind: 'phoneSet', wa, blocked })
}

/** A phone without a network gets its messages when it is back. */
export function setOffline(standIn: StandIn, wa: string, offline: boolean): void {
  standIn.record({ kind: 'phoneSet', wa, offline })
  if (offline) return
  for (const bubble of arrivedOn(standIn, wa)) advanceTo(standIn, bubble, 'delivered')
}

function arrivedOn(standIn: StandIn, wa: string): Arrived[] {
  return (standIn.world.phones.get(wa)?.bubbles ?? []).filter(bubble => bubble.direction === 'arrived')
}

function write(standIn: StandIn, wa: string, words: Pick<Written, 'type' | 'text' | 'content' | 'contextId'>): Written | null {
  const phone: Phone | undefined = standIn.world.phones.get(wa)
  if (!phone || phone.blocked || phone.offline) return null
  const bubble: Written = { direction: 'written', wamid: newWamid(wa), wa, at: standIn.clock.now(), ticks: 'sent', ...words }
  standIn.record({ kind: 'written', bubble })
  standIn.webhooks.enqueue({ wamid: bubble.wamid, wa, type: bubble.type }, messagePayload(bubble, phone))
  return bubble
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
  const parsed = templateShape.safeParse(bubble.content)
  const has =
    parsed.success &&
    parsed.data.components?.some(
      part => part.type === 'button' && part.parameters.some(one => one.type === 'payload' && one.payload === payload),
    )
  return has ? { type: 'button', text: payload, content: { payload, text: payload } } : null
}
