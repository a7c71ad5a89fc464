// The settings of signing in, and what they mean to the auth wire.
import { z } from 'zod'
import { providerSettings, providersOf } from './providers.ts'
import { count, type InMode, limits, list } from './values.ts'

export const authSettings = {
  PUBLISHABLE_KEY: z.string().default(''),
  SIGN_UP_OPEN: z.stringbool().default(true),
  CONFIRM_EMAIL: z.union([z.literal(''), z.stringbool()]).default(''),
  ANONYMOUS_SIGN_IN: z.stringbool().default(false),
  PHONE_SIGN_IN: z.union([z.literal(''), z.stringbool()]).default(''),
  MANUAL_LINKING: z.stringbool().default(true),
  WEBAUTHN: z.stringbool().default(true),
  CAPTCHA_PROVIDER: z.union([z.literal(''), z.enum(['hcaptcha', 'turnstile'])]).default(''),
  CAPTCHA_SITE_KEY: z.string().default(''),
  CAPTCHA_SECRET: z.string().default(''),
  CAPTCHA_VERIFY_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  PASSWORD_MIN: z.coerce.number().int().min(6).max(72).default(8),
  REUSE_INTERVAL_MS: z.coerce.number().int().min(0).default(10_000),
  SESSION_MAX_MS: count.default(28_800_000),
  AUTH_LIMITS: limits.default({}),
  REDIRECT_ALLOW: list.default([]),
  TRUSTED_KEYS_FILE: z.string().default(''),
  BREACHED_PASSWORDS_URL: z.string().default(''),
  ...providerSettings,
}

const Settings = z.object(authSettings)
type Given = z.infer<typeof Settings> & InMode

export const authOf = (e: Given) => ({
  signUpOpen: e.SIGN_UP_OPEN,
  autoconfirm: e.CONFIRM_EMAIL === '' ? e.MODE === 'sandbox' : !e.CONFIRM_EMAIL,
  anonymous: e.ANONYMOUS_SIGN_IN,
  phones: e.PHONE_SIGN_IN === '' ? e.MODE === 'sandbox' : e.PHONE_SIGN_IN,
  manualLinking: e.MANUAL_LINKING,
  webauthn: e.WEBAUTHN,
  captcha: captchaOf(e),
  passwordMin: e.PASSWORD_MIN,
  reuseIntervalMs: e.REUSE_INTERVAL_MS,
  timeboxMs: e.SESSION_MAX_MS,
  limits: e.AUTH_LIMITS,
  redirectAllow: e.REDIRECT_ALLOW,
  trustedKeysFile: e.TRUSTED_KEYS_FILE || null,
  breachedUrl: e.BREACHED_PASSWORDS_URL.replace(/\/$/, '') || null,
  providers: providersOf(e),
})

function captchaOf({
  CAPTCHA_PROVIDER: provider,
  CAPTCHA_SITE_KEY: siteKey,
  CAPTCHA_SECRET: secret,
  CAPTCHA_VERIFY_URL: verifyUrl,
}: Given) {
  if (!provider) return null
  // Half of a captcha would let everybody through, or nobody.
  if (!siteKey || !secret)
    throw new Error('CAPTCHA_PROVIDER is set: set CAPTCHA_SITE_KEY and CAPTCHA_SECRET too, or leave all three empty.')
  return { provider, siteKey, secret, verifyUrl: verifyUrl || null }
}
