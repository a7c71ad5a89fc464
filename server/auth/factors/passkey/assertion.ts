// Signing in with a passkey: the options for the browser, and the check of its signature (WebAuthn §7.2).
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod/mini'
import type { Row } from '../../../foundation/db/tables.ts'
import { refuse } from '../../errors.ts'
import { base64url, ceremonyMs, descriptorOf, handleOf, type RelyingParty } from './relying-party.ts'

export const requestOptions = async (site: RelyingParty, challenge: Buffer, key: Row<'passkeys'>) =>
  generateAuthenticationOptions({
    rpID: site.id,
    challenge: new Uint8Array(challenge),
    timeout: ceremonyMs,
    allowCredentials: [descriptorOf(key)],
    userVerification: 'preferred',
  })

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

/** How often the key has signed, by its own count. Throws 400 on what is no assertion, else why it is not this key's for this site. */
export async function shownCounter(site: RelyingParty, challenge: Buffer, key: Row<'passkeys'>, given: unknown): Promise<number> {
  const parsed = Assertion.safeParse(given)
  if (!parsed.success) throw refuse('validation_failed', { message: 'Invalid credential_response' })
  const { userHandle, ...response } = parsed.data.response
  if (userHandle && userHandle !== handleOf(key.user_id).toString('base64url')) throw new Error('The key is for another person.')
  const { id } = descriptorOf(key)
  // The library takes the signature for that of the key it is given, whatever the answer calls it.
  if (parsed.data.id !== id) throw new Error('It is another key.')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...parsed.data, response, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    credential: { id, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter) },
  })
  if (!verified) throw new Error('The signature is not of this key.')
  return authenticationInfo.newCounter
}
