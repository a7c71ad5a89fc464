// The API for WhatsApp templates, for operators.
import { z } from 'zod/mini'
import { ById, Id, pageOf, shape, Time } from './shape.ts'

const Announcing = z.enum(['announce_one', 'announce_many'])
const text = z.string().check(z.trim(), z.maxLength(2000))

/** The operator's text: `{{from}}` and `{{subject}}` stand for one email, `{{count}}` and `{{heads}}` for several. */
const Wording = z.object({
  body: text,
  footer: z.nullable(text),
  /** The labels of the two buttons. */
  show: text,
  pause: text,
})

const Draft = z.extend(Wording, {
  purpose: Announcing,
  /** Lowercase letters, digits and underscores; the same in every language. */
  name: text,
  /** In WhatsApp's format: en, en_US, pt_BR. */
  language: text,
  category: z._default(z.enum(['UTILITY', 'MARKETING']), 'UTILITY'),
})

/** The text of `sign_in_code` is WhatsApp's own, and its only button copies the code. */
export const Template = z.extend(Wording, {
  id: Id,
  purpose: z.enum([...Announcing.options, 'sign_in_code']),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  state: z.enum(['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled']),
  /** Whether it can be sent now. */
  isUsable: z.boolean(),
  /** WhatsApp's reason for a rejection, pause or refusal. */
  reason: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  pausedUntil: z.nullable(Time),
  /** The first usable template is sent. */
  position: z.number(),
  /** Filled with examples, as a phone shows it. */
  preview: z.string(),
  /** What WhatsApp would reject, as one sentence each. */
  problems: z.array(z.string()),
  updatedAt: Time,
})
export type Template = z.infer<typeof Template>

export const listTemplatesApi = shape({ status: 200, answer: pageOf(Template) })
export const addTemplateApi = shape({ body: Draft, status: 201, answer: Template })
/** Omitted fields stay unchanged; the text may change until WhatsApp has accepted it. */
export const changeTemplateApi = shape({
  params: ById,
  body: z.extend(z.partial(Wording), { position: z.optional(z.int().check(z.minimum(1), z.maximum(1000))) }),
  status: 200,
  answer: Template,
})
/** Previews a draft without saving it. */
export const previewTemplateApi = shape({
  body: Draft,
  status: 200,
  answer: z.object({ preview: z.string(), footer: z.nullable(z.string()), buttons: z.array(z.string()), problems: z.array(z.string()) }),
})
/** Submits it to WhatsApp for approval, which takes minutes to a day. */
export const submitTemplateApi = shape({ params: ById, status: 202, answer: Template })
/** Syncs all templates with WhatsApp. */
export const syncTemplatesApi = shape({ status: 200, answer: pageOf(Template) })
