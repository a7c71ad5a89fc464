// Types shared by commands about a message, and the check that a phone may give one.
import type { CommandState } from '../../../core/api/commands.ts'
import { type Command, mayDo, missingRights } from '../../../core/delivery/rights.ts'
import type { InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { InboundPhone } from './replies.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

/** A message on a phone, and the delivery that brought it there. */
export interface MessageOnPhone {
  userId: string
  destinationId: string
  deliveryId: string
  messageId: string
  filterId: string | null
  /** The inbound message's id. */
  wamid: string
}

/** The response, and the state saved for the command; `reason` is a key of `reason.*` in core/words/en/commands.json. */
export interface CommandResult {
  response: PhoneResponse
  state: CommandState
  reason?: string | null
}

/** Answers an invitation that was sent to a phone, after its rights were checked. */
export interface PhoneInvitations {
  answer(tx: Tx, email: MessageOnPhone, answer: InvitationAnswer, now: Date): Promise<CommandResult>
}

export const findPhone = (
  phones: readonly InboundPhone[],
  email: Pick<MessageOnPhone, 'userId' | 'destinationId'>,
): InboundPhone | undefined => phones.find(phone => phone.id === email.destinationId && phone.user_id === email.userId)

/** Null when one of these phones may do it. */
export function refuseUnlessAllowed(phones: readonly InboundPhone[], right: Command): PhoneResponse | null {
  const permissions = phones.map(phone => mayDo(phone, right))
  if (permissions.includes('yes')) return null
  const lacks = missingRights(phones, right)
  if (lacks) return respond('command_refused', 'answer.refused', { lacks })
  return permissions.includes('stopped') ? respond('command_refused', 'answer.commandStopped') : nothing
}
