// The API of WhatsApp templates, for operators.
import { z } from 'zod/mini'
import { ById, Id, pageOf, shape, Time } from './shape.ts'

const Announcing = z.enum(['announce_one', 'announce_many'])
const text = z.string().check(z.trim(), z.maxLength(2000))

/** What an operator writes: `{{from}}` and `{{subject}}` stand for one e-mail, `{{count}}` and `{{heads}}` for several. */
const Wording = z.object({
  body: text,
  footer: z.nullable(text),
  /** What the two buttons say. */
  show: text,
  pause: text,
})

const Draft = z.extend(Wording, {
  purpose: Announcing,
  /** Lower-case letters, digits and underscores; the same in every language. */
  name: text,
  /** As WhatsApp writes languages: en, en_US, pt_BR. */
  language: text,
  category: z._default(z.enum(['UTILITY', 'MARKETING']), 'UTILITY'),
})

/** The words of `sign_in_code` are WhatsApp's own, and its one button copies the code. */
export const Template = z.extend(Wording, {
  id: Id,
  purpose: z.enum([...Announcing.options, 'sign_in_code']),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  state: z.enum(['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled']),
  /** Whether it is sent today. */
  isUsable: z.boolean(),
  /** WhatsApp's words for a rejection, a pause or a refusal. */
  reason: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  pausedUntil: z.nullable(Time),
  /** Of several that may be sent the first is used. */
  position: z.number(),
  /** Filled with examples, as it stands on a phone. */
  preview: z.string(),
  /** What WhatsApp would refuse about it, a sentence each. */
  problems: z.array(z.string()),
  updatedAt: Time,
})
export type Template = z.infer<typeof Template>

export const listTemplatesApi = shape({ status: 200, answer: pageOf(Template) })
export const addTemplateApi = shape({ body: Draft, status: 201, answer: Template })
/** What is left out stays; the wording may change until WhatsApp has taken it. */
export const changeTemplateApi = shape({
  params: ById,
  body: z.extend(z.partial(Wording), { position: z.optional(z.int().check(z.minimum(1), z.maximum(1000))) }),
  status: 200,
  answer: Template,
})
/** How a draft would look, without keeping it. */
export const previewTemplateApi = shape({
  body: Draft,
  status: 200,
  answer: z.object({ preview: z.string(), footer: z.nullable(z.string()), buttons: z.array(z.string()), problems: z.array(z.string()) }),
})
/** Hands it to WhatsApp for approval, which takes from minutes to a day. */
export const submitTemplateApi = shape({ params: ById, status: 202, answer: Template })
/** Takes over what WhatsApp says of all of them now. */
export const syncTemplatesApi = shape({ status: 200, answer: pageOf(Template) })
