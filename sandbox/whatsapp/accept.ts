// Accepts a valid message: finds its phone, decides whether it will be delivered, and builds the response.
import { messageContent, messageMedia, plainText } from './contents.ts'
import type { BusinessMessage } from './entries.ts'
import { fitsKind, matchesType } from './media/files.ts'
import type { MediaRef } from './media/shapes.ts'
import { isWindowOpen } from './service-window.ts'
import type { GraphMessage } from './shapes.ts'
import { newWamid, type StandIn } from './stand-in.ts'
import { planSteps } from './statuses.ts'
import type { RenderedTemplate } from './templates/fill.ts'
import type { StoredTemplate } from './templates/stored.ts'
import { currentPhone, type SandboxPhone } from './world.ts'

/** A validated message with its template, if it has one. */
export type CheckedMessage = { message: GraphMessage; template: StoredTemplate | null; rendered: RenderedTemplate | null }

/** What a test requests: the error code to fail with, and how long Meta holds the message back. */
type AcceptOptions = { code: number | null; heldMs: number }

/** The phone that a message is addressed to. Every number has WhatsApp; its phone is added with the first message. Null: unknown user id. */
export function findOrAddPhone({ world, record, clock }: StandIn, message: GraphMessage): SandboxPhone | null {
  const { to, recipient } = message
  if (to === undefined) return [...world.phones.values()].find(phone => phone.userId === recipient) ?? null
  if (!world.phones.has(to) && !world.moved.has(to)) record({ kind: 'phone', wa: to, name: `+${to}`, at: clock.now() })
  return currentPhone(world, to) ?? null
}

/** Whether the message is outside the 24-hour window and may not be. */
export function isOutsideWindow(standIn: StandIn, phone: SandboxPhone, message: GraphMessage): boolean {
  return standIn.settings.window !== 'off' && !mayOpenConversation(message) && !isConversationOpen(standIn, phone)
}

/** Whether the message goes to someone who has not written for 24 hours, which counts toward the daily limit. */
export function isUninvited(standIn: StandIn, phone: SandboxPhone, message: GraphMessage): boolean {
  return mayOpenConversation(message) && !isConversationOpen(standIn, phone)
}

/** Records the message in the ledger; from here on it is on the phone, unless it is going to fail. */
export function acceptMessage(standIn: StandIn, phone: SandboxPhone, checked: CheckedMessage, options: AcceptOptions): BusinessMessage {
  const { message, template, rendered } = checked
  const failureCode = options.code ?? findFailure(standIn, phone, checked)
  const bubble: BusinessMessage = {
    direction: 'arrived',
    wamid: newWamid(standIn, phone.wa),
    wa: message.to ?? phone.wa,
    type: message.type,
    text: plainText(message, rendered),
    content: messageContent(message, rendered),
    contextId: message.type === 'reaction' ? message.reaction.message_id : (message.context?.message_id ?? null),
    callbackData: message.biz_opaque_callback_data ?? null,
    at: standIn.clock.now(),
    reached: failureCode === null,
    fate: failureCode,
    state: 'accepted',
    pricing: priceMessage(standIn, phone, checked),
    uninvited: failureCode === null && isUninvited(standIn, phone, message),
    ttlMs: lifetimeMs(checked),
    templateId: template?.id ?? null,
  }
  standIn.typingUntil.delete(phone.wa)
  standIn.record({ kind: 'arrived', bubble })
  if (message.type === 'reaction' && failureCode === null)
    standIn.record({ kind: 'reaction', wamid: message.reaction.message_id, by: 'business', emoji: message.reaction.emoji })
  if (options.heldMs === 0) planSteps(standIn, bubble)
  else standIn.clock.after(options.heldMs, () => planSteps(standIn, bubble))
  return bubble
}

/** The success response of the messages endpoint. */
export function acceptedBody(
  message: GraphMessage,
  phone: SandboxPhone,
  bubble: BusinessMessage,
  isHeld: boolean,
): Record<string, unknown> {
  const status = { message_status: isHeld ? 'held_for_quality_assessment' : 'accepted' }
  const isHidden = phone.username !== null && message.to === undefined
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: message.to ?? message.recipient, ...(isHidden ? {} : { wa_id: phone.wa }), user_id: phone.userId }],
    messages: [{ id: bubble.wamid, ...(message.type === 'template' ? status : {}) }],
  }
}

/** Whether the message uses Direct Send: free text outside the window. */
export function isDirect(message: GraphMessage): boolean {
  return (message.type === 'text' || message.type === 'interactive') && message.category !== undefined
}

function mayOpenConversation(message: GraphMessage): boolean {
  return message.type === 'template' || isDirect(message)
}

function isConversationOpen({ clock }: StandIn, { lastWrittenAt, freeUntil }: SandboxPhone): boolean {
  return isWindowOpen(lastWrittenAt, clock.now()) || (freeUntil !== null && clock.now() < freeUntil)
}

function findFailure(standIn: StandIn, phone: SandboxPhone, { message, template }: CheckedMessage): number | null {
  if (phone.blocked || phone.refused) return 131026
  if (message.to !== undefined && message.to !== phone.wa) return 131026
  if (phone.noMarketing && template?.category === 'MARKETING') return 131050
  if (isOutsideWindow(standIn, phone, message)) return 131047
  return messageMedia(message).some(ref => !isMediaSendable(standIn, ref)) ? 131053 : null
}

// Meta checks files only after it has accepted the message.
function isMediaSendable({ world, fileBytes }: StandIn, { kind, id }: MediaRef): boolean {
  if (id === null) return true
  const file = world.files.get(id)
  return file !== undefined && fitsKind(kind, file) && (kind !== 'image' || matchesType(file.mime, fileBytes.get(id) ?? Buffer.alloc(0)))
}

function priceMessage({ clock }: StandIn, phone: SandboxPhone, { message, template }: CheckedMessage): BusinessMessage['pricing'] {
  const category = template?.category.toLowerCase() ?? (isDirect(message) ? 'utility' : 'service')
  const isFree = phone.freeUntil !== null && clock.now() < phone.freeUntil
  return { billable: !isFree, category, type: isFree ? 'free_entry_point' : 'regular' }
}

function lifetimeMs({ message, template }: CheckedMessage): number | null {
  const seconds = template?.ttlSeconds ?? (message.type === 'text' || message.type === 'interactive' ? message.ttl_seconds : undefined)
  return seconds === undefined || seconds === null || seconds < 0 ? null : seconds * 1000
}
