// Every setting of the server, read from the environment once, checked and frozen.
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { authOf, authSettings } from './config/auth.ts'
import { operatorOf, operatorSettings } from './config/operator.ts'
import { mailFilesOf, storageOf, storageSettings } from './config/storage.ts'
import { count, hostPorts, list, numbers, port } from './config/values.ts'

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

const graphUrls = { meta: 'https://graph.facebook.com', '360dialog': 'https://waba-v2.360dialog.io' }

const role = z.enum(['web', 'mail', 'delivery'])

const Environment = z.object({
  MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  PORT: port.default(8080),
  HOST: z.string().default(''),
  PUBLIC_URL: z.string().default(''),
  SMTP_PORT: port.default(2525),
  SMTP_HOST: z.string().default(''),
  SMTP_CERT_FILE: z.string().default(''),
  SMTP_KEY_FILE: z.string().default(''),
  MAIL_DOMAIN: z.string().default(''),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.union([z.literal(''), z.url({ protocol: /^postgres(ql)?$/ })]).default(''),
  DATABASE_CONNECTIONS: count.default(20),
  MASTER_KEY_FILE: z.string().default(''),
  ROLES: list.pipe(z.array(role)).default(['web', 'mail', 'delivery']),
  HOST_ID: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  TRUSTED_PROXIES: list.default([]),
  SANDBOX_URL: z.string().default(''),
  DEMO: z.stringbool().default(true),
  REQUESTS_A_MINUTE: count.default(600),
  KEY_REQUESTS_A_MINUTE: count.default(120),
  OUTSIDE_ALLOW: hostPorts.default([]),
  ASK_DNS: z.union([z.literal(''), z.stringbool()]).default(''),
  IP_LOOKUP_URL: z.string().default(''),
  ...authSettings,
  ...operatorSettings,
  MAIL_FROM: z.string().default(''),
  MAIL_RELAY_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
  MAILS_PER_HOUR: count.default(30),
  WHATSAPP_GRAPH_URL: z.string().default(''),
  WHATSAPP_GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default('v26.0'),
  WHATSAPP_ACCESS_TOKEN: z.string().default(''),
  WHATSAPP_APP_SECRET: z.string().default(''),
  WHATSAPP_VERIFY_TOKEN: z.string().default(''),
  WHATSAPP_NUMBER_ID: z.string().default(''),
  WHATSAPP_NUMBER: z.string().default(''),
  WHATSAPP_WABA_ID: z.string().default(''),
  WHATSAPP_TIMEOUT_MS: count.default(10_000),
  WHATSAPP_PROVIDER: z.enum(['meta', '360dialog']).default('meta'),
  WHATSAPP_MEDIA_HOSTS: list.default(['lookaside.fbsbx.com']),
  WHATSAPP_MEDIA_TIMEOUT_MS: count.default(60_000),
  WHATSAPP_DIRECT_SEND: z.stringbool().default(false),
  WHATSAPP_LIMITS: numbers.default({}),
  GOOGLE_CLIENT_ID: z.string().default(''),
  GOOGLE_CLIENT_SECRET: z.string().default(''),
  MICROSOFT_CLIENT_ID: z.string().default(''),
  MICROSOFT_CLIENT_SECRET: z.string().default(''),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/)
    .default('common'),
  MAIL_OAUTH_ISSUER: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  MAIL_OAUTH_IMAP: z.union([z.literal(''), z.string().regex(/^[^\s:]+:\d+$/, 'write it as host:port')]).default(''),
  OVERDUE_AFTER_MS: count.default(1_800_000),
  LANE_BURST: count.default(10),
  LANE_REFILL_MS: count.default(6_000),
  UNKNOWN_WAIT_MS: count.default(60_000),
  RETRY_BASE_MS: count.default(5_000),
  DELIVERY_CONCURRENCY: count.default(20),
  NUMBER_PER_SECOND: count.default(80),
  FOLD_FROM: z.coerce.number().int().min(0).max(100).default(10),
  ANNOUNCE_PATIENCE_MS: z.coerce.number().int().min(0).default(10_000),
  ANNOUNCE_GAP_MS: z.coerce.number().int().min(0).default(3_600_000),
  MAIL_BATCH: count.max(50).default(50),
  MAIL_MAX_BYTES: count.default(26_214_400),
  PARSE_TIMEOUT_MS: count.default(1_500),
  PARSE_WORKERS: count.default(2),
  LEASE_MS: count.default(8_000),
  ...storageSettings,
  RETENTION_DAYS: z.coerce.number().int().min(0).max(365).default(30),
})

export type Config = Readonly<ReturnType<typeof configOf>>

/** What keeps production from starting: a value that is missing, a stand-in's value, or a setting of sandbox mode alone. */
export interface SettingProblem {
  name: string
  what: 'missing' | 'sandbox_value' | 'sandbox_only'
}

/** Checks `env` and fills what may be left out; throws one sentence that lists all that is missing or wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { values, problems } = readValues(env)
  if (problems.length > 0)
    throw new Error(`MODE=production cannot start yet. Set these (see .env.example):\n${problems.map(sentenceOf).join('\n')}`)
  return configOf(values)
}

/** The same for who looks for what is missing: what production still needs is told, and empty in the configuration. */
export function inspectConfig(env: Record<string, string | undefined>): { config: Config; problems: SettingProblem[] } {
  const { values, problems } = readValues(env)
  return { config: configOf(values), problems }
}

function readValues(env: Record<string, string | undefined>): { values: Values; problems: SettingProblem[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in Environment.shape && value !== ''))
  const read = Environment.safeParse(given)
  if (!read.success)
    throw new Error(`The configuration is not usable:\n${read.error.issues.map(i => `- ${i.path.join('.')}: ${i.message}`).join('\n')}`)
  if (read.data.MODE === 'sandbox') return { values: withSandboxValues(read.data), problems: [] }
  const values = { ...read.data, WHATSAPP_GRAPH_URL: read.data.WHATSAPP_GRAPH_URL || graphUrls[read.data.WHATSAPP_PROVIDER] }
  return { values, problems: problemsOf(values) }
}

function configOf(e: Values) {
  return Object.freeze({
    mode: e.MODE,
    port: e.PORT,
    host: e.HOST || (e.MODE === 'sandbox' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: (e.PUBLIC_URL || `http://localhost:${e.PORT}`).replace(/\/$/, ''),
    smtp: {
      port: e.SMTP_PORT,
      host: e.SMTP_HOST || (e.MODE === 'sandbox' ? '127.0.0.1' : '0.0.0.0'),
      domain: e.MAIL_DOMAIN || 'in.mailferry.example',
      certificate: certificateOf(e),
    },
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL || null,
    databaseConnections: e.DATABASE_CONNECTIONS,
    masterKeyFile: e.MASTER_KEY_FILE || join(resolve(e.DATA_DIR), 'master.key'),
    roles: e.ROLES,
    // One process holds an embedded database, so a restart is the same host; on a shared one several may run side by side.
    hostId: e.HOST_ID || (e.DATABASE_URL ? `${hostname()}-${process.pid}` : hostname()),
    logLevel: e.LOG_LEVEL,
    trustedProxies: e.TRUSTED_PROXIES,
    requestsAMinute: e.REQUESTS_A_MINUTE,
    keyRequestsAMinute: e.KEY_REQUESTS_A_MINUTE,
    makesDemo: e.MODE === 'sandbox' && e.SANDBOX_URL !== '' && e.DEMO,
    sandboxUrl: e.SANDBOX_URL.replace(/\/$/, '') || null,
    outsideAllow: e.OUTSIDE_ALLOW,
    asksDns: e.ASK_DNS === '' ? e.MODE === 'production' : e.ASK_DNS,
    ipLookupUrl: e.IP_LOOKUP_URL || null,
    publishableKey: e.PUBLISHABLE_KEY,
    auth: authOf(e),
    operator: operatorOf(e),
    mailer: {
      from: e.MAIL_FROM || 'Mailferry <hello@mailferry.example>',
      relay: e.MAIL_RELAY_URL === '' ? null : relayOf(new URL(e.MAIL_RELAY_URL)),
      perHour: e.MAILS_PER_HOUR,
    },
    whatsapp: {
      graphUrl: e.WHATSAPP_GRAPH_URL.replace(/\/$/, ''),
      graphVersion: e.WHATSAPP_GRAPH_VERSION,
      accessToken: e.WHATSAPP_ACCESS_TOKEN,
      appSecret: e.WHATSAPP_APP_SECRET,
      verifyToken: e.WHATSAPP_VERIFY_TOKEN,
      numberId: e.WHATSAPP_NUMBER_ID,
      number: e.WHATSAPP_NUMBER,
      wabaId: e.WHATSAPP_WABA_ID,
      timeoutMs: e.WHATSAPP_TIMEOUT_MS,
      provider: e.WHATSAPP_PROVIDER,
      mediaHosts: e.WHATSAPP_MEDIA_HOSTS,
      mediaTimeoutMs: e.WHATSAPP_MEDIA_TIMEOUT_MS,
      directSend: e.WHATSAPP_DIRECT_SEND,
      limits: e.WHATSAPP_LIMITS,
    },
    mailOAuth: oauthOf(e),
    delivery: {
      overdueAfterMs: e.OVERDUE_AFTER_MS,
      burst: e.LANE_BURST,
      refillMs: e.LANE_REFILL_MS,
      unknownWaitMs: e.UNKNOWN_WAIT_MS,
      retryBaseMs: e.RETRY_BASE_MS,
      concurrency: e.DELIVERY_CONCURRENCY,
      numberPerSecond: e.NUMBER_PER_SECOND,
      foldFrom: e.FOLD_FROM,
      announcePatienceMs: e.ANNOUNCE_PATIENCE_MS,
      announceGapMs: e.ANNOUNCE_GAP_MS,
    },
    mail: {
      batch: e.MAIL_BATCH,
      maxBytes: e.MAIL_MAX_BYTES,
      parseTimeoutMs: e.PARSE_TIMEOUT_MS,
      parseWorkers: e.PARSE_WORKERS,
      leaseMs: e.LEASE_MS,
    },
    storage: storageOf(e),
    files: mailFilesOf(e),
    retentionDays: e.RETENTION_DAYS,
  })
}

/** The names of all settings, for the test that holds `.env.example` equal. */
export const settingNames = (): string[] => Object.keys(Environment.shape)

export const environment = (): Record<string, string | undefined> => process.env

function certificateOf({ SMTP_CERT_FILE: certFile, SMTP_KEY_FILE: keyFile }: Values) {
  if ((certFile === '') !== (keyFile === ''))
    throw new Error('Set SMTP_CERT_FILE and SMTP_KEY_FILE together, or neither (see .env.example).')
  return certFile === '' ? null : { certFile, keyFile }
}

/** The clients that the operator has registered; null where there is none. */
function oauthOf(e: Values) {
  const client = (id: string, secret: string, name: string) => {
    if ((id === '') !== (secret === ''))
      throw new Error(`Set ${name}_CLIENT_ID and ${name}_CLIENT_SECRET together, or neither (see .env.example).`)
    return id === '' ? null : { id, secret }
  }
  if ((e.MAIL_OAUTH_ISSUER === '') !== (e.MAIL_OAUTH_IMAP === ''))
    throw new Error('Set MAIL_OAUTH_ISSUER and MAIL_OAUTH_IMAP together, or neither (see .env.example).')
  const [host = '', port = ''] = e.MAIL_OAUTH_IMAP.split(':')
  return {
    google: client(e.GOOGLE_CLIENT_ID, e.GOOGLE_CLIENT_SECRET, 'GOOGLE'),
    microsoft: client(e.MICROSOFT_CLIENT_ID, e.MICROSOFT_CLIENT_SECRET, 'MICROSOFT'),
    tenant: e.MICROSOFT_TENANT,
    standIn: e.MAIL_OAUTH_ISSUER === '' ? null : { issuer: e.MAIL_OAUTH_ISSUER, host, port: Number(port) },
  }
}

/** `smtp://user:password@host:587` takes STARTTLS where it is offered, `smtps://…:465` begins with TLS. */
function relayOf(url: URL) {
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    user: decodeURIComponent(url.username) || null,
    password: decodeURIComponent(url.password) || null,
  }
}

type Values = z.infer<typeof Environment>

function withSandboxValues(e: Values): Values {
  const filled = { ...e, WHATSAPP_GRAPH_URL: e.WHATSAPP_GRAPH_URL || e.SANDBOX_URL }
  for (const [name, value] of Object.entries(sandboxValues)) if (Reflect.get(filled, name) === '') Reflect.set(filled, name, value)
  return filled
}

/** What production needs, in the order in which it is told. */
export const neededSettings = [...Object.keys(sandboxValues), 'PUBLIC_URL', 'MAIL_DOMAIN', 'MAIL_FROM', 'MAIL_RELAY_URL']

function problemsOf(e: Values): SettingProblem[] {
  return [
    ...neededSettings.filter(name => Reflect.get(e, name) === '').map(name => ({ name, what: 'missing' as const })),
    ...Object.entries(sandboxValues)
      .filter(([name, value]) => Reflect.get(e, name) === value)
      .map(([name]) => ({ name, what: 'sandbox_value' as const })),
    ...(['SANDBOX_URL', 'MAIL_OAUTH_ISSUER'] as const).filter(name => e[name]).map(name => ({ name, what: 'sandbox_only' as const })),
  ]
}

function sentenceOf({ name, what }: SettingProblem): string {
  if (what === 'missing') return `- ${name} is missing`
  return what === 'sandbox_value' ? `- ${name} has a sandbox value` : `- ${name} belongs to sandbox mode`
}
