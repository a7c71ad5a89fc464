// Lists the settings that administrators can change while the server runs: where each is shown, how it is written, and whether it is secret.

/** The groups in the order of the page. Each group is saved as a whole. */
export const settingGroups = [
  'signup',
  'google',
  'azure',
  'github',
  'openid',
  'captcha',
  'whatsapp',
  'email',
  'stripe',
  'limits',
  'retention',
  'operator',
] as const
export type SettingGroup = (typeof settingGroups)[number]

/** The groups whose values are tried with a real call before they are saved. */
const testedGroups = ['google', 'azure', 'github', 'openid', 'captcha', 'whatsapp', 'email', 'stripe'] as const
export type TestedGroup = (typeof testedGroups)[number]

export const isTested = (group: SettingGroup): group is TestedGroup => testedGroups.some(tested => tested === group)

/** They decide where our emails go, who signs in and which number we write from: a change is emailed to the other administrators. */
const guardedGroups: readonly SettingGroup[] = ['google', 'azure', 'github', 'openid', 'whatsapp', 'email']

/** `group` may also be the name of a notice. */
export const isGuarded = (group: string): group is SettingGroup => guardedGroups.some(guarded => guarded === group)

/** How a value is edited. All are written as in the environment: `true`, `600`, `a,b`. */
type SettingKind = 'switch' | 'text' | 'number' | 'list' | 'choice' | 'secret'

interface Definition<Key extends string> {
  /** Also the name of the environment variable, whose schema in server/foundation/config/ checks the value. */
  key: Key
  group: SettingGroup
  kind: SettingKind
  choices?: readonly string[]
}

const inGroup = <Key extends string>(group: SettingGroup, settings: Record<Key, SettingKind | readonly string[]>): Definition<Key>[] =>
  (Object.entries(settings) as [Key, SettingKind | readonly string[]][]).map(([key, kind]) => ({
    key,
    group,
    ...(typeof kind === 'string' ? { kind } : { kind: 'choice', choices: kind }),
  }))

export const settingDefinitions = [
  ...inGroup('signup', { SIGN_UP_OPEN: 'switch', CONFIRM_EMAIL: 'switch' }),
  ...inGroup('google', { AUTH_GOOGLE_ENABLED: 'switch', AUTH_GOOGLE_CLIENT_ID: 'list', AUTH_GOOGLE_CLIENT_SECRET: 'secret' }),
  ...inGroup('azure', {
    ...{ AUTH_AZURE_ENABLED: 'switch', AUTH_AZURE_CLIENT_ID: 'list', AUTH_AZURE_CLIENT_SECRET: 'secret', AUTH_AZURE_TENANT: 'text' },
  }),
  ...inGroup('github', {
    ...{ AUTH_GITHUB_ENABLED: 'switch', AUTH_GITHUB_CLIENT_ID: 'list', AUTH_GITHUB_CLIENT_SECRET: 'secret', AUTH_GITHUB_URL: 'text' },
  }),
  ...inGroup('openid', {
    ...{ AUTH_OIDC_ENABLED: 'switch', AUTH_OIDC_ISSUER: 'text', AUTH_OIDC_CLIENT_ID: 'list', AUTH_OIDC_CLIENT_SECRET: 'secret' },
    AUTH_OIDC_LABEL: 'text',
  }),
  ...inGroup('captcha', { CAPTCHA_PROVIDER: ['hcaptcha', 'turnstile'], CAPTCHA_SITE_KEY: 'text', CAPTCHA_SECRET: 'secret' }),
  ...inGroup('whatsapp', {
    ...{ WHATSAPP_NUMBER_ID: 'text', WHATSAPP_NUMBER: 'text', WHATSAPP_WABA_ID: 'text' },
    ...{ WHATSAPP_ACCESS_TOKEN: 'secret', WHATSAPP_APP_SECRET: 'secret', WHATSAPP_VERIFY_TOKEN: 'secret' },
  }),
  ...inGroup('email', { MAIL_FROM: 'text', MAIL_RELAY_URL: 'text', MAIL_RELAY_PASSWORD: 'secret' }),
  ...inGroup('stripe', { STRIPE_SECRET_KEY: 'secret', STRIPE_WEBHOOK_SECRETS: 'secret' }),
  ...inGroup('limits', { REQUESTS_A_MINUTE: 'number', KEY_REQUESTS_A_MINUTE: 'number', NUMBER_PER_SECOND: 'number' }),
  ...inGroup('retention', { RETENTION_DAYS: 'number', LOG_RETENTION_DAYS: 'number' }),
  ...inGroup('operator', { OPERATOR_NAME: 'text', OPERATOR_ADDRESS: 'text', CONTACT_EMAIL: 'text' }),
]

export type SettingDefinition = (typeof settingDefinitions)[number]
export type SettingKey = SettingDefinition['key']

export const settingKeys: readonly SettingKey[] = settingDefinitions.map(({ key }) => key)

const byKey = new Map<string, SettingDefinition>(settingDefinitions.map(definition => [definition.key, definition]))

export const findDefinition = (key: string): SettingDefinition | undefined => byKey.get(key)

/** The least that may be stored for a number. Fewer would lock everybody out, administrators included, or stop the service. */
export const minimums: Readonly<Partial<Record<SettingKey, number>>> = {
  // The console alone asks dozens of times a minute, and a household shares one address.
  REQUESTS_A_MINUTE: 120,
  KEY_REQUESTS_A_MINUTE: 10,
  NUMBER_PER_SECOND: 1,
  RETENTION_DAYS: 0,
  LOG_RETENTION_DAYS: 30,
}

/** The minimum of a setting, if `value` is below it. */
export function findMinimumAbove(key: SettingKey, value: string): number | null {
  const minimum = minimums[key]
  return minimum !== undefined && Number(value) < minimum ? minimum : null
}

export const isSecret = (key: string): boolean => byKey.get(key)?.kind === 'secret'

/** Secrets that are sent to an address which is itself a setting. Changing the address requires entering the secret again. */
export const secretsByAddress: Readonly<Partial<Record<SettingKey, SettingKey>>> = {
  AUTH_GITHUB_URL: 'AUTH_GITHUB_CLIENT_SECRET',
  AUTH_OIDC_ISSUER: 'AUTH_OIDC_CLIENT_SECRET',
  MAIL_RELAY_URL: 'MAIL_RELAY_PASSWORD',
}

/** A value without the password that a URL may hold, to be shown. */
export const withoutPassword = (text: string): string => text.replace(/^([a-z]+:\/\/[^/:@]*):[^@]*@/i, '$1:…@')

export const hasPassword = (text: string): boolean => withoutPassword(text) !== text
