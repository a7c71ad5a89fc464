// Requires a solved captcha for a request, where a captcha is configured.
import { z } from 'zod/mini'
import type { Log } from '../foundation/log.ts'
import type { CaptchaCheck } from './captcha.ts'
import type { AuthDeps } from './deps.ts'
import { type AuthRequest, parseInput } from './endpoint.ts'
import { refuse } from './errors.ts'

/** Wraps an endpoint so that it requires a solved captcha, where one is configured. */
export function behindCaptcha<T>(endpoint: (deps: AuthDeps, request: AuthRequest) => Promise<T>) {
  return async (deps: AuthDeps, request: AuthRequest): Promise<T> => {
    if (deps.captcha) await refuseUnsolved(deps, deps.captcha, request)
    return endpoint(deps, request)
  }
}

const Meta = z.object({
  gotrue_meta_security: z.nullish(z.object({ captcha_token: z.nullish(z.string().check(z.trim(), z.maxLength(16_384))) })),
})

// Errors caused by our own configuration, which the operator must learn about.
const configurationErrors = new Set(['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch', 'bad-request'])

async function refuseUnsolved({ counters, log }: AuthDeps, check: CaptchaCheck, { body, ip }: AuthRequest): Promise<void> {
  const token = parseInput(Meta, body).gotrue_meta_security?.captcha_token
  await counters.consume('captcha', ip)
  const errors = token ? await runCheck(check, token, ip, log) : ['no captcha_token found']
  if (errors.length === 0) return
  if (errors.some(code => configurationErrors.has(code)))
    log.error({ errors }, 'the captcha could not be verified: check CAPTCHA_SECRET and CAPTCHA_SITE_KEY')
  throw refuse('captcha_failed', { message: `captcha protection: request disallowed (${errors.join(', ')})` })
}

/** Refuses everybody while the verifier is unreachable. */
async function runCheck(check: CaptchaCheck, token: string, ip: string, log: Log): Promise<string[]> {
  try {
    return await check(token, ip)
  } catch (err) {
    log.error({ err }, 'the captcha could not be verified: its verifier does not respond')
    const message = 'We couldn’t check the captcha, because its provider isn’t responding. Try again in a minute'
    throw refuse('unexpected_failure', { status: 503, message })
  }
}
