// Asks for a new authenticator secret, in place of one that was begun and left.
import { askAuth } from '../auth/asking.ts'
import type { Refused } from '../session.tsx'

export interface Offer {
  id: string
  secret: string
  /** The otpauth address that the QR code shows. */
  uri: string
}

export async function enrollFactor(friendlyName: string): Promise<{ offer: Offer | null; refusal: Refused | null }> {
  let offer: Offer | null = null
  const refusal = await askAuth(async client => {
    const { data: kept, error: unread } = await client.auth.mfa.listFactors()
    if (unread) return { error: unread }
    for (const { id, status } of kept.all) if (status !== 'verified') await client.auth.mfa.unenroll({ factorId: id })
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Mailferry' })
    if (data) offer = { id: data.id, secret: data.totp.secret, uri: data.totp.uri }
    return { error }
  })
  return { offer, refusal }
}
