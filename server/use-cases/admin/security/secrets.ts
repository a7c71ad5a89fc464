// Lists the secrets that this server uses: where each is kept and how old it is, never what it is.
import type { KnownSecret } from '../../../../core/api/admin/secrets.ts'
import type { SigningKeyPlan } from '../../../../core/session/signing-keys.ts'
import { listServiceKeys } from '../../../auth/administration/owners.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { readPushKeys } from '../../../foundation/db/push-keys.ts'
import { readSightings, recordSightings } from '../../../foundation/db/secret-sightings.ts'
import { keyedDigest, type SealKey } from '../../../foundation/seal.ts'

/** `issued`: another service creates it, and its replacement; `chosen`: by the operator; `public`: not secret. */
const named: Record<string, KnownSecret['kind']> = {
  PUBLISHABLE_KEY: 'public',
  WHATSAPP_ACCESS_TOKEN: 'issued',
  WHATSAPP_APP_SECRET: 'issued',
  WHATSAPP_VERIFY_TOKEN: 'chosen',
  MAIL_RELAY_URL: 'issued',
  MAIL_RELAY_PASSWORD: 'issued',
  STRIPE_SECRET_KEY: 'issued',
  STRIPE_WEBHOOK_SECRETS: 'issued',
  CAPTCHA_SECRET: 'issued',
  AUTH_GOOGLE_CLIENT_SECRET: 'issued',
  AUTH_AZURE_CLIENT_SECRET: 'issued',
  AUTH_GITHUB_CLIENT_SECRET: 'issued',
  AUTH_OIDC_CLIENT_SECRET: 'issued',
  GOOGLE_CLIENT_SECRET: 'issued',
  MICROSOFT_CLIENT_SECRET: 'issued',
  DATABASE_URL: 'chosen',
  METRICS_TOKEN: 'chosen',
}

/** Values that the sandbox sets itself. */
const filledIn = ['PUBLISHABLE_KEY', 'WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN']

export interface SecretSources {
  db: Db
  /** The values that were set, by name, as written. */
  provided: Readonly<Record<string, string>>
  isSandbox: boolean
  /** When the file of the master key was written; null when it cannot be read. */
  masterSince(): Date | null
  signingKeys(): Promise<SigningKeyPlan[]>
}

const oldAfterMs = 365 * 86_400_000

export async function readSecrets(sources: SecretSources, now: Date): Promise<KnownSecret[]> {
  const secrets = [...(await readOwnKeys(sources, now)), ...(await readNamed(sources))]
  return secrets.map(secret => ({
    ...secret,
    since: secret.since?.toISOString() ?? null,
    isOld: secret.kind !== 'public' && secret.since !== null && now.getTime() - secret.since.getTime() > oldAfterMs,
  }))
}

type FoundSecret = Pick<KnownSecret, 'name' | 'kind' | 'place'> & { since: Date | null }

/** Keys that the server created itself. */
async function readOwnKeys({ db, masterSince, signingKeys }: SecretSources, now: Date): Promise<FoundSecret[]> {
  const signing = (await signingKeys()).find(key => key.state === 'signing')
  const push = await readPushKeys(db)
  const service = (await listServiceKeys(db)).filter(key => !key.revoked_at && key.expires_at > now)
  return [
    { name: 'master', kind: 'master', place: 'file', since: masterSince() },
    ...(signing ? [{ name: signing.kid, kind: 'signing' as const, place: 'database' as const, since: signing.signsAt }] : []),
    ...(push ? [{ name: 'vapid', kind: 'push' as const, place: 'database' as const, since: push.created_at }] : []),
    ...service.map(key => ({ name: key.id, kind: 'service' as const, place: 'database' as const, since: key.created_at })),
  ]
}

async function readNamed({ db, provided, isSandbox }: SecretSources): Promise<FoundSecret[]> {
  const sightings = await readSightings(db)
  const settings = await db.selectFrom('runtime_settings').select(['key', 'changed_at']).where('sealed_value', 'is not', null).execute()
  const changed = new Map(settings.map(setting => [setting.key, setting.changed_at]))
  return Object.entries(named).flatMap(([name, kind]): FoundSecret[] => {
    if (isSecretIn(provided, name)) return [{ name, kind, place: 'environment', since: sightings.get(name) ?? null }]
    const since = changed.get(name)
    if (since) return [{ name, kind, place: 'setting', since }]
    return isSandbox && filledIn.includes(name) ? [{ name, kind, place: 'sandbox', since: null }] : []
  })
}

/** A URL is a secret only if it contains a password. */
const isSecretIn = (provided: Readonly<Record<string, string>>, name: string): boolean =>
  Boolean(provided[name]) && (!name.endsWith('_URL') || /^[a-z]+:\/\/[^/@]*:[^/@]+@/i.test(provided[name] ?? ''))

/** Records the current values of the environment by digest, so that their age is known from now on. */
export const rememberSecrets = (db: Db, master: SealKey, provided: Readonly<Record<string, string>>, now: Date): Promise<void> =>
  recordSightings(
    db,
    Object.keys(named)
      .filter(name => isSecretIn(provided, name))
      .map(name => ({ name, fingerprint: keyedDigest(master, `secret sighting ${name} ${provided[name] ?? ''}`) })),
    now,
  )
