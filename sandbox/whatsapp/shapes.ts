// What POST /{phone-number-id}/messages takes, and how a body that breaks it is refused.
import { z } from 'zod'
import { type GraphError, graphError } from './errors.ts'
import { interactiveShape } from './interactive.ts'
import { templateShape, templateText } from './template.ts'

export const waShape = z
  .string()
  .regex(/^\+?[1-9]\d{6,14}$/, 'write a phone number as digits with its country code')
  .transform(number => number.replace('+', ''))

const envelope = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: waShape.optional(),
  recipient: z.string().max(140).optional(),
  context: z.strictObject({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
}

const textShape = z.strictObject({ body: z.string().min(1).max(4096), preview_url: z.boolean().optional() })

const messageShape = z.discriminatedUnion('type', [
  z.strictObject({ ...envelope, type: z.literal('text'), text: textShape }),
  z.strictObject({ ...envelope, type: z.literal('interactive'), interactive: interactiveShape }),
  z.strictObject({ ...envelope, type: z.literal('template'), template: templateShape }),
])

const readMarkShape = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
})

export type Outgoing = z.infer<typeof messageShape>
export type ReadMark = z.infer<typeof readMarkShape>
type Parsed = { kind: 'message'; message: Outgoing } | { kind: 'readMark'; mark: ReadMark } | { kind: 'refused'; error: GraphError }

/** Reads a body of the messages endpoint as strictly as Meta does. */
export function parseBody(body: unknown): Parsed {
  const isMark = typeof body === 'object' && body !== null && 'status' in body
  const result = isMark ? readMarkShape.safeParse(body) : messageShape.safeParse(body)
  if (!result.success) return { kind: 'refused', error: refusal(result.error.issues[0], body) }
  if ('status' in result.data) return { kind: 'readMark', mark: result.data }
  if (result.data.to === undefined && result.data.recipient === undefined) {
    return { kind: 'refused', error: graphError(100, { message: 'The parameter to is required.' }) }
  }
  return { kind: 'message', message: result.data }
}

/** A message's words as one plain text, for lists and for checkers. */
export function plainText(message: Outgoing): string {
  if (message.type === 'text') return message.text.body
  if (message.type === 'template') return templateText(message.template)
  return message.interactive.body.text
}

/** The part of a message that its type names: what the phone page draws. */
export function contentOf(message: Outgoing): Record<string, unknown> {
  if (message.type === 'text') return message.text
  return message.type === 'template' ? message.template : message.interactive
}

function refusal(issue: z.core.$ZodIssue | undefined, body: unknown): GraphError {
  if (!issue) return graphError(100)
  const where = paramName(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return graphError(100, {
      message: `Invalid parameter`,
      details: `Unexpected key "${issue.keys.join('", "')}" on param "${where || 'body'}".`,
    })
  }
  if (issue.code === 'too_big') {
    const unit = issue.origin === 'string' ? 'characters long' : 'entries long'
    return graphError(100, { message: `Param ${where} must be at most ${issue.maximum} ${unit}.`, details: issue.message })
  }
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'number')
    return graphError(issue.params['code'], { details: issue.message })
  if (isAbsent(body, issue.path)) {
    if (issue.path.length === 1) return graphError(100, { message: `The parameter ${where} is required.` })
    return graphError(131008, { details: `Parameter ${where} is missing.` })
  }
  if (where === 'type') return graphError(131051, { details: 'The sandbox takes text, interactive and template.' })
  return graphError(131009, { details: `${where || 'body'}: ${issue.message}` })
}

function paramName(path: PropertyKey[]): string {
  return path.map((part, place) => (place === 0 ? String(part) : `['${String(part)}']`)).join('')
}

function isAbsent(body: unknown, path: PropertyKey[]): boolean {
  let value: unknown = body
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return false
    value = Reflect.get(value, part)
  }
  return path.length > 0 && value === undefined
}
