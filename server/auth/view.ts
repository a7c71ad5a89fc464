// Renders a user in the auth API's format.
import { z } from 'zod/mini'
import type { Row } from '../foundation/db/tables.ts'
import type { Factor, User } from './shapes.ts'
import type { UserRecord } from './store.ts'

export const Metadata = z.catch(z.record(z.string(), z.unknown()), {})

export function userView({ user, identities, factors }: UserRecord): User {
  return {
    id: user.id,
    aud: 'authenticated',
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...time('email_confirmed_at', user.email_confirmed_at),
    ...time('phone_confirmed_at', user.phone_confirmed_at),
    ...time('confirmed_at', earliest(user.email_confirmed_at, user.phone_confirmed_at)),
    ...time('invited_at', user.invited_at),
    ...time('confirmation_sent_at', user.confirmation_sent_at),
    ...time('recovery_sent_at', user.recovery_sent_at),
    ...time('email_change_sent_at', user.email_change_sent_at),
    ...time('phone_change_sent_at', user.phone_change_sent_at),
    ...time('reauthentication_sent_at', user.reauthentication_sent_at),
    ...(user.new_email && { new_email: user.new_email }),
    ...(user.new_phone && { new_phone: user.new_phone }),
    ...time('banned_until', user.banned_until),
    ...time('deleted_at', user.deleted_at),
    ...time('last_sign_in_at', user.last_sign_in_at),
    app_metadata: Metadata.parse(user.app_metadata),
    user_metadata: Metadata.parse(user.user_metadata),
    identities: identities.map(identityView),
    ...(factors.length > 0 && { factors: factors.map(factorView) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  }
}

function identityView(row: Row<'identities'>): User['identities'][number] {
  const data = Metadata.parse(row.identity_data)
  return {
    identity_id: row.id,
    id: row.provider_id,
    user_id: row.user_id,
    provider: row.provider,
    identity_data: data,
    ...(typeof data['email'] === 'string' && { email: data['email'] }),
    ...time('last_sign_in_at', row.last_sign_in_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function factorView(row: Row<'factors'>): Factor {
  return {
    id: row.id,
    friendly_name: row.friendly_name,
    factor_type: row.factor_type,
    status: row.status,
    ...(row.phone && { phone: row.phone }),
    ...time('last_challenged_at', row.last_challenged_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

const earliest = (first: Date | null, second: Date | null): Date | null =>
  first && second ? (first < second ? first : second) : (first ?? second)

/** The wire omits times of events that have not happened. */
const time = <K extends string>(name: K, at: Date | null): { [name in K]?: string } =>
  at ? ({ [name]: at.toISOString() } as { [name in K]: string }) : {}
