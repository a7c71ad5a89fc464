// Redeems the link of an email, and says whose account it opens before this browser signs in to it.
import type { Session } from '@supabase/supabase-js'
import { z } from 'zod/mini'
import { openAuthClient } from '../../auth/client.ts'
import type { AuthRefusal } from '../../session/session.tsx'
import { openPassingClient } from './passing-client.ts'

const Link = z.object({
  token_hash: z.string().check(z.minLength(1)),
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change']),
  next: z.catch(z.string(), '/'),
})
export type EmailLink = z.output<typeof Link>

/** What the fragment of an email's link holds; null for anything else. */
export const readEmailLink = (hash: string): EmailLink | null =>
  Link.safeParse(Object.fromEntries(new URLSearchParams(hash.slice(1)))).data ?? null

/** `half`: the other address has to confirm, too. */
export type Opened = { kind: 'session'; session: Session } | { kind: 'half' } | { kind: 'refused'; refusal: AuthRefusal }

export async function openEmailLink({ token_hash, type }: EmailLink): Promise<Opened> {
  try {
    const client = await openPassingClient()
    const { data, error } = await client.auth.verifyOtp({ token_hash, type })
    if (error) return { kind: 'refused', refusal: error }
    return data.session ? { kind: 'session', session: data.session } : { kind: 'half' }
  } catch (error) {
    console.error(error)
    return { kind: 'refused', refusal: { status: 0, code: undefined } }
  }
}

/** Makes it this browser's session. */
export async function adoptSession({ access_token, refresh_token }: Session): Promise<AuthRefusal | null> {
  const { client } = await openAuthClient()
  return (await client.auth.setSession({ access_token, refresh_token })).error
}
