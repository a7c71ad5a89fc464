// The API for commands that phones sent about a message, and their results.
import { z } from 'zod/mini'
import { messageActions } from '../phone/words.ts'
import { ById, Id, pageOf, shape, Time } from './shape.ts'

/** `refused`: the phone lacks the rights, or the email does not allow it. */
export const CommandState = z.enum(['waiting', 'done', 'failed', 'refused'])
export type CommandState = z.infer<typeof CommandState>

/** The commands about an email, as stored. */
export const CommandKind = z.enum([...messageActions, 'accepted', 'tentative', 'declined'])
export type CommandKind = z.infer<typeof CommandKind>

export const PhoneCommand = z.object({
  id: Id,
  command: CommandKind,
  /** The phone's name; empty if it was removed. */
  phone: z.string(),
  state: CommandState,
  /** A sentence for the user, if there is something to say. */
  reason: z.nullable(z.string()),
  at: Time,
  /** When a snoozed email is sent again. */
  until: z.nullable(Time),
})
export type PhoneCommand = z.infer<typeof PhoneCommand>

/** Oldest first. */
export const listCommandsApi = shape({ params: ById, status: 200, answer: pageOf(PhoneCommand) })
