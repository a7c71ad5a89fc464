// Defines the WebAuthn relying party: always our own site, whatever a client claims.
import { isIP } from 'node:net'
import { z } from 'zod/mini'
import type { Row } from '../../../foundation/db/tables.ts'
import { refuse } from '../../errors.ts'
import { ShortText } from '../../shapes.ts'

export interface RelyingParty {
  /** The domain that keys are bound to. */
  id: string
  /** The only origin that may use them. */
  origin: string
}

export function toRelyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Browsers support no passkeys on a bare IP address (WebAuthn §5.1.3). */
export const isDomain = ({ id }: RelyingParty): boolean => isIP(id.replaceAll(/[[\]]/g, '')) === 0

export const Claims = z.object({ rpId: z.nullish(ShortText), rpOrigins: z.nullish(z.array(ShortText).check(z.maxLength(20))) })
export type Claims = z.infer<typeof Claims>

/** Tells a client for another site immediately, instead of letting its key fail. */
export function refuseOtherParty({ id, origin }: RelyingParty, claims: Claims | null | undefined): void {
  if (claims?.rpId && claims.rpId !== id) throw refuse('validation_failed', { message: `rpId must be ${id}, the domain of this service` })
  if (claims?.rpOrigins?.some(claimed => claimed !== origin))
    throw refuse('validation_failed', { message: `rpOrigins must be ${origin}, the address of this service` })
}

/** How long a browser waits for the user; the challenge expires at the same time. */
export const ceremonyMs = 300_000

export const base64url = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]+$/))

/** The user handle stored in a key: the user id, and nothing personal. */
export const toUserHandle = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** A key's descriptor for browsers. */
export const toDescriptor = ({
  credential_id,
  transports,
}: Pick<Row<'passkeys'>, 'credential_id' | 'transports'>): { id: string; transports: string[] } => ({
  id: credential_id.toString('base64url'),
  transports,
})
