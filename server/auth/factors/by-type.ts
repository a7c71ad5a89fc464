// The types of factor that the wire knows, each with its ways.
import type { AuthParts } from '../parts.ts'
import { FactorType } from '../shapes.ts'
import { passkey } from './passkey/passkey.ts'
import { phone } from './phone/phone.ts'
import { totp } from './totp.ts'
import type { FactorWays } from './ways.ts'

export const byType: Record<FactorType, FactorWays> = {
  totp,
  phone,
  webauthn: passkey,
}

/** The types that this instance offers, in the order of the table. */
export const offeredTypes = (parts: AuthParts): FactorType[] => FactorType.options.filter(type => byType[type].isOn(parts))

export const secondMethods: string[] = Object.values(byType).map(ways => ways.method)
