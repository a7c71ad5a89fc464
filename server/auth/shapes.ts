// Schemas of the auth API's responses: a field that is not listed here is never sent.
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

/** With the fields of its type. */
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

/** Options of a registration or a sign-in, as a browser takes them. */
export const PasskeyOptions = z.object({
  challenge_id: z.string(),
  options: z.looseObject({ challenge: z.string() }),
  expires_at: z.number(),
})

/** A passkey that signs in alone. */
export const PasskeyItem = z.object({
  id: z.string(),
  friendly_name: z.optional(z.string()),
  created_at: Time,
  last_used_at: z.optional(Time),
})
export type PasskeyItem = z.infer<typeof PasskeyItem>

export const PasskeyList = z.array(PasskeyItem)

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

/** The response of generate_link: the user's fields, and the content of the email that was not sent. */
export const GeneratedLink = z.extend(User, {
  action_link: z.string(),
  email_otp: z.string(),
  hashed_token: z.string(),
  verification_type: z.string(),
  redirect_to: z.string(),
})
export type GeneratedLink = z.infer<typeof GeneratedLink>

export const AuditLogEntry = z.object({
  id: z.string(),
  payload: z.record(z.string(), z.unknown()),
  created_at: Time,
  ip_address: z.string(),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

const WeakPassword = z.object({ message: z.string(), reasons: z.array(z.string()) })

export const Session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
  refresh_token: z.string(),
  user: User,
  /** The access token of the provider just used. */
  provider_token: z.optional(z.string()),
  provider_refresh_token: z.optional(z.string()),
  weak_password: z.optional(WeakPassword),
})
export type Session = z.infer<typeof Session>

/** How and when a session was authenticated, newest first. */
export const Amr = z.array(z.object({ method: z.string(), timestamp: z.number() }))

export const EmptyObject = z.object({})

/** The id of the message with the code, when it was sent by WhatsApp. */
export const SentCode = z.object({ message_id: z.optional(z.string()) })

export const StatusMessage = z.object({ msg: z.string(), code: z.string() })

export const PublicKeys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

export const AuthHealth = z.object({ version: z.string(), name: z.string(), description: z.string() })

export const AuthSettings = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  saml_private_key_next_configured: z.boolean(),
  passkeys_enabled: z.boolean(),
})

/** What a client sends is limited before it is counted, compared or kept. An address or number: no longer one is valid (RFC 5321 §4.5.3.1). */
export const Address = z.string().check(z.maxLength(320))
export const PasswordText = z.string().check(z.maxLength(1024))
/** A name, type, code, one-time token or id. */
export const ShortText = z.string().check(z.maxLength(512))
/** A token of a provider or captcha. */
export const TokenText = z.string().check(z.maxLength(16_384))
export const UrlText = z.string().check(z.maxLength(4096))

const invalidAddress = { error: 'Unable to validate email address: invalid format' }

/** Trims and lowercases an address. ASCII only, because lowercasing could produce another address: U+212A becomes a k. */
export const Email = z.pipe(
  z.string().check(z.trim(), z.regex(/^[\x21-\x7e]*$/, invalidAddress), z.toLowerCase()),
  z.email(invalidAddress).check(z.maxLength(255)),
)

const metadataBytes = 8192
/** Limited because it is part of every access token, and a header holds only 16 KB. */
export const MetadataInput = Metadata.check(z.refine(data => JSON.stringify(data).length <= metadataBytes, 'user metadata is too large'))
