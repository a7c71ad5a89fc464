// Tells whether passkeys are offered here, and under which handle a key knows its user.
import { digest } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { isDomain, type RelyingParty, toRelyingParty } from '../factors/passkey/relying-party.ts'

export const offersPasskeys = ({ publicUrl, switches }: AuthDeps): boolean => switches.webauthn && isDomain(toRelyingParty(publicUrl))

/** Throws 404 where passkeys are off. */
export function passkeySite(deps: AuthDeps): RelyingParty {
  if (!offersPasskeys(deps)) throw refuse('passkey_disabled')
  return toRelyingParty(deps.publicUrl)
}

/** Unlike that of second factors: an authenticator keeps one passkey per site and handle, and a new one replaces the old. */
export const signInHandle = (userId: string): Buffer => digest(`sign-in passkey of ${userId}`)
