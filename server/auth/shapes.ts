// The objects of the auth wire: what is not named here cannot leave.
import { z } from 'zod'

const Time = z.string()
const Metadata = z.record(z.string(), z.unknown())

export const Identity = z.object({
  identity_id: z.string(),
  id: z.string(),
  user_id: z.string(),
  provider: z.string(),
  identity_data: Metadata,
  email: z.string().optional(),
  last_sign_in_at: Time.optional(),
  created_at: Time,
  updated_at: Time,
})

export const Factor = z.object({
  id: z.string(),
  friendly_name: z.string(),
  factor_type: z.literal('totp'),
  status: z.enum(['unverified', 'verified']),
  last_challenged_at: Time.optional(),
  created_at: Time,
  updated_at: Time,
})

export const EnrolledFactor = z.object({
  id: z.string(),
  type: z.literal('totp'),
  friendly_name: z.string(),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
})

export const FactorChallenge = z.object({ id: z.string(), type: z.literal('totp'), expires_at: z.number() })

export const FactorId = z.object({ id: z.string() })

export const User = z.object({
  id: z.string(),
  aud: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: Time.optional(),
  confirmed_at: Time.optional(),
  confirmation_sent_at: Time.optional(),
  recovery_sent_at: Time.optional(),
  email_change_sent_at: Time.optional(),
  reauthentication_sent_at: Time.optional(),
  new_email: z.string().optional(),
  banned_until: Time.optional(),
  last_sign_in_at: Time.optional(),
  app_metadata: Metadata,
  user_metadata: Metadata,
  identities: z.array(Identity),
  factors: z.array(Factor).optional(),
  created_at: Time,
  updated_at: Time,
  is_anonymous: z.boolean(),
})
export type User = z.infer<typeof User>

const WeakPassword = z.object({ message: z.string(), reasons: z.array(z.string()) })

export const Session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
  refresh_token: z.string(),
  user: User,
  weak_password: WeakPassword.optional(),
})
export type Session = z.infer<typeof Session>

/** How and when a session proved who it is, newest first. */
export const Amr = z.array(z.object({ method: z.string(), timestamp: z.number() }))

export const Nothing = z.object({})

export const Message = z.object({ msg: z.string(), code: z.string() })

export const PublicKeys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

export const Health = z.object({ version: z.string(), name: z.string(), description: z.string() })

export const Settings = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  saml_private_key_next_configured: z.boolean(),
  passkeys_enabled: z.boolean(),
})

/** An address as a person typed it: trimmed and in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: 'Unable to validate email address: invalid format' }).max(255))

const metadataBytes = 8192
/** It travels in every access token, and a header has room for 16 KB. */
export const GivenMetadata = Metadata.refine(data => JSON.stringify(data).length <= metadataBytes, 'user metadata is too large')
