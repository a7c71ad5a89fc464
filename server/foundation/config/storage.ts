// Settings of file storage.
import { z } from 'zod/mini'
import { count, list } from './values.ts'

const usualTypes = [
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
  ATTACHMENT_TYPES: z._default(list, usualTypes),
  ATTACHMENT_DAYS: z._default(count, 30),
  MAIL_FILES: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(30)), 10),
  MAIL_FILES_BYTES: z._default(count, 524_288_000),
}

const Settings = z.object(storageSettings)

export const storageOf = (e: z.infer<typeof Settings>) => ({
  bytesAPerson: e.STORAGE_BYTES,
  avatarMaxBytes: e.AVATAR_MAX_BYTES,
  attachmentMaxBytes: e.ATTACHMENT_MAX_BYTES,
  attachmentTypes: e.ATTACHMENT_TYPES,
  attachmentDays: e.ATTACHMENT_DAYS,
})

/** Files of mails that go to a phone: so many follow one mail, and so many bytes of them are kept for a person. */
export const mailFilesOf = (e: z.infer<typeof Settings>) => ({ aMail: e.MAIL_FILES, bytesAPerson: e.MAIL_FILES_BYTES })
