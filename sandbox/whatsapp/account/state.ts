// What the account itself is like: its one number, its profile, where its webhooks go.
import { z } from 'zod/mini'

export const accountShape = z.object({
  registered: z.boolean(),
  verified: z.boolean(),
  /** Six digits that registering asks for. */
  pin: z.string(),
  wrongPins: z.number(),
  /** The code of the last request_code, which a person would get by SMS. */
  code: z.nullable(z.string()),
  /** When it was registered or deregistered lately (ten times in 72 h at most). */
  registrations: z.array(z.number()),
  quality: z.enum(['GREEN', 'YELLOW', 'RED']),
  banned: z.boolean(),
  /** May answer people, and write to nobody first. */
  restricted: z.boolean(),
  subscribed: z.boolean(),
  /** Where this account's webhooks go instead of where the app's go. */
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
