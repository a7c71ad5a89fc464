// What others are given of a command about a mail on a phone, and what they say of it.
import type { CommandState } from '../../core/api/commands.ts'
import type { Answer } from '../../core/message/calendar/answers.ts'
import type { Tx } from '../db/pool.ts'
import type { Decided } from './decided.ts'

/** A mail that a phone was sent, by whose delivery it is asked about. */
export interface MailOnPhone {
  userId: string
  destinationId: string
  deliveryId: string
  messageId: string
  filterId: string | null
  /** Of what the phone wrote. */
  wamid: string
}

/** What is said at once, and how the row of the command stands: `reason` is a code of `reason.*` in core/words/en/commands.json. */
export interface Done {
  decided: Decided
  state: CommandState
  reason?: string | null
}

/** Answers an invitation that came to a phone; its rights were looked at. */
export interface PhoneInvitations {
  answer(tx: Tx, mail: MailOnPhone, answer: Answer, now: Date): Promise<Done>
}
