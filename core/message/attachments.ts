// Decides for each attachment whether it is sent to the phone, offered as a link, or held back, and why.
import { z } from 'zod/mini'

/** `refused`: never sent, on any request. `program`: its file extension or type; `inside`: an archive contains a program. */
export const MailFile = z.object({
  name: z.string(),
  type: z.string(),
  sizeBytes: z.number(),
  refused: z.optional(z.enum(['program', 'inside', 'empty'])),
  program: z.optional(z.string()),
})
export type MailFile = z.infer<typeof MailFile>

/** The files that a reader would see as attachments, in their order; `left` counts those that are not listed. */
export const MailFiles = z.object({ items: z.array(MailFile), left: z.int() })
export type MailFiles = z.infer<typeof MailFiles>

/**
 * `sent`: sent after the message, or as the message itself. `too_large`, `too_many`, `not_taken`, `link_only`: offered as a link; the last
 * where no files are sent at all, as in a plan without attachments. `held_back`: the filter does not send files. `not_kept`: we have no
 * copy; it is in the mailbox.
 */
export type FileFate =
  | ('sent' | 'too_large' | 'too_many' | 'not_taken' | 'link_only')
  | ('program' | 'inside' | 'empty' | 'held_back' | 'not_kept')

export interface FileOutcome {
  n: number
  file: MailFile
  fate: FileFate
}

export interface AttachmentLimits {
  /** Indexes of the files that the filter and the limits allow; null: the filter sends none. */
  selected: readonly number[] | null
  /** Indexes of the files that we have a copy of. */
  stored: ReadonlySet<number>
  /** The messenger's limit for one file. */
  maxBytes: number
  /** The messenger refused them. */
  isRefused?: boolean
}

export const decideFileOutcomes = ({ items }: MailFiles, limits: AttachmentLimits): FileOutcome[] =>
  items.map((file, n) => ({ n, file, fate: decideFate(file, n, limits) }))

function decideFate(file: MailFile, n: number, { selected, stored, maxBytes, isRefused = false }: AttachmentLimits): FileFate {
  // `held_back` comes first: a refusal names the file, and a filter that sends no files must not reveal names.
  if (selected === null) return 'held_back'
  if (file.refused) return file.refused
  if (!stored.has(n)) return 'not_kept'
  if (file.sizeBytes > maxBytes) return 'too_large'
  if (selected.length === 0) return 'link_only'
  if (!selected.includes(n)) return 'too_many'
  return isRefused ? 'not_taken' : 'sent'
}

export const isBehindLink = ({ fate }: Pick<FileOutcome, 'fate'>): boolean =>
  fate === 'too_large' || fate === 'too_many' || fate === 'not_taken' || fate === 'link_only'

/** Indexes of the files that may be sent, at most `maxFiles`. */
export const selectFilesToSend = ({ items }: MailFiles, stored: ReadonlySet<number>, maxBytes: number, maxFiles: number): number[] =>
  items.flatMap((file, n) => (!file.refused && stored.has(n) && file.sizeBytes <= maxBytes ? [n] : [])).slice(0, maxFiles)

export const hasSendableFile = ({ items }: MailFiles): boolean => items.some(file => !file.refused)

/** What a file without a name is called; each kind has its word in `core/words`. */
export type FileKind = 'email' | 'invitation' | 'picture' | 'audio' | 'video' | 'document' | 'other'

export function detectFileKind(type: string): FileKind {
  if (type === 'message/rfc822') return 'email'
  if (type === 'text/calendar' || type === 'application/ics') return 'invitation'
  const [family = ''] = type.split('/')
  if (family === 'image') return 'picture'
  if (family === 'audio' || family === 'video') return family
  return family === 'text' || /pdf|word|officedocument|opendocument|ms-excel|ms-powerpoint|rtf/.test(type) ? 'document' : 'other'
}
