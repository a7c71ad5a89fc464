// The made-up user shown to someone who signs up with a taken address, so that nobody learns who has an account.
import { newId } from '../foundation/seal.ts'
import type { AuthDeps } from './deps.ts'
import type { User } from './shapes.ts'
import { emailIdentity, type NewUser, newUserRow, phoneIdentity } from './users.ts'
import { userView } from './view.ts'

export function decoyUser(deps: AuthDeps, person: Pick<NewUser, 'email' | 'phone' | 'metadata'>): User {
  const now = deps.now()
  const id = newId(now)
  const user = newUserRow({ ...person, passwordHash: null, confirmed: false }, now)
  const identities = [
    ...(person.email ? [emailIdentity(id, person.email, false, now)] : []),
    ...(person.phone ? [phoneIdentity(id, person.phone, false, now)] : []),
  ]
  return userView({
    user: {
      ...unheardOf,
      ...user,
      id,
      user_metadata: person.metadata,
      app_metadata: JSON.parse(user.app_metadata),
      confirmation_sent_at: now,
    },
    identities: identities.map(one => ({ ...one, user_id: id, identity_data: JSON.parse(one.identity_data), last_sign_in_at: null })),
    factors: [],
  })
}

const unheardOf = {
  role: 'authenticated',
  invited_at: null,
  deleted_at: null,
  phone: null,
  phone_confirmed_at: null,
  new_phone: null,
  phone_change_sent_at: null,
  new_email: null,
  banned_until: null,
  recovery_sent_at: null,
  email_change_sent_at: null,
  reauthentication_sent_at: null,
  last_sign_in_at: null,
}
