// Signing in and up, and the token that goes with every call.
import type { Auth } from '../session.tsx'
import { askAuth } from './asking.ts'
import { openDoor, readBearer } from './client.ts'

export const deeds: Pick<Auth, 'signIn' | 'signUp' | 'bearer'> = {
  signIn: (email, password, captcha = {}) => askAuth(client => client.auth.signInWithPassword({ email, password, options: captcha })),
  signUp: async (email, password, captcha = {}) => {
    const options = { emailRedirectTo: await ownPage('/login?next=/onboarding'), ...captcha }
    return askAuth(client => client.auth.signUp({ email, password, options }))
  },
  bearer: readBearer,
}

/** A page of ours as a link in a mail must name it: by the public address, which the service allows. */
export const ownPage = (path: string): Promise<string> =>
  openDoor().then(
    ({ config }) => config.publicUrl + path,
    () => location.origin + path,
  )
