// GET /settings: what this instance allows.
import type { Ask } from './endpoint.ts'
import type { AuthParts } from './parts.ts'

export async function getSettings({ switches, sendCode, providers }: AuthParts, _ask: Ask) {
  return {
    external: {
      email: true,
      phone: sendCode !== null,
      anonymous_users: switches.anonymous,
      ...Object.fromEntries(['google', 'github', 'azure', 'apple', ...providers.keys()].map(name => [name, providers.has(name)])),
    },
    disable_signup: !switches.signUpOpen,
    mailer_autoconfirm: switches.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: sendCode ? 'whatsapp' : '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  }
}
