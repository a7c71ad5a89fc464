// The API for the notices that every page shows: announcements, and maintenance.
import { z } from 'zod/mini'
import { noticeAudiences, noticeLevels } from '../settings/notices.ts'
import { shape } from './shape.ts'

const ShownNotice = z.object({
  id: z.string(),
  level: z.enum(noticeLevels),
  audience: z.enum(noticeAudiences),
  /** In the language of the request. */
  text: z.string(),
})
export type ShownNotice = z.infer<typeof ShownNotice>

export const getNoticesApi = shape({ status: 200, answer: z.object({ items: z.array(ShownNotice) }) })
