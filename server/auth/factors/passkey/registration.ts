// Registers a passkey: options for the browser, and verification of its response (WebAuthn §7.1).
import { z } from 'zod/mini'
import type { Row } from '../../../foundation/db/tables.ts'
import { refuse } from '../../errors.ts'
import { base64url, ceremonyMs, type RelyingParty, toDescriptor } from './relying-party.ts'

// ES256, EdDSA and RS256 by their COSE numbers: what today's keys support.
const algorithms = [-7, -8, -257]
// The first limit is from WebAuthn §7.1; keys have none there, but the largest key of these algorithms has a few hundred bytes.
const credentialIdBytes = 1023
const publicKeyBytes = 4096

interface NewKey {
  user: Row<'users'>
  /** None of these may be registered twice. */
  existing: Pick<Row<'passkeys'>, 'credential_id' | 'transports'>[]
  /** What the key will know its user by. */
  handle: Buffer
  selection: { residentKey: 'discouraged' | 'required'; userVerification: 'preferred' | 'required' }
}

export async function creationOptions(site: RelyingParty, challenge: Buffer, { user, existing, handle, selection }: NewKey) {
  const name = user.email ?? user.phone ?? user.id
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Mailferry',
    rpID: site.id,
    userID: new Uint8Array(handle),
    userName: name,
    userDisplayName: name,
    challenge: new Uint8Array(challenge),
    timeout: ceremonyMs,
    attestationType: 'none',
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: selection,
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

/** Verifies a registration and returns the new key. Throws 400 on malformed input, otherwise an error with the reason. */
export async function verifyRegistration(
  site: RelyingParty,
  challenge: Buffer,
  input: unknown,
  { requireUserVerification }: { requireUserVerification: boolean },
) {
  const parsed = Registration.safeParse(input)
  if (!parsed.success) throw refuse('validation_failed', { message: 'Invalid credential_response' })
  const { response } = parsed.data
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  // We requested no attestation; for other formats the library would fetch URLs from foreign certificates.
  const format = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url'))).get('fmt')
  if (!['none', 'packed'].includes(format)) throw new Error(`Its attestation format is ${format}.`)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...parsed.data, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification,
    supportedAlgorithmIDs: algorithms,
  })
  if (!verified) throw new Error('Its attestation is wrong.')
  const credential_id = Buffer.from(registrationInfo.credential.id, 'base64url')
  const public_key = Buffer.from(registrationInfo.credential.publicKey)
  if (credential_id.length > credentialIdBytes || public_key.length > publicKeyBytes) throw new Error('The key is too large.')
  return { credential_id, public_key, counter: registrationInfo.credential.counter, transports: response.transports }
}
