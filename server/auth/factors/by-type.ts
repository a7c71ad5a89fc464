// Maps each factor type to its handler.
import type { AuthDeps } from '../deps.ts'
import { FactorType } from '../shapes.ts'
import type { FactorHandler } from './handler.ts'
import { passkey } from './passkey/passkey.ts'
import { phone } from './phone/phone.ts'
import { totp } from './totp.ts'

export const factorHandlers: Record<FactorType, FactorHandler> = {
  totp,
  phone,
  webauthn: passkey,
}

/** The types that this instance offers, in schema order. */
export const offeredTypes = (deps: AuthDeps): FactorType[] => FactorType.options.filter(type => factorHandlers[type].isEnabled(deps))

/** The name of a recovery code in a session's amr. */
export const recoveryMethod = 'recovery_code'

export const secondMethods: string[] = [...Object.values(factorHandlers).map(handler => handler.method), recoveryMethod]
