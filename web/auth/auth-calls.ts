// Calls to the auth service that it may refuse, such as signing in and signing up.
import type { AuthError } from '@supabase/supabase-js'
import { askForProof, proofNeeded } from '../proof.ts'
import type { AuthRefusal, AuthState } from '../session/session.tsx'
import { type AuthClient, openAuthClient, readBearer } from './client.ts'

export const authCalls: Pick<AuthState, 'signIn' | 'signUp' | 'bearer'> = {
  signIn: (email, password, captcha = {}) => callAuth(client => client.auth.signInWithPassword({ email, password, options: captcha })),
  signUp: async (email, password, captcha = {}) => {
    const options = { emailRedirectTo: await ownPage('/login?next=/onboarding'), ...captcha }
    return callAuth(client => client.auth.signUp({ email, password, options }))
  },
  bearer: readBearer,
}

/** The absolute URL of a page for links in emails, based on the public URL, which the auth service allows. */
export const ownPage = (path: string): Promise<string> =>
  openAuthClient().then(
    ({ config }) => config.publicUrl + path,
    () => location.origin + path,
  )

/** Returns null on success. A refusal is logged to the console too, where support looks for it. */
export async function callAuth(send: (client: AuthClient) => Promise<{ error: AuthError | null }>): Promise<AuthRefusal | null> {
  try {
    const { client } = await openAuthClient()
    let { error } = await send(client)
    if (error?.code === proofNeeded && (await askForProof())) error = (await send(client)).error
    if (error) console.error(error)
    return error
  } catch (error) {
    console.error(error)
    return { status: 0, code: undefined }
  }
}
