// The components of a submitted template: Meta's limits on header, body, footer and buttons.
import { z } from 'zod/mini'

const namedExamples = z.array(z.strictObject({ param_name: z.string(), example: z.string().check(z.minLength(1)) }))
const textUpTo = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength))

const header = z.strictObject({
  type: z.literal('HEADER'),
  format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']),
  text: z.optional(textUpTo(60)),
  example: z.optional(
    z.strictObject({
      header_text: z.optional(z.array(textUpTo(60)).check(z.maxLength(1))),
      header_text_named_params: z.optional(namedExamples.check(z.maxLength(1))),
      header_handle: z.optional(z.array(z.string()).check(z.maxLength(1))),
    }),
  ),
})

const body = z.strictObject({
  type: z.literal('BODY'),
  text: z.optional(textUpTo(1024)),
  add_security_recommendation: z.optional(z.boolean()),
  example: z.optional(
    z.strictObject({
      body_text: z.optional(z.array(z.array(z.string())).check(z.maxLength(1))),
      body_text_named_params: z.optional(namedExamples),
    }),
  ),
})

const footer = z.strictObject({
  type: z.literal('FOOTER'),
  text: z.optional(textUpTo(60)),
  code_expiration_minutes: z.optional(z.int().check(z.minimum(1), z.maximum(90))),
})

const button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('QUICK_REPLY'), text: textUpTo(25) }),
  z.strictObject({
    type: z.literal('URL'),
    text: textUpTo(25),
    url: textUpTo(2000),
    example: z.optional(z.array(z.string()).check(z.maxLength(1))),
  }),
  z.strictObject({ type: z.literal('PHONE_NUMBER'), text: textUpTo(25), phone_number: textUpTo(20) }),
  z.strictObject({ type: z.literal('COPY_CODE'), text: z.optional(textUpTo(25)), example: textUpTo(15) }),
  z.strictObject({ type: z.literal('OTP'), otp_type: z.literal('COPY_CODE'), text: z.optional(textUpTo(25)) }),
])

const buttons = z.strictObject({ type: z.literal('BUTTONS'), buttons: z.array(button).check(z.minLength(1), z.maxLength(10)) })

export const componentShape = z.discriminatedUnion('type', [header, body, footer, buttons])
export const componentsShape = z.array(componentShape).check(z.minLength(1), z.maxLength(4))

export type TemplateComponent = z.infer<typeof componentShape>
export type TemplateButton = z.infer<typeof button>
type ComponentOfType<Type extends TemplateComponent['type']> = Extract<TemplateComponent, { type: Type }>

export function findComponent<Type extends TemplateComponent['type']>(
  components: TemplateComponent[],
  type: Type,
): ComponentOfType<Type> | undefined {
  return components.find((one): one is ComponentOfType<Type> => one.type === type)
}

/** The names between double braces, in order: "1" or "sender". */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim())
}
