// Parses a webhook's payload into events; an unknown or broken item never hides the others.
import { z } from 'zod/mini'
import { type AccountEvents, parseAccountChange } from './account.ts'
import { UnixTime } from './fields.ts'
import { type MessageEvents, MessagesValue, parseMessages } from './messages.ts'

export type { AccountEvent, OperatorAlert } from './account.ts'
export type { InboundFile, InboundMessage, PhoneMoved, StatusEvent, UserRenamed } from './messages.ts'

export type WebhookEvents = MessageEvents & AccountEvents

export interface OwnAccount {
  numberId: string
  wabaId: string
}

/** How far Meta's clock may be ahead of ours. */
const maxClockSkewMs = 10_000

/** Everything in a payload about our number or account. Never throws: unparsable items are listed as ignored. */
export function parseWebhook(payload: unknown, account: OwnAccount, now: Date): WebhookEvents {
  const events: WebhookEvents = {
    ...{ statuses: [], messages: [], moved: [], renamed: [], errors: [], ignored: [] },
    ...{ templates: [], accounts: [], alerts: [] },
  }
  const envelope = Envelope.safeParse(payload)
  if (!envelope.success) return { ...events, ignored: ['payload'] }
  for (const { id, time, changes } of envelope.data.entry) {
    // A time in the future would make all later events look old, so it is replaced. A clock slightly ahead of ours is accepted as it
    // is: with a new time on each repetition, old events would look new.
    const at = time && time.getTime() < now.getTime() + maxClockSkewMs ? time : now
    for (const { field, value } of changes) {
      if (field === 'messages') parseOwnMessages(events, value, account, now)
      else if (id !== undefined && id !== account.wabaId) events.ignored.push('another_account')
      else if (!parseAccountChange(events, field, value, at)) events.ignored.push(field.slice(0, 60))
    }
  }
  return events
}

const Envelope = z.looseObject({
  entry: z.array(
    z.looseObject({
      id: z.catch(z.optional(z.string()), undefined),
      time: z.catch(z.optional(UnixTime), undefined),
      changes: z.array(z.looseObject({ field: z.string(), value: z.unknown() })),
    }),
  ),
})

function parseOwnMessages(events: WebhookEvents, value: unknown, { numberId }: OwnAccount, now: Date): void {
  const parsed = MessagesValue.safeParse(value)
  if (!parsed.success) events.ignored.push('messages')
  else if (parsed.data.metadata.phone_number_id !== numberId) events.ignored.push('another_number')
  else parseMessages(events, parsed.data, now)
}
