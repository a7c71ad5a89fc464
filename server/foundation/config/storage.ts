// File storage settings.
import { z } from 'zod/mini'
import { count, list } from './values.ts'

const defaultAttachmentTypes = [
  'image/*',
  'audio/*',
  'video/*',
  'text/plain',
  'text/csv',
  'text/calendar',
  'message/rfc822',
  'application/pdf',
  'application/json',
  'application/zip',
  'application/gzip',
  'application/msword',
  'application/rtf',
  'application/vnd.*',
  'application/octet-stream',
]

export const storageSettings = {
  STORAGE_BYTES: z._default(count, 104_857_600),
  AVATAR_MAX_BYTES: z._default(count, 5_242_880),
  ATTACHMENT_MAX_BYTES: z._default(count, 26_214_400),
  ATTACHMENT_TYPES: z._default(list, defaultAttachmentTypes),
  ATTACHMENT_DAYS: z._default(count, 30),
  MAIL_FILES: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(30)), 10),
  MAIL_FILES_BYTES: z._default(count, 524_288_000),
}

const Settings = z.object(storageSettings)

export const toStorageConfig = (e: z.infer<typeof Settings>) => ({
  bytesPerUser: e.STORAGE_BYTES,
  avatarMaxBytes: e.AVATAR_MAX_BYTES,
  attachmentMaxBytes: e.ATTACHMENT_MAX_BYTES,
  attachmentTypes: e.ATTACHMENT_TYPES,
  attachmentDays: e.ATTACHMENT_DAYS,
})

/** Limits for attachments forwarded to phones: how many per email, and how many bytes we store per user. */
export const toMailFileConfig = (e: z.infer<typeof Settings>) => ({ perMessage: e.MAIL_FILES, bytesPerUser: e.MAIL_FILES_BYTES })
