// Takes a valid message in: who it is for, whether it will reach the phone, and what the caller is told.
import { contentOf, mediaOf, plainText } from './contents.ts'
import type { Arrived } from './entries.ts'
import { fits, isWhatItSays } from './media/files.ts'
import type { MediaRef } from './media/shapes.ts'
import { isWindowOpen } from './service-window.ts'
import type { Outgoing } from './shapes.ts'
import { newWamid, type StandIn } from './stand-in.ts'
import { planSteps } from './statuses.ts'
import type { Shown } from './templates/fill.ts'
import type { Stored } from './templates/stored.ts'
import { holderOf, type Phone } from './world.ts'

/** What was found out about a message before it is taken in. */
export type Checked = { message: Outgoing; template: Stored | null; shown: Shown | null }

/** What a test wants to become of it: the error that it fails with, how long Meta holds it back. */
type Asked = { code: number | null; heldMs: number }

/** The phone that a message is for. Every number has WhatsApp; a phone is there from the first message. Null: unknown user id. */
export function phoneFor({ world, record, clock }: StandIn, message: Outgoing): Phone | null {
  const { to, recipient } = message
  if (to === undefined) return [...world.phones.values()].find(phone => phone.userId === recipient) ?? null
  if (!world.phones.has(to) && !world.moved.has(to)) record({ kind: 'phone', wa: to, name: `+${to}`, at: clock.now() })
  return holderOf(world, to) ?? null
}

/** Whether the 24 hours forbid this message. */
export function isOutsideWindow(standIn: StandIn, phone: Phone, message: Outgoing): boolean {
  return standIn.settings.window !== 'off' && !isOpening(message) && !isInvited(standIn, phone)
}

/** Whether it reaches somebody who has not written for 24 hours, which the daily limit counts. */
export function isUninvited(standIn: StandIn, phone: Phone, message: Outgoing): boolean {
  return isOpening(message) && !isInvited(standIn, phone)
}

/** Enters the message into the ledger; from here on it is on the phone, unless it has a fate. */
export function acceptMessage(standIn: StandIn, phone: Phone, checked: Checked, asked: Asked): Arrived {
  const { message, template, shown } = checked
  const fate = asked.code ?? fateOf(standIn, phone, checked)
  const bubble: Arrived = {
    direction: 'arrived',
    wamid: newWamid(standIn, phone.wa),
    wa: message.to ?? phone.wa,
    type: message.type,
    text: plainText(message, shown),
    content: contentOf(message, shown),
    contextId: message.type === 'reaction' ? message.reaction.message_id : (message.context?.message_id ?? null),
    callbackData: message.biz_opaque_callback_data ?? null,
    at: standIn.clock.now(),
    reached: fate === null,
    fate,
    state: 'accepted',
    pricing: pricingOf(standIn, phone, checked),
    uninvited: fate === null && isUninvited(standIn, phone, message),
    ttlMs: ttlOf(checked),
    templateId: template?.id ?? null,
  }
  standIn.typingUntil.delete(phone.wa)
  standIn.record({ kind: 'arrived', bubble })
  if (message.type === 'reaction' && fate === null)
    standIn.record({ kind: 'reaction', wamid: message.reaction.message_id, by: 'business', emoji: message.reaction.emoji })
  if (asked.heldMs === 0) planSteps(standIn, bubble)
  else standIn.clock.after(asked.heldMs, () => planSteps(standIn, bubble))
  return bubble
}

/** The 200 of the messages endpoint. */
export function acceptedBody(message: Outgoing, phone: Phone, bubble: Arrived, isHeld: boolean): Record<string, unknown> {
  const standing = { message_status: isHeld ? 'held_for_quality_assessment' : 'accepted' }
  const isHidden = phone.username !== null && message.to === undefined
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: message.to ?? message.recipient, ...(isHidden ? {} : { wa_id: phone.wa }), user_id: phone.userId }],
    messages: [{ id: bubble.wamid, ...(message.type === 'template' ? standing : {}) }],
  }
}

/** Marked for Direct Send: free words that may go outside the window. */
export function isDirect(message: Outgoing): boolean {
  return (message.type === 'text' || message.type === 'interactive') && message.category !== undefined
}

function isOpening(message: Outgoing): boolean {
  return message.type === 'template' || isDirect(message)
}

function isInvited({ clock }: StandIn, { lastWrittenAt, freeUntil }: Phone): boolean {
  return isWindowOpen(lastWrittenAt, clock.now()) || (freeUntil !== null && clock.now() < freeUntil)
}

function fateOf(standIn: StandIn, phone: Phone, { message, template }: Checked): number | null {
  if (phone.blocked || phone.refused) return 131026
  if (message.to !== undefined && message.to !== phone.wa) return 131026
  if (phone.noMarketing && template?.category === 'MARKETING') return 131050
  if (isOutsideWindow(standIn, phone, message)) return 131047
  return mediaOf(message).some(ref => !isSendable(standIn, ref)) ? 131053 : null
}

// Meta finds out what is wrong with a file only after it has accepted the message.
function isSendable({ world, fileBytes }: StandIn, { kind, id }: MediaRef): boolean {
  if (id === null) return true
  const file = world.files.get(id)
  return file !== undefined && fits(kind, file) && (kind !== 'image' || isWhatItSays(file.mime, fileBytes.get(id) ?? Buffer.alloc(0)))
}

function pricingOf({ clock }: StandIn, phone: Phone, { message, template }: Checked): Arrived['pricing'] {
  const category = template?.category.toLowerCase() ?? (isDirect(message) ? 'utility' : 'service')
  const isFree = phone.freeUntil !== null && clock.now() < phone.freeUntil
  return { billable: !isFree, category, type: isFree ? 'free_entry_point' : 'regular' }
}

function ttlOf({ message, template }: Checked): number | null {
  const seconds = template?.ttlSeconds ?? (message.type === 'text' || message.type === 'interactive' ? message.ttl_seconds : undefined)
  return seconds === undefined || seconds === null || seconds < 0 ? null : seconds * 1000
}
