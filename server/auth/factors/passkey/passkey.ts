// Implements passkeys and security keys as a second factor (WebAuthn).
import { z } from 'zod/mini'
import { HttpError } from '../../../foundation/http/errors.ts'
import { randomToken } from '../../../foundation/seal.ts'
import { parseInput } from '../../endpoint.ts'
import type { FactorHandler } from '../handler.ts'
import { requestOptions, verifyAssertion } from './assertion.ts'
import { creationOptions, verifyRegistration } from './registration.ts'
import { Claims, isDomain, refuseOtherParty, toRelyingParty, toUserHandle } from './relying-party.ts'
import { advanceCounter, insertPasskey, listPasskeys, readPasskey } from './store.ts'

const Challenge = z.object({ webauthn: z.nullish(Claims) })
const Verify = z.object({
  webauthn: z.extend(Claims, {
    type: z.enum(['create', 'request'], { error: 'must be create or request' }),
    credential_response: z.looseObject({}, { error: 'is missing' }),
  }),
})

/** Beside a password, a key proves enough by being there. */
const optional = { requireUserVerification: false }

export const passkey: FactorHandler = {
  method: 'mfa/webauthn',
  failureMessage: 'The passkey or security key could not be verified',
  isEnabled: ({ publicUrl, switches }) => switches.webauthn && isDomain(toRelyingParty(publicUrl)),
  enroll: async () => ({ stored: {}, show: {} }),

  async challenge(deps, { body, record: { user } }, factor) {
    const site = toRelyingParty(deps.publicUrl)
    refuseOtherParty(site, parseInput(Challenge, body).webauthn)
    const challenge = Buffer.from(randomToken(), 'base64url')
    const existing = await listPasskeys(deps.db, user.id)
    const own = existing.find(key => key.factor_id === factor.id)
    const type: 'request' | 'create' = own ? 'request' : 'create'
    const publicKey = own
      ? await requestOptions(site, challenge, { keys: [own], userVerification: 'preferred' })
      : await creationOptions(site, challenge, {
          ...{ user, existing, handle: toUserHandle(user.id) },
          selection: { residentKey: 'discouraged', userVerification: 'preferred' },
        })
    return { stored: { passkey_challenge: challenge }, show: { webauthn: { type, credential_options: { publicKey: { ...publicKey } } } } }
  },

  async verify(deps, { body, record: { user } }, factor, { passkey_challenge: challenge }) {
    const site = toRelyingParty(deps.publicUrl)
    const { webauthn } = parseInput(Verify, body)
    refuseOtherParty(site, webauthn)
    const own = await readPasskey(deps.db, user.id, factor.id)
    if (!challenge || webauthn.type !== (own ? 'request' : 'create')) return null
    try {
      if (own) {
        const counter = await verifyAssertion(
          site,
          challenge,
          { ...own, handle: toUserHandle(user.id) },
          webauthn.credential_response,
          optional,
        )
        return tx => advanceCounter(tx, user.id, factor.id, counter)
      }
      const key = await verifyRegistration(site, challenge, webauthn.credential_response, optional)
      return tx => insertPasskey(tx, user.id, { ...key, factor_id: factor.id, created_at: deps.now() })
    } catch (err) {
      if (err instanceof HttpError) throw err
      // The user only learns that it failed; the reason (another origin, a counter that went back) is for the operator.
      deps.log.warn({ err, userId: user.id, factorId: factor.id }, 'a passkey was refused')
      return null
    }
  },
}
