// Reads a user's profile from a provider's claims.
import { z } from 'zod/mini'
import { Email } from '../shapes.ts'
import type { Profile } from './provider.ts'

const Said = z.looseObject({ iss: z.string(), sub: z.string().check(z.minLength(1), z.maxLength(255)) })

/** Claims as OpenID Connect names them (Core §5.1); throws without a subject. */
export function profileOf(claims: Record<string, unknown>, isVerified: (claims: Record<string, unknown>) => boolean): Profile {
  const { iss, sub } = Said.parse(claims)
  const email = Email.safeParse(claims['email'])
  return { issuer: iss, subject: sub, email: email.data ?? null, isVerified: email.success && isVerified(claims), about: aboutIn(claims) }
}

/** Some providers write the word. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true'

/** Whose address Microsoft itself has checked: that of a personal account, by the tenant of them all. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** In other tenants any administrator writes any address into `email`; `xms_edov` says that the domain is theirs. */
export function isOwnedAtMicrosoft(claims: Record<string, unknown>): boolean {
  const owned = claims['xms_edov']
  return isTrue(owned) || owned === 1 || owned === '1' || claims['tid'] === personalTenant
}

const nameLetters = 200
const addressLetters = 500

/** They travel in every access token: short, and addresses of pictures only as such. */
function aboutIn(claims: Record<string, unknown>): Record<string, string> {
  const name = shortText(claims['name'])
  const picture = pictureIn(claims['picture'])
  const login = shortText(claims['preferred_username'])
  return {
    ...(name && { name, full_name: name }),
    ...(picture && { picture, avatar_url: picture }),
    ...(login && { preferred_username: login, user_name: login }),
  }
}

const shortText = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim().slice(0, nameLetters) : null)

function pictureIn(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > addressLetters || !URL.canParse(value)) return null
  return /^https?:$/.test(new URL(value).protocol) ? value : null
}

/** What the wire shows of an identity. */
export const identityData = ({ issuer, subject, email, isVerified, about }: Profile) => ({
  iss: issuer,
  sub: subject,
  provider_id: subject,
  ...(email && { email }),
  email_verified: isVerified,
  phone_verified: false,
  ...about,
})
