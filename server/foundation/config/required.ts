// Fills in sandbox settings, and finds the settings that production still needs.
import { settingDefinitions } from '../../../core/settings/definitions.ts'
import { sandboxSecrets } from './billing.ts'

/** The values that the sandbox's stand-ins accept; production refuses them. */
const sandboxValues = {
  WHATSAPP_ACCESS_TOKEN: 'sandbox-token',
  WHATSAPP_APP_SECRET: 'sandbox-secret',
  WHATSAPP_VERIFY_TOKEN: 'sandbox-verify',
  WHATSAPP_NUMBER_ID: '100000000000001',
  WHATSAPP_NUMBER: '15550100123',
  WHATSAPP_WABA_ID: '200000000000001',
  PUBLISHABLE_KEY: 'sb_publishable_sandbox',
}

/** The settings that production requires, in the order in which they are reported. */
export const requiredSettings = [...Object.keys(sandboxValues), 'PUBLIC_URL', 'MAIL_DOMAIN', 'MAIL_FROM', 'MAIL_RELAY_URL']

/** Why production cannot start: a missing value, a sandbox value, or a setting that only works in sandbox mode. */
export interface SettingProblem {
  name: string
  problem: 'missing' | 'sandbox_value' | 'sandbox_only'
}

type SandboxEnv = Record<'SANDBOX_URL' | 'MAIL_OAUTH_ISSUER', string>

type StripeEnv = Record<'BILLING_PROVIDER' | 'STRIPE_URL' | 'STRIPE_SECRET_KEY', string> & { STRIPE_WEBHOOK_SECRETS: string[] }

export function withSandboxValues<Values extends SandboxEnv>(e: Values): Values {
  const filled = { ...e }
  for (const [name, value] of Object.entries(sandboxValues)) if (Reflect.get(filled, name) === '') Reflect.set(filled, name, value)
  return filled
}

export function findSettingProblems(e: SandboxEnv & StripeEnv): SettingProblem[] {
  return [
    ...requiredSettings.filter(name => Reflect.get(e, name) === '').map(name => ({ name, problem: 'missing' as const })),
    ...Object.entries(sandboxValues)
      .filter(([name, value]) => Reflect.get(e, name) === value)
      .map(([name]) => ({ name, problem: 'sandbox_value' as const })),
    ...(['SANDBOX_URL', 'MAIL_OAUTH_ISSUER'] as const).filter(name => e[name]).map(name => ({ name, problem: 'sandbox_only' as const })),
    ...(e.BILLING_PROVIDER === 'stripe' ? findStripeProblems(e) : []),
  ]
}

/** Who knows the sandbox's signing secret could say that anything was paid. */
function findStripeProblems({ STRIPE_URL: url, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRETS: secrets }: StripeEnv): SettingProblem[] {
  const problems: [boolean, SettingProblem][] = [
    [key === '', { name: 'STRIPE_SECRET_KEY', problem: 'missing' }],
    [key === sandboxSecrets.key, { name: 'STRIPE_SECRET_KEY', problem: 'sandbox_value' }],
    [secrets.length === 0, { name: 'STRIPE_WEBHOOK_SECRETS', problem: 'missing' }],
    [secrets.includes(sandboxSecrets.webhook), { name: 'STRIPE_WEBHOOK_SECRETS', problem: 'sandbox_value' }],
    [url.startsWith('http:'), { name: 'STRIPE_URL', problem: 'sandbox_only' }],
  ]
  return problems.flatMap(([isFound, problem]) => (isFound ? [problem] : []))
}

/** The console can store it, so that it may come from the database. */
export const isSettableLater = ({ name, problem }: SettingProblem): boolean =>
  problem === 'missing' && settingDefinitions.some(({ key }) => key === name)

export function describeSettingProblem({ name, problem }: SettingProblem): string {
  if (problem === 'missing') return `- ${name} is missing`
  return problem === 'sandbox_value' ? `- ${name} has a sandbox value` : `- ${name} belongs to sandbox mode`
}
