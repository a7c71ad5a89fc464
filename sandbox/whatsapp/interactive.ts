// The interactive messages that the stand-in accepts: reply buttons, a list, a link button. Limits are Meta's.
import { isIP } from 'node:net'
import { z } from 'zod/mini'
import { mediaShape } from './media/shapes.ts'

const textHeader = z.strictObject({ type: z.literal('text'), text: z.string().check(z.minLength(1), z.maxLength(60)) })
const header = z.discriminatedUnion('type', [
  textHeader,
  z.strictObject({ type: z.literal('image'), image: mediaShape({}) }),
  z.strictObject({ type: z.literal('video'), video: mediaShape({}) }),
  z.strictObject({
    type: z.literal('document'),
    document: mediaShape({ filename: z.optional(z.string().check(z.minLength(1), z.maxLength(240))) }),
  }),
])
const body = z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(1024)) })
const footer = z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(60)) })
const commonParts = { header: z.optional(header), body, footer: z.optional(footer) }

const replyButton = z.strictObject({
  type: z.literal('reply'),
  reply: z.strictObject({
    id: z.string().check(z.minLength(1), z.maxLength(256)),
    title: z.string().check(z.minLength(1), z.maxLength(20)),
  }),
})

const buttons = z.strictObject({
  type: z.literal('button'),
  ...commonParts,
  action: z.strictObject({
    buttons: z.array(replyButton).check(
      z.minLength(1),
      z.maxLength(3),
      z.refine(all => isUnique(all.map(button => button.reply.title)), 'Button titles must be unique'),
      z.refine(all => isUnique(all.map(button => button.reply.id)), 'Button ids must be unique'),
    ),
  }),
})

const row = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  title: z.string().check(z.minLength(1), z.maxLength(24)),
  description: z.optional(z.string().check(z.maxLength(72))),
})
const section = z.strictObject({ title: z.optional(z.string().check(z.maxLength(24))), rows: z.array(row).check(z.minLength(1)) })

const list = z.strictObject({
  type: z.literal('list'),
  ...commonParts,
  header: z.optional(textHeader),
  action: z.strictObject({
    button: z.string().check(z.minLength(1), z.maxLength(20)),
    sections: z.array(section).check(
      z.minLength(1),
      z.maxLength(10),
      z.refine(all => all.length === 1 || all.every(one => one.title), 'Sections need a title when there is more than one'),
      z.refine(all => all.flatMap(one => one.rows).length <= 10, 'A list holds 10 rows at most'),
      z.refine(all => isUnique(all.flatMap(one => one.rows.map(entry => entry.id))), 'Row ids must be unique'),
    ),
  }),
})

const link = z.strictObject({
  type: z.literal('cta_url'),
  ...commonParts,
  action: z.strictObject({
    name: z.literal('cta_url'),
    parameters: z.strictObject({
      display_text: z.string().check(z.minLength(1), z.maxLength(20)),
      url: z.url({ protocol: /^https?$/ }).check(z.refine(hasHostName, 'The host of a url must not be an IP address')),
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
