// The WebAuthn relying party: always our own site, whatever a client claims.
import { isIP } from 'node:net'
import { z } from 'zod/mini'
import type { Row } from '../../../foundation/db/tables.ts'
import { refuse } from '../../errors.ts'

export interface RelyingParty {
  /** The domain that keys belong to. */
  id: string
  /** From where alone they are used. */
  origin: string
}

export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** A bare address is no domain, and browsers know no keys for it (WebAuthn §5.1.3). */
export const isDomain = ({ id }: RelyingParty): boolean => isIP(id.replaceAll(/[[\]]/g, '')) === 0

export const Claims = z.object({ rpId: z.nullish(z.string()), rpOrigins: z.nullish(z.array(z.string())) })
export type Claims = z.infer<typeof Claims>

/** A client of another site hears so at once, instead of from a key that does not answer. */
export function refuseOtherParty({ id, origin }: RelyingParty, claims: Claims | null | undefined): void {
  if (claims?.rpId && claims.rpId !== id) throw refuse('validation_failed', { message: `rpId must be ${id}, the domain of this service` })
  if (claims?.rpOrigins?.some(given => given !== origin))
    throw refuse('validation_failed', { message: `rpOrigins must be ${origin}, the address of this service` })
}

/** How long a browser waits for the person; the challenge does not live longer. */
export const ceremonyMs = 300_000

export const base64url = z.string().check(z.regex(/^[\w-]+$/))

/** What a key keeps of whose it is: the id of the person, and nothing that names them. */
export const handleOf = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** A key as browsers are told of it. */
export const descriptorOf = ({ credential_id, transports }: Row<'passkeys'>): { id: string; transports: string[] } => ({
  id: credential_id.toString('base64url'),
  transports,
})
