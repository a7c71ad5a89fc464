// Asks a phone that is a second factor for its code, and hands the code in.

import { askAuth } from '../../auth/asking.ts'
import type { Client } from '../../auth/client.ts'
import type { Refused } from '../../session.tsx'

/** A challenge that waits for its code. */
export interface Asked {
  factorId: string
  challengeId: string
}

/** What was asked is left in `asked`; where that failed, what stood there stays: its code may still come. */
export async function askPhone(client: Client, factorId: string, asked: { current: Asked | null }) {
  const { data, error } = await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })
  if (data) asked.current = { factorId, challengeId: data.id }
  return { error }
}

/** The session is raised by it. */
export const provePhone = async (asked: Asked | null, code: string): Promise<Refused | null> =>
  asked ? askAuth(client => client.auth.mfa.verify({ ...asked, code })) : { status: 422, code: 'mfa_challenge_expired' }
