// The API for WhatsApp templates, for operators.
import { z } from 'zod/mini'
import { Reason } from './admin/action.ts'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

const Announcing = z.enum(['announce_one', 'announce_many'])
const TemplatePurposes = z.enum([...Announcing.options, 'sign_in_code'])
const States = z.enum(['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled'])
const text = z.string().check(z.trim(), z.maxLength(2000))
/** By variable; ours stands for one that is missing. */
const Samples = z.record(z.string().check(z.maxLength(30)), z.string().check(z.trim(), z.maxLength(500)))

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
  samples: z._default(Samples, {}),
})

/** The text of `sign_in_code` is WhatsApp's own, and its only button copies the code. */
export const Template = z.extend(Wording, {
  id: Id,
  purpose: TemplatePurposes,
  name: z.string(),
  language: z.string(),
  category: z.string(),
  state: States,
  /** Whether it can be sent now. */
  isUsable: z.boolean(),
  /** Staff do not want it to be used. */
  isSwitchedOff: z.boolean(),
  /** WhatsApp's reason for a rejection, pause or refusal. */
  reason: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  pausedUntil: z.nullable(Time),
  /** The first usable template is sent. */
  position: z.number(),
  samples: z.record(z.string(), z.string()),
  /** Filled with examples, as a phone shows it. */
  preview: z.string(),
  /** What WhatsApp would reject, as one sentence each. */
  problems: z.array(z.string()),
  lastUsedAt: z.nullable(Time),
  /** When it was last compared with WhatsApp's list. */
  syncedAt: z.nullable(Time),
  updatedAt: Time,
})
export type Template = z.infer<typeof Template>

/** Emails that wait because no template can be sent; counted up to `maxWaitingForTemplate`. */
export const maxWaitingForTemplate = 1000
const WaitingEmails = z.object({ waiting: z.number() })

/** `usedInstead`: the template that is sent while this one is not; null: emails wait. */
export const TemplateDetail = z.extend(Template, {
  ...WaitingEmails.shape,
  usedInstead: z.nullable(z.object({ id: Id, name: z.string(), language: z.string() })),
  variables: z.array(z.string()),
})
export type TemplateDetail = z.infer<typeof TemplateDetail>

export const listTemplatesApi = shape({
  query: z.object({
    purpose: z.optional(TemplatePurposes),
    language: z.optional(z.string().check(z.maxLength(20))),
    state: z.optional(States),
  }),
  status: 200,
  answer: z.extend(pageOf(Template), WaitingEmails.shape),
})
export const getTemplateApi = shape({ params: ById, status: 200, answer: TemplateDetail })
export const addTemplateApi = shape({ body: Draft, status: 201, answer: Template })
/** Omitted fields stay unchanged; the text may change until WhatsApp has accepted it. */
export const changeTemplateApi = shape({
  params: ById,
  body: z.extend(z.partial(Wording), {
    samples: z.optional(Samples),
    position: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  }),
  status: 200,
  answer: Template,
})
/** Previews a draft without saving it. */
export const previewTemplateApi = shape({
  body: Draft,
  status: 200,
  answer: z.object({
    preview: z.string(),
    footer: z.nullable(z.string()),
    buttons: z.array(z.string()),
    problems: z.array(z.string()),
    /** What may stand in double braces, and what reviewers see in its place. */
    samples: z.record(z.string(), z.string()),
  }),
})
export type TemplatePreview = z.infer<typeof previewTemplateApi.answer>
/** Submits it to WhatsApp for approval, which takes minutes to a day. */
export const submitTemplateApi = shape({ params: ById, status: 202, answer: Template })
/** Stops using it, so that the next one is sent, or uses it again. */
export const switchTemplateApi = shape({
  params: ById,
  body: z.object({ isOn: z.boolean(), reason: Reason }),
  status: 200,
  answer: Template,
})
/** Only a draft that WhatsApp does not have. */
export const deleteTemplateApi = shape({ params: ById, status: 200, answer: Nothing })
/** Syncs all templates with WhatsApp. */
export const syncTemplatesApi = shape({ status: 200, answer: z.extend(pageOf(Template), WaitingEmails.shape) })
