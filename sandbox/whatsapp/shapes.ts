// What POST /{phone-number-id}/messages takes, and how a body that breaks it is refused.
import { z } from 'zod/mini'
import { type GraphError, graphError } from './errors.ts'
import { interactiveShape } from './interactive.ts'
import { mediaMessages } from './media/shapes.ts'
import { refusalOf } from './refusal.ts'
import { templateShape } from './template.ts'

export const waShape = z.pipe(
  z.string().check(z.regex(/^\+?[1-9]\d{6,14}$/, 'write a phone number as digits with its country code')),
  z.transform(number => number.replace('+', '')),
)

const envelope = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.optional(z.literal('individual')),
  to: z.optional(waShape),
  /** A business-scoped user id: a country and up to 128 letters and digits, with ENT in the parent's form. */
  recipient: z.optional(z.string().check(z.regex(/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/, 'write a user id as US.13491208655302741918'))),
  biz_opaque_callback_data: z.optional(z.string().check(z.maxLength(512))),
}
const quoting = { context: z.optional(z.strictObject({ message_id: z.string().check(z.minLength(1)) })) }
/** Direct Send: free words outside the window, where the account may (…/direct-send/api-reference). */
const direct = {
  category: z.optional(z.enum(['utility', 'authentication', 'marketing'])),
  ttl_seconds: z.optional(z.int().check(z.minimum(30), z.maximum(43_200))),
}

const textShape = z.strictObject({ body: z.string().check(z.minLength(1), z.maxLength(4096)), preview_url: z.optional(z.boolean()) })
const reactionShape = z.strictObject({ message_id: z.string().check(z.minLength(1)), emoji: z.string().check(z.maxLength(16)) })
const locationShape = z.strictObject({
  latitude: z.coerce.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.coerce.number().check(z.minimum(-180), z.maximum(180)),
  name: z.optional(z.string()),
  address: z.optional(z.string()),
})
const contactShape = z.looseObject({ name: z.looseObject({ formatted_name: z.string().check(z.minLength(1)) }) })

const messageShape = z.discriminatedUnion('type', [
  z.strictObject({ ...envelope, ...quoting, ...direct, type: z.literal('text'), text: textShape }),
  z.strictObject({ ...envelope, ...quoting, ...direct, type: z.literal('interactive'), interactive: interactiveShape }),
  z.strictObject({ ...envelope, ...quoting, type: z.literal('template'), template: templateShape }),
  z.strictObject({ ...envelope, ...quoting, type: z.literal('image'), image: mediaMessages.image }),
  z.strictObject({ ...envelope, ...quoting, type: z.literal('document'), document: mediaMessages.document }),
  z.strictObject({ ...envelope, ...quoting, type: z.literal('audio'), audio: mediaMessages.audio }),
  z.strictObject({ ...envelope, ...quoting, type: z.literal('video'), video: mediaMessages.video }),
  z.strictObject({ ...envelope, ...quoting, type: z.literal('sticker'), sticker: mediaMessages.sticker }),
  z.strictObject({ ...envelope, ...quoting, type: z.literal('location'), location: locationShape }),
  z.strictObject({
    ...envelope,
    ...quoting,
    type: z.literal('contacts'),
    contacts: z.array(contactShape).check(z.minLength(1), z.maxLength(5)),
  }),
  // A reaction quotes nothing: it names its message itself.
  z.strictObject({ ...envelope, type: z.literal('reaction'), reaction: reactionShape }),
])

const readMarkShape = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().check(z.minLength(1)),
  typing_indicator: z.optional(z.strictObject({ type: z.literal('text') })),
})

export type Outgoing = z.infer<typeof messageShape>
export type ReadMark = z.infer<typeof readMarkShape>
type Parsed = { kind: 'message'; message: Outgoing } | { kind: 'readMark'; mark: ReadMark } | { kind: 'refused'; error: GraphError }

const types = messageShape.def.options.flatMap(option => option.shape.type.def.values)

/** Reads a body of the messages endpoint as strictly as Meta does. */
export function parseBody(body: unknown): Parsed {
  const isMark = typeof body === 'object' && body !== null && 'status' in body
  const result = isMark ? readMarkShape.safeParse(body) : messageShape.safeParse(typedBody(body))
  if (!result.success) return { kind: 'refused', error: refusal(result.error.issues[0], body) }
  if ('status' in result.data) return { kind: 'readMark', mark: result.data }
  if (result.data.to === undefined && result.data.recipient === undefined)
    return { kind: 'refused', error: graphError(100, { message: 'The parameter to is required.' }) }
  return { kind: 'message', message: result.data }
}

function refusal(issue: z.core.$ZodIssue | undefined, body: unknown): GraphError {
  const isType = issue?.path.length === 1 && issue.path[0] === 'type'
  return isType ? graphError(131051, { details: `Message type is not one of ${types.join(', ')}.` }) : refusalOf(issue, body)
}

// Without a type, text is meant.
function typedBody(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !('type' in body) && 'text' in body ? { ...body, type: 'text' } : body
}
