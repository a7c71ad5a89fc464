// Registers and verifies passkeys and security keys, and checks whether this browser supports them.
import { callAuth } from '../../auth/auth-calls.ts'
import { openAuthClient } from '../../auth/client.ts'
import type { Refused } from '../../session/session.tsx'
import { dropUnfinished } from './begin.ts'

/** The outcome: done, canceled, or the reason it failed. */
export type PasskeyOutcome = 'done' | 'left' | 'known' | 'unable' | Refused

/** Why passkeys cannot be used here: no https, no browser support, or a different address than the keys belong to. */
export function obstacleOf(publicUrl: string): 'insecure' | 'browser' | 'address' | null {
  if (!isSecureContext) return 'insecure'
  if (!('PublicKeyCredential' in window)) return 'browser'
  return location.origin === new URL(publicUrl).origin ? null : 'address'
}

/** Enrolls a factor with this name and has the browser create its key. */
export async function registerKey(friendlyName: string): Promise<PasskeyOutcome> {
  let factorId = ''
  const refusal = await callAuth(async client => {
    const { error: kept } = await dropUnfinished(client)
    if (kept) return { error: kept }
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
    factorId = data?.id ?? ''
    return { error }
  })
  if (refusal) return refusal
  const outcome = await showKey(factorId)
  // An unfinished enrollment must not block a new one.
  if (outcome !== 'done') await callAuth(dropUnfinished)
  return outcome
}

/** Has the browser create the key of a new factor or sign with an existing one, which raises the session's level. */
export async function showKey(factorId: string): Promise<PasskeyOutcome> {
  let outcome: PasskeyOutcome = 'done'
  const refusal = await callAuth(async client => {
    const site = await siteOf()
    const { data, error } = await client.auth.mfa.challenge({ factorId, webauthn: site })
    if (error) return { error }
    const key = await keyOf(data.webauthn).catch(troubleOf)
    if (typeof key === 'string') {
      outcome = key
      return { error: null }
    }
    const webauthn = { ...site, type: data.webauthn.type, credential_response: key }
    return Reflect.apply(client.auth.mfa.verify, client.auth.mfa, [{ factorId, challengeId: data.id, webauthn }])
  })
  return refusal ?? outcome
}

const siteOf = async () => {
  const { hostname, origin } = new URL((await openAuthClient()).config.publicUrl)
  return { rpId: hostname, rpOrigins: [origin] }
}

/**
 * Not by the client's own register(), which leaves out the keys that are built into phones and computers. What goes to the
 * browser and comes from it passes untyped: the client's types name transports and methods that TypeScript does not know yet.
 */
async function keyOf({ type, credential_options }: { type: 'create' | 'request'; credential_options: object }): Promise<Credential> {
  const { credentials } = navigator
  const ask = type === 'create' ? credentials.create : credentials.get
  const key: Credential | null = await Reflect.apply(ask, credentials, [credential_options])
  if (!key) throw new Error('The browser gave no key.')
  return key
}

/** The error names of browsers (WebAuthn §5.1.3, §5.1.4): canceling and timing out look the same. */
function troubleOf(error: unknown): Exclude<PasskeyOutcome, Refused> {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'left'
  console.error(error)
  return name === 'InvalidStateError' ? 'known' : 'unable'
}
