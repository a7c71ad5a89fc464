// Reads the session claims of an access token without verifying them, which is the server's job.
import type { Session } from '@supabase/supabase-js'
import { z } from 'zod/mini'

const Claims = z.object({ session_id: z.optional(z.string()), aal: z.optional(z.string()) })

function readClaims(token: string): z.output<typeof Claims> {
  try {
    return Claims.parse(JSON.parse(decodeBase64UrlText(token.split('.')[1] ?? '')))
  } catch {
    return {}
  }
}

/** Stays the same while a session is refreshed, and differs after the next sign-in. */
export const sessionIdOf = ({ access_token, user }: Session): string =>
  readClaims(access_token).session_id ?? `${user.id} ${user.last_sign_in_at ?? ''}`

/** True while a user with a second factor has verified only the first one. */
export const isSecondStepDue = ({ access_token, user }: Session): boolean =>
  readClaims(access_token).aal === 'aal1' && (user.factors ?? []).some(factor => factor.status === 'verified')

/** True once a session has been verified with a second factor. */
export const usesSecondFactor = ({ access_token }: Session): boolean => readClaims(access_token).aal === 'aal2'

export const decodeBase64UrlText = (text: string): string => new TextDecoder().decode(decodeBase64Url(text))

export const decodeBase64Url = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))
