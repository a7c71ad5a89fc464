// Serves this instance's public information: its settings, public keys and health.

import type { AuthDeps } from './deps.ts'
import type { AuthRequest } from './endpoint.ts'
import { offersPasskeys } from './passkeys/site.ts'

export async function getSettings(deps: AuthDeps, _request: AuthRequest) {
  const { switches, sendCode, providers } = deps
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
    passkeys_enabled: offersPasskeys(deps),
  }
}

export async function getPublicKeys(deps: AuthDeps, _request: AuthRequest) {
  return { keys: await deps.keys.published() }
}

// GoTrue's name, which monitors of this wire expect.
export async function getHealth(_deps: AuthDeps, _request: AuthRequest) {
  return { version: '1', name: 'GoTrue', description: 'The sign-in service of Mailferry, on the GoTrue wire' }
}
