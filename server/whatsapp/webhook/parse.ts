// Parses a webhook's payload into events; an unknown or broken item never hides the rest.
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

/** So far may Meta's clock be ahead of ours. */
const skewMs = 10_000

/** Everything in one payload that concerns our number or account. Never throws: what cannot be read is ignored by name. */
export function parseWebhook(payload: unknown, ours: OwnAccount, now: Date): WebhookEvents {
  const events: WebhookEvents = {
    ...{ statuses: [], messages: [], moved: [], renamed: [], errors: [], ignored: [] },
    ...{ templates: [], accounts: [], alerts: [] },
  }
  const envelope = Envelope.safeParse(payload)
  if (!envelope.success) return { ...events, ignored: ['payload'] }
  for (const { id, time, changes } of envelope.data.entry) {
    // What claims to come from later would make all news after it old; a clock that is a little ahead of ours says so in good faith,
    // and dated anew each time it is told, old news would be new again.
    const at = time && time.getTime() < now.getTime() + skewMs ? time : now
    for (const { field, value } of changes) {
      if (field === 'messages') parseOwnMessages(events, value, ours)
      else if (id !== undefined && id !== ours.wabaId) events.ignored.push('another_account')
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

function parseOwnMessages(events: WebhookEvents, value: unknown, { numberId }: OwnAccount): void {
  const read = MessagesValue.safeParse(value)
  if (!read.success) events.ignored.push('messages')
  else if (read.data.metadata.phone_number_id !== numberId) events.ignored.push('another_number')
  else parseMessages(events, read.data)
}
