// Passkeys and security keys: what this browser can do with them, registering one, and showing it.
import { askAuth } from '../../auth/asking.ts'
import { openDoor } from '../../auth/client.ts'
import type { Refused } from '../../session.tsx'
import { dropUnfinished } from './begin.ts'

/** How it ended: done, left by the person, or why not. */
export type Outcome = 'done' | 'left' | 'known' | 'unable' | Refused

/** What keeps this page from using keys: no https, no browser that knows them, another address than the keys belong to. */
export function obstacleOf(publicUrl: string): 'insecure' | 'browser' | 'address' | null {
  if (!isSecureContext) return 'insecure'
  if (!('PublicKeyCredential' in window)) return 'browser'
  return location.origin === new URL(publicUrl).origin ? null : 'address'
}

/** Enrols a factor of this name and has the browser make its key. */
export async function registerKey(friendlyName: string): Promise<Outcome> {
  let factorId = ''
  const refusal = await askAuth(async client => {
    const { error: kept } = await dropUnfinished(client)
    if (kept) return { error: kept }
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
    factorId = data?.id ?? ''
    return { error }
  })
  if (refusal) return refusal
  const outcome = await showKey(factorId)
  // What was left stays in nobody's way.
  if (outcome !== 'done') await askAuth(dropUnfinished)
  return outcome
}

/** Has the browser make the key of a new factor, or sign with that of an old one; the session is raised by it. */
export async function showKey(factorId: string): Promise<Outcome> {
  let outcome: Outcome = 'done'
  const refusal = await askAuth(async client => {
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
  const { hostname, origin } = new URL((await openDoor()).config.publicUrl)
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

/** What browsers call it (WebAuthn §5.1.3, §5.1.4): who says no and who takes too long look the same there. */
function troubleOf(error: unknown): Exclude<Outcome, Refused> {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'left'
  console.error(error)
  return name === 'InvalidStateError' ? 'known' : 'unable'
}
