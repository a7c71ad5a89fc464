// Parses the body of POST /{phone-number-id}/messages, and reports errors as Meta does.
import { z } from 'zod/mini'
import { type GraphError, graphError } from './errors.ts'
import { interactiveShape } from './interactive.ts'
import { mediaMessages } from './media/shapes.ts'
import { toGraphError } from './refusal.ts'
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
const quoteFields = { context: z.optional(z.strictObject({ message_id: z.string().check(z.minLength(1)) })) }
/** Direct Send: free text outside the window, if the account has access (…/direct-send/api-reference). */
const directSendFields = {
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
  z.strictObject({ ...envelope, ...quoteFields, ...directSendFields, type: z.literal('text'), text: textShape }),
  z.strictObject({ ...envelope, ...quoteFields, ...directSendFields, type: z.literal('interactive'), interactive: interactiveShape }),
  z.strictObject({ ...envelope, ...quoteFields, type: z.literal('template'), template: templateShape }),
  z.strictObject({ ...envelope, ...quoteFields, type: z.literal('image'), image: mediaMessages.image }),
  z.strictObject({ ...envelope, ...quoteFields, type: z.literal('document'), document: mediaMessages.document }),
  z.strictObject({ ...envelope, ...quoteFields, type: z.literal('audio'), audio: mediaMessages.audio }),
  z.strictObject({ ...envelope, ...quoteFields, type: z.literal('video'), video: mediaMessages.video }),
  z.strictObject({ ...envelope, ...quoteFields, type: z.literal('sticker'), sticker: mediaMessages.sticker }),
  z.strictObject({ ...envelope, ...quoteFields, type: z.literal('location'), location: locationShape }),
  z.strictObject({
    ...envelope,
    ...quoteFields,
    type: z.literal('contacts'),
    contacts: z.array(contactShape).check(z.minLength(1), z.maxLength(5)),
  }),
  // A reaction has no context, since it references its message itself.
  z.strictObject({ ...envelope, type: z.literal('reaction'), reaction: reactionShape }),
])

const readMarkShape = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().check(z.minLength(1)),
  typing_indicator: z.optional(z.strictObject({ type: z.literal('text') })),
})

export type GraphMessage = z.infer<typeof messageShape>
export type ReadMark = z.infer<typeof readMarkShape>
type Parsed = { kind: 'message'; message: GraphMessage } | { kind: 'readMark'; mark: ReadMark } | { kind: 'refused'; error: GraphError }

const messageTypes = messageShape.def.options.flatMap(option => option.shape.type.def.values)

/** Parses a body of the messages endpoint as strictly as Meta does. */
export function parseBody(body: unknown): Parsed {
  const isReadMark = typeof body === 'object' && body !== null && 'status' in body
  const result = isReadMark ? readMarkShape.safeParse(body) : messageShape.safeParse(withDefaultType(body))
  if (!result.success) return { kind: 'refused', error: toError(result.error.issues[0], body) }
  if ('status' in result.data) return { kind: 'readMark', mark: result.data }
  if (result.data.to === undefined && result.data.recipient === undefined)
    return { kind: 'refused', error: graphError(100, { message: 'The parameter to is required.' }) }
  return { kind: 'message', message: result.data }
}

function toError(issue: z.core.$ZodIssue | undefined, body: unknown): GraphError {
  const isType = issue?.path.length === 1 && issue.path[0] === 'type'
  return isType ? graphError(131051, { details: `Message type is not one of ${messageTypes.join(', ')}.` }) : toGraphError(issue, body)
}

// The default type is text.
function withDefaultType(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !('type' in body) && 'text' in body ? { ...body, type: 'text' } : body
}
