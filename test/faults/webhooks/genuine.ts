// Makes genuine webhooks of every kind that changes something here: statuses, messages, taps and template events.
import { phoneNumberId, wabaId } from '../../../sandbox/whatsapp/credentials.ts'
import { serializePayload } from '../../../sandbox/whatsapp/sign.ts'
import type { Chance } from '../chance.ts'

/** A message that left for a phone. */
export interface Sent {
  userId: string
  deliveryId: string
  wamid: string
}

/** In the order in which they were posted. */
export function makeWebhooks(sent: Sent[], phones: string[], chance: Chance, now: Date): string[] {
  const at = String(Math.floor(now.getTime() / 1000))
  const statuses = sent.flatMap((one, i) => wayOf(i, chance).map(state => statusOf(one, state, at)))
  const together = sent.map((one, i) => statusOf(one, i % 4 === 0 ? 'failed' : 'delivered', at))
  const words = phones.flatMap((phone, i) => spoken(sent[i % sent.length]).map((said, n) => written(phone, `wamid.${i}.${n}`, said, at)))
  return [
    ...statuses.map(status => messagesPayload({ statuses: [status] })),
    ...words.map(message => messagesPayload({ contacts: [{ profile: { name: 'Maya Ökoro' } }], messages: [message] })),
    messagesPayload({ statuses: together }),
    // Hours old, as what Meta tells for days is: the last of each is how things stand.
    ...['APPROVED', 'PAUSED', 'REINSTATED', 'PAUSED'].map((event, n) => templateEvent(event, Number(at) - 7200 + n * 60)),
    // Said after the server's start, which lets the number try whatever was said of it before.
    accountEvent({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }, Number(at) + 1),
    accountEvent({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }, Number(at) + 2),
    ...['1', '2'].map(n => renamed(`US.${n}`, `US.${Number(n) + 1}`, at)),
    messagesPayload({ messages: [{ ...written(phones.at(-1) ?? '', 'wamid.moved', moved, at) }] }),
  ]
}

/** The template that the webhooks are about. */
export const template = { name: 'new_mail', language: 'en', metaId: '1' }

const moved = { type: 'system', system: { type: 'user_changed_number', body: 'A new number', wa_id: '15550100999' } }

const ways = [['sent', 'delivered', 'read'], ['sent', 'failed'], ['sent', 'delivered'], ['sent', 'read'], ['sent']]
const wayOf = (i: number, chance: Chance): string[] => ways[(i + Math.floor(chance() * ways.length)) % ways.length] ?? []

const statusOf = ({ userId, deliveryId, wamid }: Sent, status: string, timestamp: string) => ({
  id: wamid,
  status,
  timestamp,
  recipient_id: '15550100200',
  biz_opaque_callback_data: `${userId}:${deliveryId}`,
  ...(status === 'failed' && { errors: [{ code: 131026, title: 'Message undeliverable' }] }),
})

const text = (body: string) => ({ type: 'text', text: { body } })

/** What a phone says in a day; the last word stands. */
function spoken(about: Sent | undefined): Record<string, unknown>[] {
  const id = about?.deliveryId ?? ''
  return [
    text('Hello'),
    text('STOP'),
    text('START'),
    text('Link my email forwards: ABCD-EFGH'),
    { type: 'button', button: { payload: 'pause:24', text: 'Pause 24 h' } },
    { type: 'button', button: { payload: 'resume', text: 'Resume' } },
    { type: 'button', button: { payload: `show:${id}`, text: 'Show email' } },
    { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: `show:${id}`, title: 'A mail' } } },
  ]
}

const written = (from: string, id: string, said: Record<string, unknown>, timestamp: string) => ({ from, id, timestamp, ...said })

const messagesPayload = (value: object): string =>
  payload('messages', { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, ...value })

const templateEvent = (event: string, time: number): string =>
  payload(
    'message_template_status_update',
    {
      event,
      message_template_id: Number(template.metaId),
      message_template_name: template.name,
      message_template_language: template.language,
      reason: 'NONE',
    },
    time,
  )

const accountEvent = (value: object, time: number): string => payload('account_update', value, time)

const renamed = (previous: string, current: string, timestamp: string): string =>
  payload('user_id_update', { user_id_update: [{ user_id: { previous, current }, timestamp }] }, Number(timestamp))

const payload = (field: string, value: object, time?: number): string =>
  serializePayload({
    object: 'whatsapp_business_account',
    entry: [{ id: wabaId, ...(time !== undefined && { time }), changes: [{ field, value }] }],
  })
