// The OAuth sign-in that this tab has started, stored until the provider redirects back.
import { z } from 'zod/mini'

const OAuthAttempt = z.object({
  purpose: z.enum(['sign_in', 'link']),
  provider: z.string(),
  label: z.string(),
  /** The path on this site to open afterwards. */
  next: z.string(),
})
export type OAuthAttempt = z.output<typeof OAuthAttempt>

const key = 'mailferry-provider-trip'

export const storeAttempt = (attempt: OAuthAttempt): void => sessionStorage.setItem(key, JSON.stringify(attempt))

export function readAttempt(): OAuthAttempt | null {
  try {
    return OAuthAttempt.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}
