// Passkeys and security keys (WebAuthn): a key that signs our challenge for our site and for no other.
import { z } from 'zod/mini'
import { HttpError } from '../../../http/errors.ts'
import { randomToken } from '../../../seal.ts'
import { read } from '../../endpoint.ts'
import type { FactorWays } from '../ways.ts'
import { requestOptions, shownCounter } from './assertion.ts'
import { creationOptions, registeredKey } from './registration.ts'
import { Claims, isDomain, refuseOtherSite, siteOf } from './site.ts'
import { advanceCounter, insertPasskey, listPasskeys, readPasskey } from './store.ts'

const Challenge = z.object({ webauthn: z.nullish(Claims) })
const Verify = z.object({
  webauthn: z.extend(Claims, {
    type: z.enum(['create', 'request'], { error: 'must be create or request' }),
    credential_response: z.looseObject({}, { error: 'is missing' }),
  }),
})

export const passkey: FactorWays = {
  method: 'mfa/webauthn',
  wrong: 'The passkey or security key could not be verified',
  isOn: ({ publicUrl, switches }) => switches.webauthn && isDomain(siteOf(publicUrl)),
  enroll: async () => ({ keep: {}, show: {} }),

  async challenge(parts, { body, who: { user } }, factor) {
    const site = siteOf(parts.publicUrl)
    refuseOtherSite(site, read(Challenge, body).webauthn)
    const challenge = Buffer.from(randomToken(), 'base64url')
    const known = await listPasskeys(parts.db, user.id)
    const own = known.find(key => key.factor_id === factor.id)
    const type: 'request' | 'create' = own ? 'request' : 'create'
    const publicKey = own ? await requestOptions(site, challenge, own) : await creationOptions(site, challenge, user, known)
    return { keep: { passkey_challenge: challenge }, show: { webauthn: { type, credential_options: { publicKey: { ...publicKey } } } } }
  },

  async verify(parts, { body, who: { user } }, factor, { passkey_challenge: challenge }) {
    const site = siteOf(parts.publicUrl)
    const { webauthn } = read(Verify, body)
    refuseOtherSite(site, webauthn)
    const own = await readPasskey(parts.db, user.id, factor.id)
    if (!challenge || webauthn.type !== (own ? 'request' : 'create')) return null
    try {
      if (own) {
        const counter = await shownCounter(site, challenge, own, webauthn.credential_response)
        return tx => advanceCounter(tx, user.id, factor.id, counter)
      }
      const key = await registeredKey(site, challenge, webauthn.credential_response)
      return tx => insertPasskey(tx, user.id, { ...key, factor_id: factor.id, created_at: parts.now() })
    } catch (err) {
      if (err instanceof HttpError) throw err
      // The person learns that it failed; why (another origin, a count that went back) is for whoever runs this.
      parts.log.warn({ err, userId: user.id, factorId: factor.id }, 'a passkey was refused')
      return null
    }
  },
}
