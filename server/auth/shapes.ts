// The schemas of the auth wire's responses: a field not listed here is never sent.
import { z } from 'zod/mini'

const Time = z.string()
const Metadata = z.record(z.string(), z.unknown())

export const Identity = z.object({
  identity_id: z.string(),
  id: z.string(),
  user_id: z.string(),
  provider: z.string(),
  identity_data: Metadata,
  email: z.optional(z.string()),
  last_sign_in_at: z.optional(Time),
  created_at: Time,
  updated_at: Time,
})

export const FactorType = z.enum(['totp', 'phone', 'webauthn'])
export type FactorType = z.infer<typeof FactorType>

export const Factor = z.object({
  id: z.string(),
  friendly_name: z.string(),
  factor_type: FactorType,
  status: z.enum(['unverified', 'verified']),
  phone: z.optional(z.string()),
  last_challenged_at: z.optional(Time),
  created_at: Time,
  updated_at: Time,
})
export type Factor = z.infer<typeof Factor>

/** With what its type has to show. */
export const EnrolledFactor = z.object({
  id: z.string(),
  type: FactorType,
  friendly_name: z.string(),
  totp: z.optional(z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() })),
  phone: z.optional(z.string()),
})
export type EnrolledFactor = z.infer<typeof EnrolledFactor>

export const FactorChallenge = z.object({
  id: z.string(),
  type: FactorType,
  expires_at: z.number(),
  webauthn: z.optional(
    z.object({
      type: z.enum(['create', 'request']),
      credential_options: z.object({ publicKey: z.looseObject({ challenge: z.string() }) }),
    }),
  ),
})
export type FactorChallenge = z.infer<typeof FactorChallenge>

export const FactorId = z.object({ id: z.string() })

export const User = z.object({
  id: z.string(),
  aud: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: z.optional(Time),
  phone_confirmed_at: z.optional(Time),
  confirmed_at: z.optional(Time),
  invited_at: z.optional(Time),
  confirmation_sent_at: z.optional(Time),
  recovery_sent_at: z.optional(Time),
  email_change_sent_at: z.optional(Time),
  phone_change_sent_at: z.optional(Time),
  reauthentication_sent_at: z.optional(Time),
  new_email: z.optional(z.string()),
  new_phone: z.optional(z.string()),
  banned_until: z.optional(Time),
  deleted_at: z.optional(Time),
  last_sign_in_at: z.optional(Time),
  app_metadata: Metadata,
  user_metadata: Metadata,
  identities: z.array(Identity),
  factors: z.optional(z.array(Factor)),
  created_at: Time,
  updated_at: Time,
  is_anonymous: z.boolean(),
})
export type User = z.infer<typeof User>

/** What generate_link answers: the user, and beside their fields what an email would have carried. */
export const MadeLink = z.extend(User, {
  action_link: z.string(),
  email_otp: z.string(),
  hashed_token: z.string(),
  verification_type: z.string(),
  redirect_to: z.string(),
})
export type MadeLink = z.infer<typeof MadeLink>

export const Audited = z.object({
  id: z.string(),
  payload: z.record(z.string(), z.unknown()),
  created_at: Time,
  ip_address: z.string(),
})
export type Audited = z.infer<typeof Audited>

const WeakPassword = z.object({ message: z.string(), reasons: z.array(z.string()) })

export const Session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
  refresh_token: z.string(),
  user: User,
  /** Of the provider that somebody has just signed in with. */
  provider_token: z.optional(z.string()),
  provider_refresh_token: z.optional(z.string()),
  weak_password: z.optional(WeakPassword),
})
export type Session = z.infer<typeof Session>

/** How and when a session proved who it is, newest first. */
export const Amr = z.array(z.object({ method: z.string(), timestamp: z.number() }))

export const Nothing = z.object({})

/** What was sent by message says under which id. */
export const Sent = z.object({ message_id: z.optional(z.string()) })

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

const noAddress = { error: 'Unable to validate email address: invalid format' }

/** An address as a person typed it: trimmed and in lower case. Outside ASCII that could become the address of another: U+212A becomes a k. */
export const Email = z.pipe(
  z.string().check(z.trim(), z.regex(/^[\x21-\x7e]*$/, noAddress), z.toLowerCase()),
  z.email(noAddress).check(z.maxLength(255)),
)

const metadataBytes = 8192
/** It travels in every access token, and a header has room for 16 KB. */
export const GivenMetadata = Metadata.check(z.refine(data => JSON.stringify(data).length <= metadataBytes, 'user metadata is too large'))
