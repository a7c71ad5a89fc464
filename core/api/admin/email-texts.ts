// The API for the texts of the product's own emails, for staff.
import { z } from 'zod/mini'
import { type EmailKind, emailGroups, emailKinds, emailPartNames } from '../../notifications/email-kinds.ts'
import { languages } from '../../words/languages.ts'
import { Nothing, pageOf, shape, Time } from '../shape.ts'

const Kind = z.enum(Object.keys(emailKinds) as [EmailKind, ...EmailKind[]])
const Language = z.enum(languages)
const Part = z.enum(emailPartNames)
/** The checks set tighter limits, and say why. */
const IcuText = z.string().check(z.maxLength(10_000))
const ByEmail = z.object({ kind: Kind, language: Language })
const TextsBody = z.object({ texts: z.partialRecord(Part, IcuText) })

const Problem = z.object({ part: Part, message: z.string() })
export type EmailTextIssue = z.infer<typeof Problem>

/** `broken`: the default is sent, because the changed text cannot be. `outdated`: the default has changed since. */
export const EmailTextState = z.enum(['default', 'changed', 'outdated', 'broken'])
export type EmailTextState = z.infer<typeof EmailTextState>

export const EmailTextRow = z.object({
  kind: Kind,
  language: Language,
  group: z.enum(emailGroups),
  state: EmailTextState,
  /** 0: never changed. */
  version: z.number(),
  changedAt: z.nullable(Time),
})
export type EmailTextRow = z.infer<typeof EmailTextRow>

const Staff = z.object({ id: z.uuid(), email: z.nullable(z.string()) })

const Version = z.object({
  version: z.number(),
  /** The changed parts; empty for the default. */
  texts: z.partialRecord(Part, z.string()),
  by: Staff,
  at: Time,
})
export type EmailTextHistory = z.infer<typeof Version>

const EmailPartText = z.object({
  part: Part,
  /** As an ICU message. */
  text: z.string(),
  default: z.string(),
  /** The default that the change was made from, if it is another one by now. */
  formerDefault: z.nullable(z.string()),
  /** Values that the text must contain. */
  needed: z.array(z.string()),
  maxLength: z.number(),
})

export const EmailTextDetail = z.extend(EmailTextRow, {
  parts: z.array(EmailPartText),
  /** What may stand in braces; `choices` only in a `select`. */
  values: z.array(z.object({ name: z.string(), choices: z.nullable(z.array(z.string())), isNumber: z.boolean() })),
  problems: z.array(Problem),
  /** Newest first. */
  history: z.array(Version),
})
export type EmailTextDetail = z.infer<typeof EmailTextDetail>

export const listEmailTextsApi = shape({
  query: z.object({
    group: z.optional(z.enum(emailGroups)),
    language: z.optional(Language),
    state: z.optional(EmailTextState),
  }),
  status: 200,
  answer: pageOf(EmailTextRow),
})
export const getEmailTextApi = shape({ params: ByEmail, status: 200, answer: EmailTextDetail })
/** Saves the parts that differ from the default; `version` is the one that was edited, so that nobody overwrites another's change. */
export const saveEmailTextApi = shape({
  params: ByEmail,
  body: z.extend(TextsBody, { version: z.int().check(z.minimum(0)) }),
  status: 200,
  answer: EmailTextDetail,
})
/** Makes an earlier version the newest one; 0 is the default. */
export const restoreEmailTextApi = shape({
  params: ByEmail,
  body: z.object({ version: z.int().check(z.minimum(0)) }),
  status: 200,
  answer: EmailTextDetail,
})
/** Renders a draft as it would be sent, with sample values; parts with problems keep the default. */
export const previewEmailTextApi = shape({
  params: ByEmail,
  body: TextsBody,
  status: 200,
  answer: z.object({ subject: z.string(), text: z.string(), html: z.string(), problems: z.array(Problem) }),
})
export type EmailPreview = z.infer<typeof previewEmailTextApi.answer>
/** Sends a draft to the caller's own address. */
export const sendTestEmailApi = shape({ params: ByEmail, body: TextsBody, status: 202, answer: Nothing })
