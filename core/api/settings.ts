// The API of a user's settings for all of their email.
import { z } from 'zod/mini'
import { QuietHours } from '../filters/action.ts'
import { isTimeZone } from '../filters/moment.ts'
import { TimeOfDay } from '../filters/tree.ts'
import { languages } from '../words/languages.ts'
import { shape } from './shape.ts'

/** What we write to people about on our own accord; mails that they asked for are not among them. */
export const NoticeKind = z.enum(['new_device', 'mailbox_down', 'mailbox_backlog', 'phone_down'])
export type NoticeKind = z.infer<typeof NoticeKind>

const days = 'Mail is kept for 0 to 365 whole days. Enter a number between them.'

export const Settings = z.object({
  /** Of what the phone shows. */
  language: z.enum(languages, `There are no words in this language yet. Choose ${languages.join(', ')}.`),
  timeZone: z.string().check(z.maxLength(100), z.refine(isTimeZone, 'This time zone is not known. Name one like Europe/Berlin.')),
  /** 0: until it is delivered, and a day more. */
  retentionDays: z.int(days).check(z.minimum(0, days), z.maximum(365, days)),
  /** Hours in which mail waits, whatever filter forwards it; one that has its own hours keeps to those. */
  quiet: z.nullable(
    QuietHours.check(z.refine(({ from, to }) => from !== to, 'The quiet hours begin and end at the same time. Choose two times.')),
  ),
  /** When daily and weekly digests come of filters that name no time. */
  digestAt: TimeOfDay,
  /** The link to a whole mail asks for its owner on a device that they never signed in on. */
  linksAskSignIn: z.boolean(),
  /** They want no offer of the steps of setting up any more. */
  onboardingDismissed: z.boolean(),
  /** The letters that are wanted. */
  notices: z.record(NoticeKind, z.boolean()),
})
export type Settings = z.infer<typeof Settings>

export const getSettingsApi = shape({ status: 200, answer: Settings })
/** What is left out stays as it is. */
export const changeSettingsApi = shape({
  body: z.partial(z.extend(Settings, { notices: z.partialRecord(NoticeKind, z.boolean()) })),
  status: 200,
  answer: Settings,
})
export type SettingsChange = z.infer<typeof changeSettingsApi.body>
