// Fills in sandbox settings, and finds the settings that production still needs.
import { settingDefinitions } from '../../../core/settings/definitions.ts'
import { sandboxSecrets } from './billing.ts'
import { isLoopbackHost } from './values.ts'

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

/** Why the server cannot start. `sandbox_in_public`: other machines can reach a sandbox, whose secrets everybody knows. */
export interface SettingProblem {
  name: string
  problem: 'missing' | 'sandbox_value' | 'sandbox_only' | 'not_https' | 'sandbox_in_public'
}

type ReachEnv = Record<'HOST' | 'PUBLIC_URL', string> & { SANDBOX_IN_PUBLIC: boolean }

type SandboxEnv = Record<'SANDBOX_URL' | 'MAIL_OAUTH_ISSUER', string>

type StripeEnv = Record<'BILLING_PROVIDER' | 'STRIPE_URL' | 'STRIPE_SECRET_KEY', string> & { STRIPE_WEBHOOK_SECRETS: string[] }

export function withSandboxValues<Values extends SandboxEnv>(e: Values): Values {
  const filled = { ...e }
  for (const [name, value] of Object.entries(sandboxValues)) if (Reflect.get(filled, name) === '') Reflect.set(filled, name, value)
  return filled
}

/** In sandbox mode anybody who reaches the server reads its outbox, with the sign-in links of every account. */
export function findSandboxProblems({ HOST, PUBLIC_URL, SANDBOX_IN_PUBLIC }: ReachEnv): SettingProblem[] {
  if (SANDBOX_IN_PUBLIC) return []
  const hosts = { HOST, PUBLIC_URL: URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL).hostname : PUBLIC_URL }
  return Object.entries(hosts).flatMap(([name, host]) =>
    host === '' || isLoopbackHost(host) ? [] : [{ name, problem: 'sandbox_in_public' as const }],
  )
}

export function findSettingProblems(e: SandboxEnv & StripeEnv & ReachEnv): SettingProblem[] {
  return [
    ...requiredSettings.filter(name => Reflect.get(e, name) === '').map(name => ({ name, problem: 'missing' as const })),
    ...Object.entries(sandboxValues)
      .filter(([name, value]) => Reflect.get(e, name) === value)
      .map(([name]) => ({ name, problem: 'sandbox_value' as const })),
    ...(['SANDBOX_URL', 'MAIL_OAUTH_ISSUER'] as const).filter(name => e[name]).map(name => ({ name, problem: 'sandbox_only' as const })),
    ...(/^(?!https:).+/i.test(e.PUBLIC_URL) ? [{ name: 'PUBLIC_URL', problem: 'not_https' as const }] : []),
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
  return `- ${name} ${descriptions[problem]}`
}

const descriptions: Record<SettingProblem['problem'], string> = {
  missing: 'is missing',
  sandbox_value: 'has a sandbox value',
  sandbox_only: 'is only for sandbox mode',
  not_https: 'must start with https://',
  sandbox_in_public: 'lets other machines reach the sandbox: set MODE=production, or SANDBOX_IN_PUBLIC=yes if anyone may see everything',
}
