// GET /settings: what this instance allows.
import type { Ask } from './endpoint.ts'
import type { AuthParts } from './parts.ts'

export async function getSettings({ switches }: AuthParts, _ask: Ask) {
  return {
    external: { email: true, phone: false, anonymous_users: switches.anonymous, google: false, github: false, azure: false, apple: false },
    disable_signup: !switches.signUpOpen,
    mailer_autoconfirm: switches.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  }
}
