// The settings of the files that people keep here.
import { z } from 'zod'
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
  STORAGE_BYTES: count.default(104_857_600),
  AVATAR_MAX_BYTES: count.default(5_242_880),
  ATTACHMENT_MAX_BYTES: count.default(26_214_400),
  ATTACHMENT_TYPES: list.default(usualTypes),
  ATTACHMENT_DAYS: count.default(30),
  MAIL_FILES: z.coerce.number().int().min(0).max(30).default(10),
  MAIL_FILES_BYTES: count.default(524_288_000),
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
