// A template as it is sent: its structure is checked; which templates exist comes later.
import { z } from 'zod'

// Meta refuses line breaks, tabs, more than four spaces in a row and emptiness in a text parameter (132018).
const textParameter = z.strictObject({
  type: z.literal('text'),
  text: z.string().refine(isOneCleanLine, {
    error: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
    params: { code: 132018 },
  }),
  parameter_name: z.string().min(1).optional(),
})

const header = z.strictObject({ type: z.literal('header'), parameters: z.array(textParameter).max(1) })
const body = z.strictObject({ type: z.literal('body'), parameters: z.array(textParameter) })
const button = z.strictObject({
  type: z.literal('button'),
  sub_type: z.enum(['quick_reply', 'url', 'copy_code']),
  index: z.union([z.string().regex(/^\d$/), z.number().int().min(0).max(9)]),
  parameters: z
    .array(z.union([z.strictObject({ type: z.literal('payload'), payload: z.string().min(1).max(256) }), textParameter]))
    .min(1)
    .max(1),
})

export const templateShape = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.strictObject({ code: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/), policy: z.literal('deterministic').optional() }),
  components: z.array(z.discriminatedUnion('type', [header, body, button])).optional(),
})

export type Template = z.infer<typeof templateShape>

/** What the phone shows until the stand-in knows the template's own words. */
export function templateText(template: Template): string {
  const values = (template.components ?? []).flatMap(part => (part.type === 'button' ? [] : part.parameters.map(one => one.text)))
  return [`[${template.name}]`, ...values].join('\n')
}

function isOneCleanLine(text: string): boolean {
  return text.trim() !== '' && !/[\n\r\t]| {5,}/.test(text)
}
