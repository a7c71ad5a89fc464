// The API for API keys, which users create for their own programs; each is shown once.
import { z } from 'zod/mini'
import { hasHiddenCharacters } from '../text/hidden-characters.ts'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

/** What a key may do: read, or read and write. */
export const KeyScope = z.enum(['read', 'write'])
export type KeyScope = z.infer<typeof KeyScope>

const name = 'Enter a name of 1 to 60 characters.'
const hidden = 'The name has a line break or a hidden character. Type it instead of pasting.'
const expiry = 'Choose 30, 90, or 365 days, or a date within a year.'

/** Days from now, or the last valid day (UTC). */
export const KeyExpiry = z.union([z.object({ days: z.literal([30, 90, 365]) }), z.object({ until: z.iso.date() })], expiry)
export type KeyExpiry = z.infer<typeof KeyExpiry>

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The start of the key, to recognize it. */
  prefix: z.string(),
  scope: KeyScope,
  createdAt: Time,
  expiresAt: Time,
  /** The hour in which it was last used. */
  lastUsedAt: z.nullable(Time),
  revokedAt: z.nullable(Time),
})
export type ApiKey = z.infer<typeof ApiKey>

/** Newest first, including expired and revoked keys. */
export const listKeysApi = shape({ status: 200, answer: pageOf(ApiKey) })
export const addKeyApi = shape({
  /** `code` is the one sent by `GET /auth/v1/reauthenticate`; null for users who proved in the last ten minutes who they are. */
  body: z.object({
    name: z.string().check(
      z.trim(),
      z.minLength(1, name),
      z.maxLength(60, name),
      z.refine(given => !hasHiddenCharacters(given), hidden),
    ),
    scope: KeyScope,
    expiry: KeyExpiry,
    code: z.nullable(z.string().check(z.trim(), z.maxLength(20))),
  }),
  status: 201,
  answer: z.object({ key: ApiKey, secret: z.string() }),
  isSecret: true,
})
export type NewKey = z.infer<typeof addKeyApi.body>
export const revokeKeyApi = shape({ params: ById, status: 200, answer: Nothing })
