// Sign-in settings.
import { z } from 'zod/mini'
import { providerSettings, toProviderConfig } from './providers.ts'
import { count, limits, list, type ModeEnv } from './values.ts'

export const authSettings = {
  PUBLISHABLE_KEY: z._default(z.string(), ''),
  SIGN_UP_OPEN: z._default(z.stringbool(), true),
  CONFIRM_EMAIL: z._default(z.union([z.literal(''), z.stringbool()]), ''),
  ANONYMOUS_SIGN_IN: z._default(z.stringbool(), false),
  PHONE_SIGN_IN: z._default(z.union([z.literal(''), z.stringbool()]), ''),
  MANUAL_LINKING: z._default(z.stringbool(), true),
  WEBAUTHN: z._default(z.stringbool(), true),
  CAPTCHA_PROVIDER: z._default(z.union([z.literal(''), z.enum(['hcaptcha', 'turnstile'])]), ''),
  CAPTCHA_SITE_KEY: z._default(z.string(), ''),
  CAPTCHA_SECRET: z._default(z.string(), ''),
  CAPTCHA_VERIFY_URL: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  PASSWORD_MIN: z._default(z.coerce.number().check(z.int(), z.minimum(6), z.maximum(72)), 8),
  REUSE_INTERVAL_MS: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 10_000),
  SESSION_MAX_MS: z._default(count, 28_800_000),
  SESSION_REFRESH_WITHIN_MS: z._default(count, 4_500_000),
  AUTH_LIMITS: z._default(limits, {}),
  REDIRECT_ALLOW: z._default(list, []),
  TRUSTED_KEYS_FILE: z._default(z.string(), ''),
  BREACHED_PASSWORDS_URL: z._default(z.string(), ''),
  ...providerSettings,
}

const Settings = z.object(authSettings)
type AuthEnv = z.infer<typeof Settings> & ModeEnv

export const toAuthConfig = (e: AuthEnv) => ({
  signUpOpen: e.SIGN_UP_OPEN,
  autoconfirm: e.CONFIRM_EMAIL === '' ? e.MODE === 'sandbox' : !e.CONFIRM_EMAIL,
  anonymous: e.ANONYMOUS_SIGN_IN,
  phones: e.PHONE_SIGN_IN === '' ? e.MODE === 'sandbox' : e.PHONE_SIGN_IN,
  manualLinking: e.MANUAL_LINKING,
  webauthn: e.WEBAUTHN,
  captcha: parseCaptcha(e),
  passwordMin: e.PASSWORD_MIN,
  reuseIntervalMs: e.REUSE_INTERVAL_MS,
  timeboxMs: e.SESSION_MAX_MS,
  refreshWithinMs: e.SESSION_REFRESH_WITHIN_MS,
  limits: e.AUTH_LIMITS,
  redirectAllow: e.REDIRECT_ALLOW,
  trustedKeysFile: e.TRUSTED_KEYS_FILE || null,
  breachedUrl: e.BREACHED_PASSWORDS_URL.replace(/\/$/, '') || null,
  providers: toProviderConfig(e),
})

function parseCaptcha({
  CAPTCHA_PROVIDER: provider,
  CAPTCHA_SITE_KEY: siteKey,
  CAPTCHA_SECRET: secret,
  CAPTCHA_VERIFY_URL: verifyUrl,
}: AuthEnv) {
  if (!provider) return null
  // A half-configured captcha would let everybody through, or nobody.
  if (!siteKey || !secret)
    throw new Error('CAPTCHA_PROVIDER is set: set CAPTCHA_SITE_KEY and CAPTCHA_SECRET too, or leave all three empty.')
  return { provider, siteKey, secret, verifyUrl: verifyUrl || null }
}
