// What the person sets on the phone: network, block, username, receipts, another number, a report.
import type { PersonMessage, PhoneChange } from './entries.ts'
import { numberChangedPayload, userIdPayload } from './envelope.ts'
import { businessMessages } from './person.ts'
import { newWamid, type StandIn } from './stand-in.ts'
import { advanceTo } from './statuses.ts'
import { announce, complainAbout } from './templates/lifecycle.ts'
import { makeUserId } from './user-id.ts'

export function setPhone(standIn: StandIn, wa: string, change: PhoneChange): void {
  standIn.record({ kind: 'phoneSet', wa, ...change })
  if (change.offline === false) deliverWaiting(standIn, wa)
  if (change.noMarketing !== undefined) announcePreference(standIn, wa, change.noMarketing)
}

/** Reports and blocks the business; the template of the last message loses quality. */
export function reportBusiness(standIn: StandIn, wa: string): void {
  const phone = standIn.world.phones.get(wa)
  const last = phone && businessMessages(phone).findLast(bubble => bubble.templateId !== null)
  const template = last?.templateId ? standIn.world.templates.get(last.templateId) : undefined
  if (template) complainAbout(standIn, template)
  standIn.record({ kind: 'phoneSet', wa, blocked: true })
}

/** The person changes their number: the business is notified for the old one, and the user id changes. */
export function changeNumber(standIn: StandIn, wa: string, to: string): boolean {
  const { world, clock } = standIn
  const phone = world.phones.get(wa)
  if (!phone || world.phones.has(to) || phone.offline) return false
  const userId = makeUserId(to)
  const text = `User ${phone.name} changed from ${wa} to ${to}`
  const notice: PersonMessage = {
    direction: 'written',
    wamid: newWamid(standIn, wa),
    wa,
    type: 'system',
    text,
    content: {},
    contextId: null,
    at: clock.now(),
    ticks: 'sent',
  }
  const oldId = phone.userId
  standIn.record({ kind: 'written', bubble: notice })
  standIn.record({ kind: 'moved', wa, to, userId })
  standIn.webhooks.enqueue({ wamid: notice.wamid, wa, type: 'system' }, numberChangedPayload(notice, to, phone))
  const movedPhone = world.phones.get(to)
  if (movedPhone) standIn.webhooks.enqueue({ wamid: '', wa, type: 'user_id_update' }, userIdPayload(movedPhone, oldId, wa, clock.now()))
  return true
}

// A phone that was offline gets its messages when it is online again.
function deliverWaiting(standIn: StandIn, wa: string): void {
  const phone = standIn.world.phones.get(wa)
  if (!phone) return
  for (const bubble of businessMessages(phone)) if (bubble.reached) advanceTo(standIn, bubble, 'delivered')
}

function announcePreference(standIn: StandIn, wa: string, noMarketing: boolean): void {
  const phone = standIn.world.phones.get(wa)
  if (!phone) return
  const preference = {
    ...(phone.username === null ? { wa_id: wa } : {}),
    user_id: phone.userId,
    detail: `User requested to ${noMarketing ? 'stop' : 'resume'} marketing messages`,
    category: 'marketing_messages',
    value: noMarketing ? 'stop' : 'resume',
    timestamp: Math.floor(standIn.clock.now() / 1000),
  }
  announce(standIn, 'user_preferences', { messaging_product: 'whatsapp', user_preferences: [preference] })
}
