// What commands about a message share: the message, a command's result, and which phone may give it.
import type { CommandState } from '../../../core/api/commands.ts'
import { type Command, lackOf, mayDo } from '../../../core/delivery/rights.ts'
import type { InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { AskingPhone } from './replies.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

/** A mail that a phone was sent, by whose delivery it is asked about. */
export interface MessageOnPhone {
  userId: string
  destinationId: string
  deliveryId: string
  messageId: string
  filterId: string | null
  /** Of what the phone wrote. */
  wamid: string
}

/** What is said at once, and how the row of the command stands: `reason` is a code of `reason.*` in core/words/en/commands.json. */
export interface CommandResult {
  decided: PhoneResponse
  state: CommandState
  reason?: string | null
}

/** Answers an invitation that came to a phone; its rights were looked at. */
export interface PhoneInvitations {
  answer(tx: Tx, mail: MessageOnPhone, answer: InvitationAnswer, now: Date): Promise<CommandResult>
}

export const phoneOf = (phones: readonly AskingPhone[], mail: Pick<MessageOnPhone, 'userId' | 'destinationId'>): AskingPhone | undefined =>
  phones.find(one => one.id === mail.destinationId && one.user_id === mail.userId)

/** Null where one of these phones may do it. */
export function refusalOf(phones: readonly AskingPhone[], right: Command): PhoneResponse | null {
  const mays = phones.map(phone => mayDo(phone, right))
  if (mays.includes('yes')) return null
  const lacks = lackOf(phones, right)
  if (lacks) return respond('command_refused', 'answer.refused', { lacks })
  return mays.includes('stopped') ? respond('command_refused', 'answer.commandStopped') : nothing
}
