// The API of the commands sent from a phone about a message, and their results.
import { z } from 'zod/mini'
import { messageActions } from '../phone/words.ts'
import { ById, Id, pageOf, shape, Time } from './shape.ts'

/** `refused`: the phone may not, or the mail does not allow it. */
export const CommandState = z.enum(['waiting', 'done', 'failed', 'refused'])
export type CommandState = z.infer<typeof CommandState>

/** What is asked about a mail on a phone, as its rows are kept. */
export const CommandKind = z.enum([...messageActions, 'accepted', 'tentative', 'declined'])
export type CommandKind = z.infer<typeof CommandKind>

export const PhoneCommand = z.object({
  id: Id,
  command: CommandKind,
  /** The phone; empty once it was removed. */
  phone: z.string(),
  state: CommandState,
  /** A sentence for its person, where there is something to say. */
  reason: z.nullable(z.string()),
  at: Time,
  /** Of a mail that was put off: when it comes again. */
  until: z.nullable(Time),
})
export type PhoneCommand = z.infer<typeof PhoneCommand>

/** The oldest first. */
export const listCommandsApi = shape({ params: ById, status: 200, answer: pageOf(PhoneCommand) })
