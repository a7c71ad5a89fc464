// The files of a mail on their way to a phone: which go, which stay behind a link, and what is told of each.
import { z } from 'zod/mini'

/** `refused`: it goes nowhere, whoever asks. `program`: its ending or type; `inside`: an archive holds one. */
export const MailFile = z.object({
  name: z.string(),
  type: z.string(),
  sizeBytes: z.number(),
  refused: z.optional(z.enum(['program', 'inside', 'empty'])),
  program: z.optional(z.string()),
})
export type MailFile = z.infer<typeof MailFile>

/** What a reader would call files of the mail, in their order; `left` more are only counted. */
export const MailFiles = z.object({ items: z.array(MailFile), left: z.int() })
export type MailFiles = z.infer<typeof MailFiles>

/**
 * `sent`: follows, or is the message itself. `too_large`, `too_many`, `not_taken`: behind a link. `held_back`: its filter keeps it.
 * `not_kept`: we do not have it; it lies in the mailbox.
 */
export type Fate = 'sent' | 'too_large' | 'too_many' | 'not_taken' | 'program' | 'inside' | 'empty' | 'held_back' | 'not_kept'

export interface FileOutcome {
  n: number
  file: MailFile
  fate: Fate
}

/** What is known when a message is made. */
export interface AttachmentLimits {
  /** Those that its filter and its number let go; null: its filter sends none. */
  goes: readonly number[] | null
  /** Those whose bytes we hold. */
  kept: ReadonlySet<number>
  /** The most that the messenger takes. */
  mostBytes: number
  /** The messenger refused them. */
  isRefused?: boolean
}

/** Each file of the mail once. */
export const fatesOf = ({ items }: MailFiles, known: AttachmentLimits): FileOutcome[] =>
  items.map((file, n) => ({ n, file, fate: fateOf(file, n, known) }))

function fateOf(file: MailFile, n: number, { goes, kept, mostBytes, isRefused = false }: AttachmentLimits): Fate {
  // Why a file is refused is told with its name, and what is held back keeps its name.
  if (goes === null) return 'held_back'
  if (file.refused) return file.refused
  if (!kept.has(n)) return 'not_kept'
  if (file.sizeBytes > mostBytes) return 'too_large'
  if (!goes.includes(n)) return 'too_many'
  return isRefused ? 'not_taken' : 'sent'
}

/** Those that lie behind a link. */
export const hasLink = ({ fate }: Pick<FileOutcome, 'fate'>): boolean => fate === 'too_large' || fate === 'too_many' || fate === 'not_taken'

/** The places of those that may follow their mail: `most` of them. */
export const goingOf = ({ items }: MailFiles, kept: ReadonlySet<number>, mostBytes: number, most: number): number[] =>
  items.flatMap((file, n) => (!file.refused && kept.has(n) && file.sizeBytes <= mostBytes ? [n] : [])).slice(0, most)

/** Is there anything that could be sent? */
export const mayBring = ({ items }: MailFiles): boolean => items.some(file => !file.refused)
