// Reads every setting from the environment once, validates it, and freezes it.
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod/mini'
import { authSettings, toAuthConfig } from './config/auth.ts'
import { billingSettings, toBillingConfig } from './config/billing.ts'
import { deliverySettings, toDeliveryConfig } from './config/delivery.ts'
import { mailSignInSettings, toMailSignInConfig } from './config/mail-sign-ins.ts'
import { operatorSettings, toOperatorConfig } from './config/operator.ts'
import { publicSiteSettings, toPublicSiteConfig } from './config/public-site.ts'
import { mailSettings, smtpSettings, toMailConfig, toSmtpConfig } from './config/receiving.ts'
import {
  describeSettingProblem,
  findSandboxProblems,
  findSettingProblems,
  isSettableLater,
  type SettingProblem,
  withSandboxValues,
} from './config/required.ts'
import { storageSettings, toMailFileConfig, toStorageConfig } from './config/storage.ts'
import { systemEmailSettings, toMailerConfig } from './config/system-email.ts'
import { count, hostPorts, list, mode, port } from './config/values.ts'
import { toWhatsAppConfig, whatsappSettings } from './config/whatsapp.ts'

const role = z.enum(['web', 'mail', 'delivery'])

const Environment = z.object({
  MODE: z._default(mode, 'sandbox'),
  PORT: z._default(port, 8080),
  HOST: z._default(z.string(), ''),
  PUBLIC_URL: z._default(z.string(), ''),
  ...smtpSettings,
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z._default(z.union([z.literal(''), z.url({ protocol: /^postgres(ql)?$/ })]), ''),
  DATABASE_CONNECTIONS: z._default(count, 20),
  MASTER_KEY_FILE: z._default(z.string(), ''),
  ROLES: z._default(z.pipe(list, z.array(role)), ['web', 'mail', 'delivery']),
  HOST_ID: z._default(z.string(), ''),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  TRUSTED_PROXIES: z._default(list, []),
  METRICS_TOKEN: z._default(
    z.union([z.literal(''), z.string().check(z.regex(/^[\x21-\x7e]{16,}$/, 'write at least 16 characters without spaces'))]),
    '',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  SANDBOX_URL: z._default(z.string(), ''),
  SANDBOX_IN_PUBLIC: z._default(z.stringbool(), false),
  DEMO: z._default(z.stringbool(), true),
  REQUESTS_A_MINUTE: z._default(count, 600),
  KEY_REQUESTS_A_MINUTE: z._default(count, 120),
  UPDATE_CHECK_URL: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  OUTSIDE_ALLOW: z._default(hostPorts, []),
  ASK_DNS: z._default(z.union([z.literal(''), z.stringbool()]), ''),
  ...authSettings,
  ...operatorSettings,
  ...publicSiteSettings,
  ...systemEmailSettings,
  ...whatsappSettings,
  ...mailSignInSettings,
  ...deliverySettings,
  ...mailSettings,
  ...storageSettings,
  ...billingSettings,
  RETENTION_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(365)), 30),
  LOG_RETENTION_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(30), z.maximum(3650)), 365),
})

type Values = z.infer<typeof Environment>

type Environ = Record<string, string | undefined>
/** What was set, as it was written, by the name of its setting. */
type Provided = Record<string, string>

/** `provided` is what the other values were read from. */
export type Config = Readonly<ReturnType<typeof toConfig>> & { readonly provided: Provided }

/** Validates `env` and fills in defaults; throws one error that lists every missing or invalid setting. */
export function readConfig(env: Environ): Config {
  const read = readValues(env)
  refuseProblems(read.problems)
  return toWholeConfig(read)
}

/** Like `readConfig`, before the database is open: what the console may have stored can still be missing. */
export function readStartConfig(env: Environ): Config {
  const read = readValues(env)
  refuseProblems(read.problems.filter(problem => !isSettableLater(problem)))
  return toWholeConfig(read)
}

/** Throws a user-facing message that lists every problem. */
export function refuseProblems(problems: SettingProblem[]): void {
  if (problems.length > 0)
    throw new Error(`The server can’t start with these settings (see .env.example):\n${problems.map(describeSettingProblem).join('\n')}`)
}

/** Like `readConfig`, for diagnostics: missing production settings are returned as problems and stay empty in the configuration. */
export function inspectConfig(env: Environ): { config: Config; problems: SettingProblem[] } {
  const read = readValues(env)
  return { config: toWholeConfig(read), problems: read.problems }
}

const toWholeConfig = ({ provided, values }: { provided: Provided; values: Values }): Config =>
  Object.freeze({ ...toConfig(values), provided })

function readValues(env: Environ): { provided: Provided; values: Values; problems: SettingProblem[] } {
  const provided: Provided = {}
  for (const [name, value] of Object.entries(env)) if (name in Environment.shape && value) provided[name] = value
  const { data: values, error } = Environment.safeParse(provided, { error: z.locales.en().localeError })
  if (error)
    throw new Error(`The configuration is invalid:
${error.issues.map(i => `- ${i.path.join('.')}: ${i.message}`).join('\n')}`)
  return values.MODE === 'sandbox'
    ? { provided, values: withSandboxValues(values), problems: findSandboxProblems(values) }
    : { provided, values, problems: findSettingProblems(values) }
}

function toConfig(e: Values) {
  return {
    mode: e.MODE,
    port: e.PORT,
    host: e.HOST || (e.MODE === 'sandbox' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: (e.PUBLIC_URL || `http://localhost:${e.PORT}`).replace(/\/$/, ''),
    smtp: toSmtpConfig(e),
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL || null,
    databaseConnections: e.DATABASE_CONNECTIONS,
    masterKeyFile: e.MASTER_KEY_FILE || join(resolve(e.DATA_DIR), 'master.key'),
    roles: e.ROLES,
    // Only one process uses an embedded database, so a restart is the same host; several may share an external one.
    hostId: e.HOST_ID || (e.DATABASE_URL ? `${hostname()}-${process.pid}` : hostname()),
    logLevel: e.LOG_LEVEL,
    trustedProxies: e.TRUSTED_PROXIES,
    metricsToken: e.METRICS_TOKEN || null,
    tracesEndpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT || null,
    requestsPerMinute: e.REQUESTS_A_MINUTE,
    keyRequestsPerMinute: e.KEY_REQUESTS_A_MINUTE,
    createsDemo: e.MODE === 'sandbox' && e.SANDBOX_URL !== '' && e.DEMO,
    isSandboxInPublic: e.MODE === 'sandbox' && e.SANDBOX_IN_PUBLIC,
    sandboxUrl: e.SANDBOX_URL.replace(/\/$/, '') || null,
    updateCheckUrl: e.UPDATE_CHECK_URL || null,
    outsideAllow: e.OUTSIDE_ALLOW,
    usesDns: e.ASK_DNS === '' ? e.MODE === 'production' : e.ASK_DNS,
    publishableKey: e.PUBLISHABLE_KEY,
    auth: toAuthConfig(e),
    operator: toOperatorConfig(e),
    publicSite: toPublicSiteConfig(e),
    mailer: toMailerConfig(e),
    whatsapp: toWhatsAppConfig(e),
    mailOAuth: toMailSignInConfig(e),
    delivery: toDeliveryConfig(e),
    mail: toMailConfig(e),
    storage: toStorageConfig(e),
    files: toMailFileConfig(e),
    retentionDays: e.RETENTION_DAYS,
    logRetentionDays: e.LOG_RETENTION_DAYS,
    billing: toBillingConfig(e),
  }
}

/** The names of all settings; a test compares them with `.env.example`. */
export const settingNames = (): string[] => Object.keys(Environment.shape)

/** What a setting is where nobody has set it, as it would be written; '' where the mode or another setting decides. */
export function defaultText(name: string): string {
  const { data } = Environment.safeParse({})
  const value: unknown = data && Reflect.get(data, name)
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export const environment = (): Record<string, string | undefined> => process.env
