// The state of the account itself: its single number, its profile, and its webhook URL.
import { z } from 'zod/mini'

export const accountShape = z.object({
  registered: z.boolean(),
  verified: z.boolean(),
  /** The six digits required to register. */
  pin: z.string(),
  wrongPins: z.number(),
  /** The code of the last request_code, which would arrive by SMS. */
  code: z.nullable(z.string()),
  /** The times of recent registrations and deregistrations (at most ten in 72 h). */
  registrations: z.array(z.number()),
  quality: z.enum(['GREEN', 'YELLOW', 'RED']),
  banned: z.boolean(),
  /** May reply to people, but not start conversations. */
  restricted: z.boolean(),
  subscribed: z.boolean(),
  /** The webhook URL of this account, overriding that of the app. */
  callbackUrl: z.nullable(z.string()),
  profile: z.record(z.string(), z.unknown()),
})

export type Account = z.infer<typeof accountShape>

export function initialAccount(): Account {
  return {
    registered: true,
    verified: true,
    pin: '123456',
    wrongPins: 0,
    code: null,
    registrations: [],
    quality: 'GREEN',
    banned: false,
    restricted: false,
    subscribed: true,
    callbackUrl: null,
    profile: { about: 'Your mail, on your phone.', vertical: 'OTHER', messaging_product: 'whatsapp' },
  }
}
