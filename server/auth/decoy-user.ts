// Builds the response to a sign-up with a taken address, which looks like a new user and so reveals no account.
import { newId } from '../foundation/seal.ts'
import type { AuthDeps } from './deps.ts'
import type { User } from './shapes.ts'
import { emailIdentity, type NewUser, newUserRow, phoneIdentity } from './users.ts'
import { userView } from './view.ts'

export function decoyUser(deps: AuthDeps, input: Pick<NewUser, 'email' | 'phone' | 'metadata'>): User {
  const now = deps.now()
  const id = newId(now)
  const user = newUserRow({ ...input, passwordHash: null, confirmed: false }, now)
  const identities = [
    ...(input.email ? [emailIdentity(id, input.email, false, now)] : []),
    ...(input.phone ? [phoneIdentity(id, input.phone, false, now)] : []),
  ]
  return userView({
    user: {
      ...emptyFields,
      ...user,
      id,
      user_metadata: input.metadata,
      app_metadata: JSON.parse(user.app_metadata),
      confirmation_sent_at: now,
    },
    identities: identities.map(identity => ({
      ...identity,
      user_id: id,
      identity_data: JSON.parse(identity.identity_data),
      last_sign_in_at: null,
    })),
    factors: [],
  })
}

const emptyFields = {
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
