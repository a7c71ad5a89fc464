// Verifies a solved captcha with hCaptcha or Turnstile.
import { z } from 'zod/mini'
import type { Outside } from '../foundation/outside.ts'

/** What keeps `token` from being a solved captcha, in the verifier's codes; none when it is one. Throws when the verifier does not say. */
export type CaptchaCheck = (token: string, ip: string) => Promise<string[]>

interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile'
  siteKey: string
  secret: string
  /** Null: the provider's own. */
  verifyUrl: string | null
}

const verifyUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}
const patienceMs = 10_000
const Answer = z.object({ success: z.boolean(), 'error-codes': z._default(z.array(z.string()), []) })

/** https://docs.hcaptcha.com/#verify-the-user-response-server-side and https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
export function openCaptcha(outside: Outside, { provider, siteKey, secret, verifyUrl }: CaptchaSettings): CaptchaCheck {
  return async (token, ip) => {
    // Only the one can be told which of the owner's sites it must have been solved on.
    const form = new URLSearchParams({ secret, response: token, remoteip: ip, ...(provider === 'hcaptcha' && { sitekey: siteKey }) })
    const answer = await outside.request({
      method: 'POST',
      url: verifyUrl ?? verifyUrls[provider],
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      timeoutMs: patienceMs,
    })
    if (answer.status !== 200) throw new Error(`The captcha's verifier answered ${answer.status}.`)
    const { success, 'error-codes': errors } = Answer.parse(JSON.parse(answer.body.toString()))
    return success ? [] : errors.length > 0 ? errors : ['unknown-error']
  }
}
