// What a template may be made of when it is submitted: Meta's limits on header, body, footer and buttons.
import { z } from 'zod/mini'

const named = z.array(z.strictObject({ param_name: z.string(), example: z.string().check(z.minLength(1)) }))
const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))

const header = z.strictObject({
  type: z.literal('HEADER'),
  format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']),
  text: z.optional(words(60)),
  example: z.optional(
    z.strictObject({
      header_text: z.optional(z.array(words(60)).check(z.maxLength(1))),
      header_text_named_params: z.optional(named.check(z.maxLength(1))),
      header_handle: z.optional(z.array(z.string()).check(z.maxLength(1))),
    }),
  ),
})

const body = z.strictObject({
  type: z.literal('BODY'),
  text: z.optional(words(1024)),
  add_security_recommendation: z.optional(z.boolean()),
  example: z.optional(
    z.strictObject({
      body_text: z.optional(z.array(z.array(z.string())).check(z.maxLength(1))),
      body_text_named_params: z.optional(named),
    }),
  ),
})

const footer = z.strictObject({
  type: z.literal('FOOTER'),
  text: z.optional(words(60)),
  code_expiration_minutes: z.optional(z.int().check(z.minimum(1), z.maximum(90))),
})

const button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('QUICK_REPLY'), text: words(25) }),
  z.strictObject({
    type: z.literal('URL'),
    text: words(25),
    url: words(2000),
    example: z.optional(z.array(z.string()).check(z.maxLength(1))),
  }),
  z.strictObject({ type: z.literal('PHONE_NUMBER'), text: words(25), phone_number: words(20) }),
  z.strictObject({ type: z.literal('COPY_CODE'), text: z.optional(words(25)), example: words(15) }),
  z.strictObject({ type: z.literal('OTP'), otp_type: z.literal('COPY_CODE'), text: z.optional(words(25)) }),
])

const buttons = z.strictObject({ type: z.literal('BUTTONS'), buttons: z.array(button).check(z.minLength(1), z.maxLength(10)) })

export const componentShape = z.discriminatedUnion('type', [header, body, footer, buttons])
export const componentsShape = z.array(componentShape).check(z.minLength(1), z.maxLength(4))

export type Component = z.infer<typeof componentShape>
export type Button = z.infer<typeof button>
type Part<Type extends Component['type']> = Extract<Component, { type: Type }>

export function partOf<Type extends Component['type']>(components: Component[], type: Type): Part<Type> | undefined {
  return components.find((one): one is Part<Type> => one.type === type)
}

/** The names between double braces, in their order: "1" or "sender". */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim())
}
