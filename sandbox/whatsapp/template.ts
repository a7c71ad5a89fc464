// The JSON of a template message: name, language, and parameters.
import { z } from 'zod/mini'
import { mediaShape } from './media/shapes.ts'

// Meta refuses line breaks, tabs, more than four spaces in a row and emptiness in a text parameter (132018).
const textParameter = z.strictObject({
  type: z.literal('text'),
  text: z.string().check(
    z.refine(isOneCleanLine, {
      error: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
      params: { code: 132018 },
    }),
  ),
  parameter_name: z.optional(z.string().check(z.minLength(1))),
})
const currency = z.strictObject({
  type: z.literal('currency'),
  currency: z.strictObject({
    fallback_value: z.string().check(z.minLength(1)),
    code: z.string().check(z.regex(/^[A-Z]{3}$/)),
    amount_1000: z.int(),
  }),
  parameter_name: z.optional(z.string().check(z.minLength(1))),
})
const dateTime = z.strictObject({
  type: z.literal('date_time'),
  date_time: z.strictObject({ fallback_value: z.string().check(z.minLength(1)) }),
  parameter_name: z.optional(z.string().check(z.minLength(1))),
})

const header = z.strictObject({
  type: z.literal('header'),
  parameters: z
    .array(
      z.discriminatedUnion('type', [
        textParameter,
        z.strictObject({ type: z.literal('image'), image: mediaShape({}) }),
        z.strictObject({ type: z.literal('video'), video: mediaShape({}) }),
        z.strictObject({
          type: z.literal('document'),
          document: mediaShape({ filename: z.optional(z.string().check(z.minLength(1), z.maxLength(240))) }),
        }),
      ]),
    )
    .check(z.maxLength(1)),
})
const body = z.strictObject({
  type: z.literal('body'),
  parameters: z.array(z.discriminatedUnion('type', [textParameter, currency, dateTime])),
})
const button = z.strictObject({
  type: z.literal('button'),
  sub_type: z.enum(['quick_reply', 'url', 'copy_code']),
  index: z.union([z.string().check(z.regex(/^\d$/)), z.int().check(z.minimum(0), z.maximum(9))]),
  parameters: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('payload'), payload: z.string().check(z.minLength(1), z.maxLength(256)) }),
        z.strictObject({ type: z.literal('coupon_code'), coupon_code: z.string().check(z.minLength(1), z.maxLength(15)) }),
        textParameter,
      ]),
    )
    .check(z.minLength(1), z.maxLength(1)),
})

export const templateShape = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9_]{1,512}$/)),
  language: z.strictObject({
    code: z.string().check(z.regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/)),
    policy: z.optional(z.literal('deterministic')),
  }),
  components: z.optional(z.array(z.discriminatedUnion('type', [header, body, button]))),
})

export type SentTemplate = z.infer<typeof templateShape>
export type TemplatePart<Type extends 'header' | 'body' | 'button'> = Extract<
  NonNullable<SentTemplate['components']>[number],
  { type: Type }
>

function isOneCleanLine(text: string): boolean {
  return text.trim() !== '' && !/[\n\r\t]| {5,}/.test(text)
}
