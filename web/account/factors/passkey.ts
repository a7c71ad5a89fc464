// Registers and verifies passkeys and security keys, and checks whether this browser supports them.
import { callAuth } from '../../auth/auth-calls.ts'
import { openAuthClient } from '../../auth/client.ts'
import type { AuthRefusal } from '../../session/session.tsx'
import { removeUnfinishedFactors } from './remove-unfinished.ts'

/** The outcome: done, canceled, or the reason it failed. */
export type PasskeyOutcome = 'done' | 'left' | 'known' | 'unable' | AuthRefusal

/** Why passkeys cannot be used here: no https, no browser support, or a different address than the keys belong to. */
export function passkeyObstacle(publicUrl: string): 'insecure' | 'browser' | 'address' | null {
  if (!isSecureContext) return 'insecure'
  if (!('PublicKeyCredential' in window)) return 'browser'
  return location.origin === new URL(publicUrl).origin ? null : 'address'
}

/** Enrolls a factor with this name and has the browser create its key. */
export async function registerPasskey(friendlyName: string): Promise<PasskeyOutcome> {
  let factorId = ''
  const refusal = await callAuth(async client => {
    const { error: cleanupError } = await removeUnfinishedFactors(client)
    if (cleanupError) return { error: cleanupError }
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
    factorId = data?.id ?? ''
    return { error }
  })
  if (refusal) return refusal
  const outcome = await usePasskey(factorId)
  // An unfinished enrollment must not block a new one.
  if (outcome !== 'done') await callAuth(removeUnfinishedFactors)
  return outcome
}

/** Has the browser create the key of a new factor or sign with an existing one, which raises the session's level. */
export async function usePasskey(factorId: string): Promise<PasskeyOutcome> {
  let outcome: PasskeyOutcome = 'done'
  const refusal = await callAuth(async client => {
    const party = await relyingParty()
    const { data, error } = await client.auth.mfa.challenge({ factorId, webauthn: party })
    if (error) return { error }
    const credential = await requestCredential(data.webauthn).catch(outcomeOfError)
    if (typeof credential === 'string') {
      outcome = credential
      return { error: null }
    }
    const webauthn = { ...party, type: data.webauthn.type, credential_response: credential }
    return Reflect.apply(client.auth.mfa.verify, client.auth.mfa, [{ factorId, challengeId: data.id, webauthn }])
  })
  return refusal ?? outcome
}

const relyingParty = async () => {
  const { hostname, origin } = new URL((await openAuthClient()).config.publicUrl)
  return { rpId: hostname, rpOrigins: [origin] }
}

/**
 * Avoids the client's own register(), which leaves out the authenticators built into phones and computers. The options and
 * the credential are untyped, since the client's types name transports and methods that TypeScript does not know yet.
 */
async function requestCredential({
  type,
  credential_options,
}: {
  type: 'create' | 'request'
  credential_options: object
}): Promise<Credential> {
  const { credentials } = navigator
  const request = type === 'create' ? credentials.create : credentials.get
  const credential: Credential | null = await Reflect.apply(request, credentials, [credential_options])
  if (!credential) throw new Error('The browser returned no credential.')
  return credential
}

/** The error names of browsers (WebAuthn §5.1.3, §5.1.4): canceling and timing out look the same. */
function outcomeOfError(error: unknown): Exclude<PasskeyOutcome, AuthRefusal> {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'left'
  console.error(error)
  return name === 'InvalidStateError' ? 'known' : 'unable'
}
