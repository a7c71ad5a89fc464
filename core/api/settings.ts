// The API for a user's general settings, which apply to all of their email.
import { z } from 'zod/mini'
import { QuietHours } from '../filters/action.ts'
import { isTimeZone } from '../filters/moment.ts'
import { TimeOfDay } from '../filters/tree.ts'
import { languages } from '../words/languages.ts'
import { shape } from './shape.ts'

/** The system emails that we send unprompted, which users can turn off. */
export const NoticeKind = z.enum(['new_device', 'mailbox_down', 'mailbox_backlog', 'phone_down', 'usage'])
export type NoticeKind = z.infer<typeof NoticeKind>

const days = 'Enter a whole number of days from 0 to 365.'

export const Settings = z.object({
  /** The language on the phone. */
  language: z.enum(languages, `This language isn’t available. Choose ${languages.join(', ')}.`),
  timeZone: z.string().check(z.maxLength(100), z.refine(isTimeZone, 'We don’t know this time zone. Enter one like Europe/Berlin.')),
  /** 0: until delivery plus one day. */
  retentionDays: z.int(days).check(z.minimum(0, days), z.maximum(365, days)),
  /** Hours in which emails wait; a filter's own quiet hours take precedence. */
  quiet: z.nullable(
    QuietHours.check(z.refine(({ from, to }) => from !== to, 'Quiet hours start and end at the same time. Choose two different times.')),
  ),
  /** When daily and weekly digests are sent for filters without their own time. */
  digestAt: TimeOfDay,
  /** Web view links require signing in on devices where the user never signed in. */
  linksAskSignIn: z.boolean(),
  /** The user has dismissed onboarding. */
  onboardingDismissed: z.boolean(),
  /** Which system emails the user wants. */
  notices: z.record(NoticeKind, z.boolean()),
})
export type Settings = z.infer<typeof Settings>

export const getSettingsApi = shape({ status: 200, answer: Settings })
/** Omitted fields stay unchanged. */
export const changeSettingsApi = shape({
  body: z.partial(z.extend(Settings, { notices: z.partialRecord(NoticeKind, z.boolean()) })),
  status: 200,
  answer: Settings,
})
export type SettingsChange = z.infer<typeof changeSettingsApi.body>
