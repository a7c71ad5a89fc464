// Checks the signature of a passkey: options for the browser, and verification of its answer (WebAuthn §7.2).
import { z } from 'zod/mini'
import type { Row } from '../../../foundation/db/tables.ts'
import { refuse } from '../../errors.ts'
import { base64url, ceremonyMs, type RelyingParty, toDescriptor } from './relying-party.ts'

interface RequestedKeys {
  /** Empty: any key that the browser has for this site. */
  keys: Pick<Row<'passkeys'>, 'credential_id' | 'transports'>[]
  userVerification: 'preferred' | 'required'
}

export async function requestOptions(site: RelyingParty, challenge: Buffer, { keys, userVerification }: RequestedKeys) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: new Uint8Array(challenge),
    timeout: ceremonyMs,
    allowCredentials: keys.map(toDescriptor),
    userVerification,
  })
}

/** `handle`: what the key knows its user by. */
type KnownKey = Pick<Row<'passkeys'>, 'credential_id' | 'public_key' | 'counter' | 'transports'> & { handle: Buffer }

const Assertion = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.nullish(base64url),
  }),
})

/** Verifies an assertion and returns the key's signature counter. Throws 400 on malformed input, otherwise an error with the reason. */
export async function verifyAssertion(
  site: RelyingParty,
  challenge: Buffer,
  key: KnownKey,
  input: unknown,
  { requireUserVerification }: { requireUserVerification: boolean },
): Promise<number> {
  const parsed = Assertion.safeParse(input)
  if (!parsed.success) throw refuse('validation_failed', { message: 'Invalid credential_response' })
  const { userHandle, ...response } = parsed.data.response
  if (userHandle && userHandle !== key.handle.toString('base64url')) throw new Error('The key belongs to another user.')
  const { id } = toDescriptor(key)
  // The library checks the signature against the given key, whatever id the response names.
  if (parsed.data.id !== id) throw new Error('The response names another key.')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...parsed.data, response, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification,
    credential: { id, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter) },
  })
  if (!verified) throw new Error('The signature is not from this key.')
  return authenticationInfo.newCounter
}
