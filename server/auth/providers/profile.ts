// Reads a user's profile from a provider's claims.
import { z } from 'zod/mini'
import { Email } from '../shapes.ts'
import type { Profile } from './provider.ts'

const RequiredClaims = z.looseObject({ iss: z.string().check(z.maxLength(2000)), sub: z.string().check(z.minLength(1), z.maxLength(255)) })

/** Takes claims by their OpenID Connect names (Core §5.1); throws without a subject. */
export function readIdentityProfile(claims: Record<string, unknown>, isVerified: (claims: Record<string, unknown>) => boolean): Profile {
  const { iss, sub } = RequiredClaims.parse(claims)
  const email = Email.safeParse(claims['email'])
  return {
    issuer: iss,
    subject: sub,
    email: email.data ?? null,
    isVerified: email.success && isVerified(claims),
    about: readMetadata(claims),
  }
}

/** Some providers send the string. */
export const isTrueClaim = (value: unknown): boolean => value === true || value === 'true'

/** The tenant of all personal accounts, whose addresses Microsoft itself has verified. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** In other tenants an administrator can put any address into `email`; `xms_edov` confirms that they own the domain. */
export function isOwnedAtMicrosoft(claims: Record<string, unknown>): boolean {
  const owned = claims['xms_edov']
  return isTrueClaim(owned) || owned === 1 || owned === '1' || claims['tid'] === personalTenant
}

const maxNameLength = 200
const maxUrlLength = 500

/** Part of every access token, so that values are short and pictures must be URLs. */
function readMetadata(claims: Record<string, unknown>): Record<string, string> {
  const name = shortText(claims['name'])
  const picture = readPictureUrl(claims['picture'])
  const login = shortText(claims['preferred_username'])
  return {
    ...(name && { name, full_name: name }),
    ...(picture && { picture, avatar_url: picture }),
    ...(login && { preferred_username: login, user_name: login }),
  }
}

const shortText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim().slice(0, maxNameLength) : null

function readPictureUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxUrlLength || !URL.canParse(value)) return null
  return /^https?:$/.test(new URL(value).protocol) ? value : null
}

/** The identity_data of the wire. */
export const identityData = ({ issuer, subject, email, isVerified, about }: Profile) => ({
  iss: issuer,
  sub: subject,
  provider_id: subject,
  ...(email && { email }),
  email_verified: isVerified,
  phone_verified: false,
  ...about,
})
