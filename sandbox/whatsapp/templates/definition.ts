// What a template may be made of when it is submitted: Meta's limits on header, body, footer and buttons.
import { z } from 'zod'

const named = z.array(z.strictObject({ param_name: z.string(), example: z.string().min(1) }))
const words = (most: number) => z.string().min(1).max(most)

const header = z.strictObject({
  type: z.literal('HEADER'),
  format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']),
  text: words(60).optional(),
  example: z
    .strictObject({
      header_text: z.array(words(60)).max(1).optional(),
      header_text_named_params: named.max(1).optional(),
      header_handle: z.array(z.string()).max(1).optional(),
    })
    .optional(),
})

const body = z.strictObject({
  type: z.literal('BODY'),
  text: words(1024).optional(),
  add_security_recommendation: z.boolean().optional(),
  example: z
    .strictObject({ body_text: z.array(z.array(z.string())).max(1).optional(), body_text_named_params: named.optional() })
    .optional(),
})

const footer = z.strictObject({
  type: z.literal('FOOTER'),
  text: words(60).optional(),
  code_expiration_minutes: z.number().int().min(1).max(90).optional(),
})

const button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('QUICK_REPLY'), text: words(25) }),
  z.strictObject({ type: z.literal('URL'), text: words(25), url: words(2000), example: z.array(z.string()).max(1).optional() }),
  z.strictObject({ type: z.literal('PHONE_NUMBER'), text: words(25), phone_number: words(20) }),
  z.strictObject({ type: z.literal('COPY_CODE'), text: words(25).optional(), example: words(15) }),
  z.strictObject({ type: z.literal('OTP'), otp_type: z.literal('COPY_CODE'), text: words(25).optional() }),
])

const buttons = z.strictObject({ type: z.literal('BUTTONS'), buttons: z.array(button).min(1).max(10) })

export const componentShape = z.discriminatedUnion('type', [header, body, footer, buttons])
export const componentsShape = z.array(componentShape).min(1).max(4)

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
