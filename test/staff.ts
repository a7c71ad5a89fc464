// Signs up staff of the console on a running server.
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import type { StaffRole } from '../core/session/staff.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { type Person, type Product, personOf, signUp } from './running.ts'

/** Signs up with a role, and uses an authenticator app: the console opens for them. Null is no role. */
export async function signUpStaff(product: Product, db: Db, name: string, role: StaffRole | null): Promise<Person> {
  const client = createClient(product.url, 'sb_publishable_sandbox', { auth: { persistSession: false, autoRefreshToken: false } })
  const email = `${name}@example.com`
  const { data, error } = await client.auth.signUp({ email, password: `a long pass phrase of ${name}` })
  if (error || !data.user) throw error ?? new Error('Signing up gave no user.')
  if (role)
    await db.insertInto('user_roles').values({ id: crypto.randomUUID(), user_id: data.user.id, role, created_at: new Date() }).execute()
  const factor = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (factor.error) throw factor.error
  const code = new TOTP({ secret: factor.data.totp.secret }).generate()
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: factor.data.id, code })
  if (verified.error) throw verified.error
  return personOf(product, email, verified.data.access_token)
}

/** Signs up with a role and a password alone: the console stays closed. */
export async function withoutSecondFactor(product: Product, db: Db, name: string, role: StaffRole): Promise<Person> {
  const person = await signUp(product, name)
  const { id } = await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
  await db.insertInto('user_roles').values({ id: crypto.randomUUID(), user_id: id, role, created_at: new Date() }).execute()
  return person
}
