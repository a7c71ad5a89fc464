// Defines the events in a mailbox's connection log; their texts are in the mail catalog.
import { z } from 'zod/mini'
import { Backlog } from '../api/mail.ts'

const nothing = z.object({})
const of = <K extends string, D extends z.ZodMiniType>(kind: K, detail: D) => z.object({ kind: z.literal(kind), detail })
const problem = z.object({ problem: z.string() })
const folder = z.object({ folder: z.string() })
const count = z.object({ count: z.int() })

/** `deaf`: the second connection saw email that the first did not report. `matched` counts what would have been forwarded. */
export const MailboxLogEvent = z.discriminatedUnion('kind', [
  of('added', nothing),
  of('connected', nothing),
  of('lost', problem),
  of('needs_you', problem),
  of('deaf', nothing),
  of('numbered_anew', folder),
  of('folder_gone', folder),
  of('folder_back', folder),
  of('taken_up', z.object({ count: z.int(), folder: z.string() })),
  of('not_handed_over', count),
  of('not_kept', count),
  of('backlog', z.object({ count: z.int(), matched: z.int(), choice: Backlog })),
  of('told', nothing),
  of('paused', nothing),
  of('resumed', nothing),
  of('password_changed', nothing),
  of('signed_in_again', nothing),
  of('folders_changed', count),
  of('backlog_chosen', z.object({ choice: Backlog })),
  of('copies_chosen', z.object({ choice: z.enum(['once', 'each']) })),
])
export type MailboxLogEvent = z.infer<typeof MailboxLogEvent>
