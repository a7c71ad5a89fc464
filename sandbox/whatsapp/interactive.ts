// The interactive messages that the stand-in takes: reply buttons, a list, a link button. Limits as Meta's.
import { isIP } from 'node:net'
import { z } from 'zod'
import { mediaShape } from './media/shapes.ts'

const textHeader = z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(60) })
const header = z.discriminatedUnion('type', [
  textHeader,
  z.strictObject({ type: z.literal('image'), image: mediaShape({}) }),
  z.strictObject({ type: z.literal('video'), video: mediaShape({}) }),
  z.strictObject({ type: z.literal('document'), document: mediaShape({ filename: z.string().min(1).max(240).optional() }) }),
])
const body = z.strictObject({ text: z.string().min(1).max(1024) })
const footer = z.strictObject({ text: z.string().min(1).max(60) })
const around = { header: header.optional(), body, footer: footer.optional() }

const replyButton = z.strictObject({
  type: z.literal('reply'),
  reply: z.strictObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) }),
})

const buttons = z.strictObject({
  type: z.literal('button'),
  ...around,
  action: z.strictObject({
    buttons: z
      .array(replyButton)
      .min(1)
      .max(3)
      .refine(all => isUnique(all.map(button => button.reply.title)), 'Button titles must be unique')
      .refine(all => isUnique(all.map(button => button.reply.id)), 'Button ids must be unique'),
  }),
})

const row = z.strictObject({ id: z.string().min(1).max(200), title: z.string().min(1).max(24), description: z.string().max(72).optional() })
const section = z.strictObject({ title: z.string().max(24).optional(), rows: z.array(row).min(1) })

const list = z.strictObject({
  type: z.literal('list'),
  ...around,
  header: textHeader.optional(),
  action: z.strictObject({
    button: z.string().min(1).max(20),
    sections: z
      .array(section)
      .min(1)
      .max(10)
      .refine(all => all.length === 1 || all.every(one => one.title), 'Sections need a title when there is more than one')
      .refine(all => all.flatMap(one => one.rows).length <= 10, 'A list holds 10 rows at most')
      .refine(all => isUnique(all.flatMap(one => one.rows.map(entry => entry.id))), 'Row ids must be unique'),
  }),
})

const link = z.strictObject({
  type: z.literal('cta_url'),
  ...around,
  action: z.strictObject({
    name: z.literal('cta_url'),
    parameters: z.strictObject({
      display_text: z.string().min(1).max(20),
      url: z.url({ protocol: /^https?$/ }).refine(hasHostName, 'The host of a url must not be an IP address'),
    }),
  }),
})

export const interactiveShape = z.discriminatedUnion('type', [buttons, list, link])

function isUnique(values: string[]): boolean {
  return new Set(values).size === values.length
}

function hasHostName(url: string): boolean {
  return isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')) === 0
}
