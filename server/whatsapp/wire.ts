// What Meta posts to a webhook, read loosely: what is missing or new must not hide the rest.
import { z } from 'zod/mini'
import { type AccountHeard, hearAccount } from './hearing/account.ts'
import { hearMessages, type MessagesHeard, MessagesValue } from './hearing/messages.ts'
import { Moment } from './hearing/moments.ts'

export type { AccountEvent, Notice } from './hearing/account.ts'
export type { InboundFile, InboundMessage, PhoneMoved, StatusEvent, UserRenamed } from './hearing/messages.ts'

export type Heard = MessagesHeard & AccountHeard

export interface Ours {
  numberId: string
  wabaId: string
}

/** So far may Meta's clock be ahead of ours. */
const skewMs = 10_000

/** Everything in one payload that concerns our number or account. Never throws: what cannot be read is ignored by name. */
export function heardIn(payload: unknown, ours: Ours, now: Date): Heard {
  const heard: Heard = {
    ...{ statuses: [], messages: [], moved: [], renamed: [], troubles: [], ignored: [] },
    ...{ templates: [], accounts: [], notices: [] },
  }
  const envelope = Envelope.safeParse(payload)
  if (!envelope.success) return { ...heard, ignored: ['payload'] }
  for (const { id, time, changes } of envelope.data.entry) {
    // What claims to come from later would make all news after it old; a clock that is a little ahead of ours says so in good faith,
    // and dated anew each time it is told, old news would be new again.
    const at = time && time.getTime() < now.getTime() + skewMs ? time : now
    for (const { field, value } of changes) {
      if (field === 'messages') hearOurs(heard, value, ours)
      else if (id !== undefined && id !== ours.wabaId) heard.ignored.push('another_account')
      else if (!hearAccount(heard, field, value, at)) heard.ignored.push(field.slice(0, 60))
    }
  }
  return heard
}

const Envelope = z.looseObject({
  entry: z.array(
    z.looseObject({
      id: z.catch(z.optional(z.string()), undefined),
      time: z.catch(z.optional(Moment), undefined),
      changes: z.array(z.looseObject({ field: z.string(), value: z.unknown() })),
    }),
  ),
})

function hearOurs(heard: Heard, value: unknown, { numberId }: Ours): void {
  const read = MessagesValue.safeParse(value)
  if (!read.success) heard.ignored.push('messages')
  else if (read.data.metadata.phone_number_id !== numberId) heard.ignored.push('another_number')
  else hearMessages(heard, read.data)
}
