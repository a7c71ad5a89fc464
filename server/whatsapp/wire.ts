// What Meta posts to a webhook, read loosely: what is missing or new must not hide the rest.
import { z } from 'zod'
import { type Echo, echoIn } from './echo.ts'

/** A status of a message of ours. `error` is set when it failed and Meta says why; `failureOf` reads its `code`. */
export interface StatusEvent {
  wamid: string
  userId: string | null
  deliveryId: string | null
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  error: { code: number; detail: string | null } | null
}

/** A message that a person wrote, or a button that they tapped (`payload`). At least one of the two ids is known. */
export interface InboundMessage {
  wamid: string
  waId: string | null
  waUserId: string | null
  kind: string
  text: string
  payload: string | null
  /** The wamid of the message of ours that is quoted or whose button was tapped. */
  about: string | null
  profileName: string | null
  at: Date
}

export interface Heard {
  statuses: StatusEvent[]
  messages: InboundMessage[]
  /** The kinds of everything that was passed over. */
  ignored: string[]
}

/** Everything in one payload that concerns our number. Never throws: what cannot be read is ignored by name. */
export function heardIn(payload: unknown, numberId: string): Heard {
  const heard: Heard = { statuses: [], messages: [], ignored: [] }
  const envelope = Envelope.safeParse(payload)
  if (!envelope.success) return { ...heard, ignored: ['payload'] }
  for (const change of envelope.data.entry.flatMap(entry => entry.changes)) {
    const value = change.field === 'messages' ? Value.safeParse(change.value) : null
    if (!value?.success) heard.ignored.push(change.field)
    else if (value.data.metadata.phone_number_id !== numberId) heard.ignored.push('another_number')
    else hear(heard, value.data)
  }
  return heard
}

const Envelope = z.looseObject({
  entry: z.array(z.looseObject({ changes: z.array(z.looseObject({ field: z.string(), value: z.unknown() })) })),
})

const Contact = z.looseObject({
  profile: z.looseObject({ name: z.string().optional() }).optional(),
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
})

const Value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z.array(Contact).catch([]).default([]),
  statuses: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
  errors: z.array(z.unknown()).default([]),
})

// Unix seconds as text.
const Timestamp = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(seconds => new Date(Number(seconds) * 1000))
const Id = z.string().min(1).max(512)

const Status = z.looseObject({
  id: Id,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: Timestamp,
  biz_opaque_callback_data: z.string().optional(),
  errors: z
    .array(
      z.looseObject({
        code: z.number(),
        title: z.string().optional(),
        error_data: z.looseObject({ details: z.string().optional() }).optional(),
      }),
    )
    .optional(),
})

const reply = z.looseObject({ id: z.string(), title: z.string().default('') })
const Message = z.looseObject({
  id: Id,
  timestamp: Timestamp,
  type: z.enum([
    'text',
    'button',
    'interactive',
    'image',
    'video',
    'audio',
    'document',
    'sticker',
    'location',
    'contacts',
    'order',
    'unsupported',
  ]),
  from: Id.optional(),
  from_user_id: Id.optional(),
  context: z.looseObject({ id: Id.optional() }).optional(),
  text: z.looseObject({ body: z.string() }).optional(),
  button: z.looseObject({ payload: z.string().optional(), text: z.string().default('') }).optional(),
  interactive: z.looseObject({ button_reply: reply.optional(), list_reply: reply.optional() }).optional(),
})

function hear(heard: Heard, value: z.infer<typeof Value>): void {
  for (const item of value.statuses) {
    const status = Status.safeParse(item)
    if (status.success) heard.statuses.push(statusOf(status.data, echoIn(status.data.biz_opaque_callback_data)))
    else heard.ignored.push(`status:${kindOf(item, 'status')}`)
  }
  for (const item of value.messages) {
    const message = Message.safeParse(item)
    const read = message.success ? messageOf(message.data, value.contacts) : null
    if (read) heard.messages.push(read)
    else heard.ignored.push(`message:${kindOf(item, 'type')}`)
  }
  for (const _ of value.errors) heard.ignored.push('error')
}

function statusOf(status: z.infer<typeof Status>, echo: Echo | null): StatusEvent {
  const [error] = status.errors ?? []
  return {
    wamid: status.id,
    userId: echo?.userId ?? null,
    deliveryId: echo?.deliveryId ?? null,
    status: status.status,
    at: status.timestamp,
    error: error && status.status === 'failed' ? { code: error.code, detail: error.error_data?.details ?? error.title ?? null } : null,
  }
}

// Since usernames, `from` may be absent: then the business-scoped id alone says who it is (…/business-scoped-user-ids).
function messageOf(message: z.infer<typeof Message>, contacts: z.infer<typeof Contact>[]): InboundMessage | null {
  const contact = contactOf(message, contacts)
  const waId = message.from ?? contact?.wa_id ?? null
  const waUserId = message.from_user_id ?? contact?.user_id ?? null
  if (waId === null && waUserId === null) return null
  const tapped = message.interactive?.button_reply ?? message.interactive?.list_reply
  return {
    wamid: message.id,
    waId,
    waUserId,
    kind: message.type,
    text: message.text?.body ?? message.button?.text ?? tapped?.title ?? '',
    payload: message.button?.payload ?? tapped?.id ?? null,
    about: message.context?.id ?? null,
    profileName: contact?.profile?.name ?? null,
    at: message.timestamp,
  }
}

function contactOf(message: z.infer<typeof Message>, contacts: z.infer<typeof Contact>[]): z.infer<typeof Contact> | undefined {
  const same = (a: string | undefined, b: string | undefined) => a !== undefined && a === b
  const named = contacts.find(contact => same(contact.wa_id, message.from) || same(contact.user_id, message.from_user_id))
  const isNameless = message.from === undefined && message.from_user_id === undefined
  return named ?? (isNameless && contacts.length === 1 ? contacts[0] : undefined)
}

function kindOf(item: unknown, field: 'status' | 'type'): string {
  const named = z.looseObject({ [field]: z.string().max(40) }).safeParse(item)
  return named.success ? String(named.data[field]) : 'unreadable'
}
