// Parses webhook events about messages: statuses of ours, and what users wrote or tapped.
import { z } from 'zod/mini'
import { Id, kindForCount, Timestamp } from './fields.ts'
import { errorText, parseStatus, type StatusEvent } from './statuses.ts'

export type { StatusEvent } from './statuses.ts'

/** A message from a user, or a button they tapped (`payload`). At least one of the two ids is known. */
export interface InboundMessage {
  wamid: string
  waId: string | null
  waUserId: string | null
  kind: string
  text: string
  payload: string | null
  /** The wamid of our message that is quoted or whose button was tapped. */
  about: string | null
  profileName: string | null
  /** The attached file, which can be fetched for seven days. */
  file?: InboundFile | undefined
  at: Date
}

/** A file that a user sent. */
export interface InboundFile {
  mediaId: string
  /** Chosen by the sender, so not trustworthy. */
  name: string
  mimeType: string
}

/** A user changed their number, so the old one now belongs to somebody else. */
export interface PhoneMoved {
  waId: string | null
  waUserId: string | null
  at: Date
}

/** A user got a new business-scoped id. */
export interface UserRenamed {
  previous: string
  current: string
  at: Date
}

export interface MessageEvents {
  statuses: StatusEvent[]
  messages: InboundMessage[]
  moved: PhoneMoved[]
  renamed: UserRenamed[]
  /** Errors at Meta that are not about a single message. */
  errors: string[]
  /** The kinds of everything that was ignored. */
  ignored: string[]
}

const Contact = z.looseObject({
  profile: z.optional(z.looseObject({ name: z.optional(z.string()) })),
  wa_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
})

export const MessagesValue = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z._default(z.catch(z.array(Contact), []), []),
  statuses: z._default(z.array(z.unknown()), []),
  messages: z._default(z.array(z.unknown()), []),
  errors: z._default(z.array(z.unknown()), []),
})

const reply = z.looseObject({ id: z.string(), title: z._default(z.string(), '') })
const mediaShape = z.optional(
  z.looseObject({
    caption: z.optional(z.string()),
    id: z.optional(Id),
    mime_type: z.optional(z.string()),
    filename: z.optional(z.string()),
  }),
)
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
  from: z.optional(Id),
  from_user_id: z.optional(Id),
  context: z.optional(z.looseObject({ id: z.optional(Id) })),
  text: z.optional(z.looseObject({ body: z.string() })),
  image: mediaShape,
  video: mediaShape,
  audio: mediaShape,
  sticker: mediaShape,
  document: mediaShape,
  button: z.optional(z.looseObject({ payload: z.optional(z.string()), text: z._default(z.string(), '') })),
  interactive: z.optional(z.looseObject({ button_reply: z.optional(reply), list_reply: z.optional(reply) })),
})

/** Meta repeats a webhook for seven days (…/webhooks/overview): one with an older message was captured and is sent again. */
const repeatedMs = 7 * 86_400_000
const Sent = z.looseObject({ timestamp: Timestamp })

function isStale(item: unknown, now: Date): boolean {
  const sent = Sent.safeParse(item)
  return sent.success && now.getTime() - sent.data.timestamp.getTime() > repeatedMs
}

export function parseMessages(events: MessageEvents, value: z.infer<typeof MessagesValue>, now: Date): void {
  for (const item of value.statuses) {
    const status = parseStatus(item)
    if (status) events.statuses.push(status)
    else events.ignored.push(`status:${kindForCount(item, 'status')}`)
  }
  for (const item of value.messages) {
    if (isStale(item, now)) {
      events.ignored.push('message:stale')
      continue
    }
    if (parseSystemMessage(events, item)) continue
    const message = Message.safeParse(item)
    const parsed = message.success ? toInboundMessage(message.data, value.contacts) : null
    if (parsed) events.messages.push(parsed)
    else events.ignored.push(`message:${kindForCount(item, 'type')}`)
  }
  for (const error of value.errors) events.errors.push(errorText(error))
}

// Messages from WhatsApp itself: the user has not written, so no window opens.
const System = z.looseObject({
  timestamp: Timestamp,
  type: z.literal('system'),
  from: z.optional(Id),
  from_user_id: z.optional(Id),
  system: z.looseObject({ type: z.string(), user_id: z.optional(Id), previous_user_id: z.optional(Id) }),
})

function parseSystemMessage(events: MessageEvents, item: unknown): boolean {
  const parsed = System.safeParse(item)
  if (!parsed.success) return false
  const { from = null, from_user_id = null, timestamp: at, system } = parsed.data
  const previous = system.previous_user_id ?? from_user_id
  if (system.type === 'user_changed_number' && (from ?? from_user_id)) events.moved.push({ waId: from, waUserId: from_user_id, at })
  else if (system.type === 'user_changed_user_id' && previous && system.user_id)
    events.renamed.push({ previous, current: system.user_id, at })
  else events.ignored.push(`system:${system.type}`.slice(0, 60))
  return true
}

// With usernames, `from` may be missing; then only the business-scoped id identifies the sender (…/business-scoped-user-ids).
function toInboundMessage(message: z.infer<typeof Message>, contacts: z.infer<typeof Contact>[]): InboundMessage | null {
  const contact = findContact(message, contacts)
  const waId = message.from ?? contact?.wa_id ?? null
  const waUserId = message.from_user_id ?? contact?.user_id ?? null
  if (waId === null && waUserId === null) return null
  const file = toFile(message)
  const tapped = message.interactive?.button_reply ?? message.interactive?.list_reply
  return {
    wamid: message.id,
    waId,
    waUserId,
    kind: message.type,
    text: message.text?.body ?? message.button?.text ?? tapped?.title ?? captionOf(message),
    payload: message.button?.payload ?? tapped?.id ?? null,
    about: message.context?.id ?? null,
    profileName: contact?.profile?.name ?? null,
    ...(file && { file }),
    at: message.timestamp,
  }
}

const captionOf = ({ image, video, document: file }: z.infer<typeof Message>): string => (image ?? video ?? file)?.caption ?? ''

const extensions = new Map<string, string>(
  Object.entries({
    'image/jpeg': 'jpg',
    'image/png': 'png',
    'image/webp': 'webp',
    'audio/ogg': 'ogg',
    'audio/mpeg': 'mp3',
    'audio/mp4': 'm4a',
    'audio/aac': 'aac',
    'audio/amr': 'amr',
    'video/mp4': 'mp4',
    'video/3gpp': '3gp',
  }),
)

// A voice note has the type `audio/ogg; codecs=opus`; only documents have a name (…/webhooks/reference/messages).
function toFile({ image, video, audio, sticker, document: file }: z.infer<typeof Message>): InboundFile | undefined {
  const media = image ?? video ?? audio ?? sticker ?? file
  if (!media?.id) return undefined
  const mimeType = media.mime_type?.split(';')[0]?.trim().toLowerCase() ?? ''
  const extension = extensions.get(mimeType)
  const defaultName = extension === undefined ? 'file' : `${mimeType.split('/')[0]}.${extension}`
  return { mediaId: media.id, name: media.filename?.slice(0, 240) || defaultName, mimeType }
}

function findContact(message: z.infer<typeof Message>, contacts: z.infer<typeof Contact>[]): z.infer<typeof Contact> | undefined {
  const same = (a: string | undefined, b: string | undefined) => a !== undefined && a === b
  const match = contacts.find(contact => same(contact.wa_id, message.from) || same(contact.user_id, message.from_user_id))
  const isNameless = message.from === undefined && message.from_user_id === undefined
  return match ?? (isNameless && contacts.length === 1 ? contacts[0] : undefined)
}
