// Registering a passkey: the options for the browser, and the key in its answer (WebAuthn §7.1).
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { z } from 'zod/mini'
import type { Row } from '../../../foundation/db/tables.ts'
import { refuse } from '../../errors.ts'
import { base64url, ceremonyMs, descriptorOf, handleOf, type RelyingParty } from './relying-party.ts'

// ES256, EdDSA and RS256, as COSE numbers them: what the keys of today speak.
const algorithms = [-7, -8, -257]
// The first by WebAuthn §7.1; the second has no limit there, and the largest key of these algorithms has some hundred bytes.
const credentialIdBytes = 1023
const publicKeyBytes = 4096

/** `known` are the keys that the person has: none is registered twice. */
export async function creationOptions(site: RelyingParty, challenge: Buffer, user: Row<'users'>, known: Row<'passkeys'>[]) {
  const name = user.email ?? user.phone ?? user.id
  return generateRegistrationOptions({
    rpName: 'Mailferry',
    rpID: site.id,
    userID: new Uint8Array(handleOf(user.id)),
    userName: name,
    userDisplayName: name,
    challenge: new Uint8Array(challenge),
    timeout: ceremonyMs,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  })
}

const Registration = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z._default(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)), []),
  }),
})

/** The key that was made. Throws 400 on what is no registration, else why it was not made for this site and this challenge. */
export async function registeredKey(site: RelyingParty, challenge: Buffer, given: unknown) {
  const parsed = Registration.safeParse(given)
  if (!parsed.success) throw refuse('validation_failed', { message: 'Invalid credential_response' })
  const { response } = parsed.data
  // We asked for no attestation; in the other formats the library would look up what foreign certificates point at.
  const format = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url'))).get('fmt')
  if (!['none', 'packed'].includes(format)) throw new Error(`Its attestation is ${format}.`)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...parsed.data, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  })
  if (!verified) throw new Error('Its attestation is wrong.')
  const credential_id = Buffer.from(registrationInfo.credential.id, 'base64url')
  const public_key = Buffer.from(registrationInfo.credential.publicKey)
  if (credential_id.length > credentialIdBytes || public_key.length > publicKeyBytes) throw new Error('The key is too large.')
  return { credential_id, public_key, counter: registrationInfo.credential.counter, transports: response.transports }
}
