// Passkeys and security keys as a second factor (WebAuthn).
import { z } from 'zod/mini'
import { HttpError } from '../../../foundation/http/errors.ts'
import { randomToken } from '../../../foundation/seal.ts'
import { read } from '../../endpoint.ts'
import type { FactorHandler } from '../handler.ts'
import { requestOptions, shownCounter } from './assertion.ts'
import { creationOptions, registeredKey } from './registration.ts'
import { Claims, isDomain, refuseOtherParty, relyingPartyOf } from './relying-party.ts'
import { advanceCounter, insertPasskey, listPasskeys, readPasskey } from './store.ts'

const Challenge = z.object({ webauthn: z.nullish(Claims) })
const Verify = z.object({
  webauthn: z.extend(Claims, {
    type: z.enum(['create', 'request'], { error: 'must be create or request' }),
    credential_response: z.looseObject({}, { error: 'is missing' }),
  }),
})

export const passkey: FactorHandler = {
  method: 'mfa/webauthn',
  wrong: 'The passkey or security key could not be verified',
  isOn: ({ publicUrl, switches }) => switches.webauthn && isDomain(relyingPartyOf(publicUrl)),
  enroll: async () => ({ keep: {}, show: {} }),

  async challenge(deps, { body, who: { user } }, factor) {
    const site = relyingPartyOf(deps.publicUrl)
    refuseOtherParty(site, read(Challenge, body).webauthn)
    const challenge = Buffer.from(randomToken(), 'base64url')
    const known = await listPasskeys(deps.db, user.id)
    const own = known.find(key => key.factor_id === factor.id)
    const type: 'request' | 'create' = own ? 'request' : 'create'
    const publicKey = own ? await requestOptions(site, challenge, own) : await creationOptions(site, challenge, user, known)
    return { keep: { passkey_challenge: challenge }, show: { webauthn: { type, credential_options: { publicKey: { ...publicKey } } } } }
  },

  async verify(deps, { body, who: { user } }, factor, { passkey_challenge: challenge }) {
    const site = relyingPartyOf(deps.publicUrl)
    const { webauthn } = read(Verify, body)
    refuseOtherParty(site, webauthn)
    const own = await readPasskey(deps.db, user.id, factor.id)
    if (!challenge || webauthn.type !== (own ? 'request' : 'create')) return null
    try {
      if (own) {
        const counter = await shownCounter(site, challenge, own, webauthn.credential_response)
        return tx => advanceCounter(tx, user.id, factor.id, counter)
      }
      const key = await registeredKey(site, challenge, webauthn.credential_response)
      return tx => insertPasskey(tx, user.id, { ...key, factor_id: factor.id, created_at: deps.now() })
    } catch (err) {
      if (err instanceof HttpError) throw err
      // The person learns that it failed; why (another origin, a count that went back) is for whoever runs this.
      deps.log.warn({ err, userId: user.id, factorId: factor.id }, 'a passkey was refused')
      return null
    }
  },
}
