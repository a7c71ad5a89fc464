// Which settings sandbox mode fills in, and which ones production requires.

/** What the stand-ins of the sandbox answer to; production refuses them. */
const sandboxValues = {
  WHATSAPP_ACCESS_TOKEN: 'sandbox-token',
  WHATSAPP_APP_SECRET: 'sandbox-secret',
  WHATSAPP_VERIFY_TOKEN: 'sandbox-verify',
  WHATSAPP_NUMBER_ID: '100000000000001',
  WHATSAPP_NUMBER: '15550100123',
  WHATSAPP_WABA_ID: '200000000000001',
  PUBLISHABLE_KEY: 'sb_publishable_sandbox',
}

/** What production needs, in the order in which it is told. */
export const neededSettings = [...Object.keys(sandboxValues), 'PUBLIC_URL', 'MAIL_DOMAIN', 'MAIL_FROM', 'MAIL_RELAY_URL']

/** What keeps production from starting: a value that is missing, a stand-in's value, or a setting of sandbox mode alone. */
export interface SettingProblem {
  name: string
  what: 'missing' | 'sandbox_value' | 'sandbox_only'
}

type OfSandbox = Record<'SANDBOX_URL' | 'MAIL_OAUTH_ISSUER', string>

export function withSandboxValues<Values extends OfSandbox>(e: Values): Values {
  const filled = { ...e }
  for (const [name, value] of Object.entries(sandboxValues)) if (Reflect.get(filled, name) === '') Reflect.set(filled, name, value)
  return filled
}

export function problemsOf(e: OfSandbox): SettingProblem[] {
  return [
    ...neededSettings.filter(name => Reflect.get(e, name) === '').map(name => ({ name, what: 'missing' as const })),
    ...Object.entries(sandboxValues)
      .filter(([name, value]) => Reflect.get(e, name) === value)
      .map(([name]) => ({ name, what: 'sandbox_value' as const })),
    ...(['SANDBOX_URL', 'MAIL_OAUTH_ISSUER'] as const).filter(name => e[name]).map(name => ({ name, what: 'sandbox_only' as const })),
  ]
}

export function sentenceOf({ name, what }: SettingProblem): string {
  if (what === 'missing') return `- ${name} is missing`
  return what === 'sandbox_value' ? `- ${name} has a sandbox value` : `- ${name} belongs to sandbox mode`
}
