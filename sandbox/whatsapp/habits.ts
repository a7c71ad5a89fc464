// What the person sets on the phone: network, block, a name for the number, receipts, another number, a complaint.
import type { PhoneChange, Written } from './entries.ts'
import { numberChangedPayload, userIdPayload } from './envelope.ts'
import { arrivedOn } from './person.ts'
import { newWamid, type StandIn } from './stand-in.ts'
import { advanceTo } from './statuses.ts'
import { announce, complainAbout } from './templates/life.ts'
import { userIdOf } from './user-id.ts'

export function setPhone(standIn: StandIn, wa: string, change: PhoneChange): void {
  standIn.record({ kind: 'phoneSet', wa, ...change })
  if (change.offline === false) comeBack(standIn, wa)
  if (change.noMarketing !== undefined) tellPreference(standIn, wa, change.noMarketing)
}

/** Reports the business and blocks it; the templates of the last messages lose quality. */
export function report(standIn: StandIn, wa: string): void {
  const phone = standIn.world.phones.get(wa)
  const last = phone && arrivedOn(phone).findLast(bubble => bubble.templateId !== null)
  const template = last?.templateId ? standIn.world.templates.get(last.templateId) : undefined
  if (template) complainAbout(standIn, template)
  standIn.record({ kind: 'phoneSet', wa, blocked: true })
}

/** The person takes another number: the business is told by the old one, and its user id is another from now on. */
export function changeNumber(standIn: StandIn, wa: string, to: string): boolean {
  const { world, clock } = standIn
  const phone = world.phones.get(wa)
  if (!phone || world.phones.has(to) || phone.offline) return false
  const userId = userIdOf(to)
  const text = `User ${phone.name} changed from ${wa} to ${to}`
  const notice: Written = {
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
  const moved = world.phones.get(to)
  if (moved) standIn.webhooks.enqueue({ wamid: '', wa, type: 'user_id_update' }, userIdPayload(moved, oldId, wa, clock.now()))
  return true
}

// A phone without a network gets its messages when it is back.
function comeBack(standIn: StandIn, wa: string): void {
  const phone = standIn.world.phones.get(wa)
  if (!phone) return
  for (const bubble of arrivedOn(phone)) if (bubble.reached) advanceTo(standIn, bubble, 'delivered')
}

function tellPreference(standIn: StandIn, wa: string, noMarketing: boolean): void {
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
