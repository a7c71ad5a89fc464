// Asks for a new authenticator secret.
import { askAuth } from '../../auth/asking.ts'
import type { Refused } from '../../session.tsx'
import { dropUnfinished } from './begin.ts'

export interface Offer {
  id: string
  secret: string
  /** The otpauth address that the QR code shows. */
  uri: string
}

export async function enrollApp(friendlyName: string): Promise<{ offer: Offer | null; refusal: Refused | null }> {
  let offer: Offer | null = null
  const refusal = await askAuth(async client => {
    const { error: kept } = await dropUnfinished(client)
    if (kept) return { error: kept }
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Mailferry' })
    if (data) offer = { id: data.id, secret: data.totp.secret, uri: data.totp.uri }
    return { error }
  })
  return { offer, refusal }
}
