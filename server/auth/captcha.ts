// Verifies a solved captcha with hCaptcha or Turnstile.
import { z } from 'zod/mini'
import type { Outside } from '../foundation/outside.ts'

/** Returns the verifier's error codes; none for a solved captcha. Throws when the verifier gives no result. */
export type CaptchaCheck = (token: string, ip: string) => Promise<string[]>

interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile'
  siteKey: string
  secret: string
  /** Null for the provider's default. */
  verifyUrl: string | null
}

const verifyUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}
const verifyTimeoutMs = 10_000
const Verification = z.object({ success: z.boolean(), 'error-codes': z._default(z.array(z.string()), []) })

/** https://docs.hcaptcha.com/#verify-the-user-response-server-side and https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
export function openCaptcha(outside: Outside, { provider, siteKey, secret, verifyUrl }: CaptchaSettings): CaptchaCheck {
  return async (token, ip) => {
    // Only hCaptcha accepts the site on which the captcha must have been solved.
    const form = new URLSearchParams({ secret, response: token, remoteip: ip, ...(provider === 'hcaptcha' && { sitekey: siteKey }) })
    const response = await outside.request({
      method: 'POST',
      url: verifyUrl ?? verifyUrls[provider],
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      timeoutMs: verifyTimeoutMs,
    })
    if (response.status !== 200) throw new Error(`The captcha's verifier responded with status ${response.status}.`)
    const { success, 'error-codes': errors } = Verification.parse(JSON.parse(response.body.toString()))
    return success ? [] : errors.length > 0 ? errors : ['unknown-error']
  }
}
