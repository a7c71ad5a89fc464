// Signs in with a passkey, from a button or from the browser's own suggestions, and adds and removes them.
import type { AuthError } from '@supabase/supabase-js'
import { callAuth } from '../../auth/auth-calls.ts'
import { type AuthClient, openAuthClient } from '../../auth/client.ts'
import type { AuthRefusal } from '../../session/session.tsx'
import { type PasskeyOutcome, passkeyObstacle } from '../factors/passkey.ts'

/** Keys belong to a domain (WebAuthn §5.1.3), so a server that is reached by an IP address has none. */
export const offersPasskeys = (publicUrl: string): boolean =>
  passkeyObstacle(publicUrl) === null && !/^(?:[\d.]+|\[.*\])$/.test(new URL(publicUrl).hostname)

/** The suggestions that wait in a field: a browser allows one request at a time. */
let suggestions: AbortController | undefined

export async function signInWithPasskey(): Promise<PasskeyOutcome> {
  suggestions?.abort()
  const { outcome, error } = await attempt(auth => auth.signInWithPasskey({ options: { signal: new AbortController().signal } }))
  if (isRefusal(outcome) || outcome === 'unable') console.error(error)
  return outcome
}

/** The server's challenge is good for five minutes. */
const renewMs = 240_000

/** Lets the browser suggest passkeys in the email field until `stop` is called; `onRefusal` is told why one was not accepted. */
export function suggestPasskeys(onRefusal: (outcome: PasskeyOutcome) => void): () => void {
  let isStopped = false
  const run = async () => {
    if (!(await window.PublicKeyCredential.isConditionalMediationAvailable?.())) return
    while (!isStopped) {
      const own = new AbortController()
      suggestions = own
      let isRenewed = false
      const renewal = setTimeout(() => {
        isRenewed = true
        own.abort()
      }, renewMs)
      // A browser that can't suggest after all says nothing: the button is there.
      const { outcome } = await attempt(auth => auth.signInWithPasskey({ options: { mediation: 'conditional', signal: own.signal } }))
      clearTimeout(renewal)
      if (isRenewed) continue
      // The button took over, or the server can't be asked now: the form still works.
      if (isStopped || typeof outcome === 'string' || isUnreachable(outcome)) return
      if (outcome.code !== 'webauthn_challenge_expired') return onRefusal(outcome)
    }
  }
  void run().catch(console.error)
  return () => {
    isStopped = true
    suggestions?.abort()
    suggestions = undefined
  }
}

const isUnreachable = ({ status, code }: AuthRefusal): boolean => !status || status >= 429 || code === 'passkey_disabled'

/** Asks for a fresh proof first where the server wants one. */
export async function addPasskey(): Promise<PasskeyOutcome> {
  let outcome: PasskeyOutcome = 'done'
  const refusal = await callAuth(async ({ auth }) => {
    const { error } = await auth.registerPasskey()
    outcome = toOutcome(error)
    return { error: isAuthError(error) ? error : null }
  })
  return refusal ?? outcome
}

async function attempt(
  send: (auth: AuthClient['auth']) => Promise<{ error: unknown }>,
): Promise<{ outcome: PasskeyOutcome; error: unknown }> {
  try {
    const { client } = await openAuthClient()
    const { error } = await send(client.auth)
    return { outcome: toOutcome(error), error }
  } catch (error) {
    return { outcome: { status: 0, code: undefined }, error }
  }
}

const isRefusal = (outcome: PasskeyOutcome): outcome is AuthRefusal => typeof outcome !== 'string'

/** A browser's own errors have the names of WebAuthn §5.1.3 and §5.1.4; canceling and timing out look the same. */
function toOutcome(error: unknown): PasskeyOutcome {
  if (!(error instanceof Error)) return error ? 'unable' : 'done'
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'left'
  if (error.name === 'InvalidStateError') return 'known'
  return isAuthError(error) ? { status: error.status, code: error.code } : 'unable'
}

/** Without the client's own check, which would load the client with the page. */
const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && '__isAuthError' in error && error.name !== 'AuthUnknownError'
