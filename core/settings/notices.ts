// Defines the notices that administrators show to everyone (announcements and maintenance), and decides which are shown now.
import { z } from 'zod/mini'

export const noticeLevels = ['info', 'warn', 'danger'] as const
export const noticeAudiences = ['all', 'signed_in'] as const
const noticeLanguages = ['en', 'es', 'ar'] as const

const text = z.string().check(z.trim(), z.maxLength(500))
const Texts = z.object({ en: text.check(z.minLength(1)), es: z.optional(text), ar: z.optional(text) })
type NoticeTexts = z.infer<typeof Texts>

export const ServiceAnnouncement = z.object({
  id: z.uuid(),
  level: z.enum(noticeLevels),
  audience: z.enum(noticeAudiences),
  /** English is shown where a language has no text. */
  texts: Texts,
  from: z.nullable(z.iso.datetime()),
  until: z.nullable(z.iso.datetime()),
})
export type ServiceAnnouncement = z.infer<typeof ServiceAnnouncement>

export const ServiceAnnouncements = z.array(ServiceAnnouncement).check(z.maxLength(20))

export const Maintenance = z.object({ on: z.boolean(), endsAt: z.nullable(z.iso.datetime()), texts: z.nullable(Texts) })
export type Maintenance = z.infer<typeof Maintenance>

export const noMaintenance: Maintenance = { on: false, endsAt: null, texts: null }

/** Shown between `from` and `until`; either may be missing. */
export const isShown = ({ from, until }: ServiceAnnouncement, now: Date): boolean =>
  (from === null || Date.parse(from) <= now.getTime()) && (until === null || Date.parse(until) > now.getTime())

/** The text in a language, or in English. */
export function textIn(texts: NoticeTexts, language: string): string {
  const known = noticeLanguages.find(one => one === language)
  return (known && texts[known]) || texts.en
}
