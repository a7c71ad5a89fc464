// Accepts keys of test mode only, so that no live key is ever used against the stand-in unnoticed.
import type { StripeSettings } from '../settings.ts'
import { StripeFailure } from './failure.ts'

export function refuseKey(settings: StripeSettings, authorization: string | null): StripeFailure | null {
  const key = readKey(authorization)
  if (key === null)
    return refuse(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (/^[rs]k_live_/.test(key)) return refuse(`Invalid API Key provided: ${redact(key)}. This is a sandbox: it takes no live keys.`)
  const isKnown = settings.secretKeys?.includes(key) ?? /^[rs]k_test_\w+$/.test(key)
  return isKnown ? null : refuse(`Invalid API Key provided: ${redact(key)}`)
}

function readKey(authorization: string | null): string | null {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (/^bearer$/i.test(scheme)) return value || null
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString().split(':')[0] || null
  return null
}

const refuse = (message: string) => new StripeFailure(401, { type: 'invalid_request_error', message }, false)
const redact = (key: string) => `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`
