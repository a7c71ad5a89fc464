// The fields an administrator may set on a user: checked together before anything changes, then applied.
import { z } from 'zod/mini'
import { readGoDuration } from '../../../core/session/go-duration.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { readEmail } from '../email/request.ts'
import { read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { merged } from '../metadata.ts'
import { refuseWeak } from '../passwords.ts'
import { readPhone } from '../phone/number.ts'
import { changeUser, endSessions } from '../store.ts'

const Data = z.nullish(z.record(z.string(), z.unknown()))
const Given = z.object({
  id: z.nullish(z.string()),
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  password: z.nullish(z.string()),
  password_hash: z.nullish(z.string()),
  email_confirm: z.nullish(z.boolean()),
  phone_confirm: z.nullish(z.boolean()),
  user_metadata: Data,
  app_metadata: Data,
  ban_duration: z.nullish(z.string()),
  role: z.nullish(z.string().check(z.maxLength(100))),
})

/** Null where nothing was said of it. */
export interface Attributes {
  id: string | null
  email: string | null
  /** Digits as the wire keeps them. */
  phone: string | null
  passwordHash: string | null
  emailConfirm: boolean
  phoneConfirm: boolean
  userMetadata: Record<string, unknown> | null
  appMetadata: Record<string, unknown> | null
  ban: { until: Date | null } | null
  role: string | null
}

export async function readAttributes(deps: AuthDeps, body: unknown): Promise<Attributes> {
  const given = read(Given, body)
  return {
    id: given.id ? idOf(given.id) : null,
    email: given.email ? readEmail(given.email) : null,
    phone: given.phone ? readPhone(given.phone) : null,
    emailConfirm: given.email_confirm ?? false,
    phoneConfirm: given.phone_confirm ?? false,
    userMetadata: given.user_metadata ?? null,
    appMetadata: given.app_metadata ?? null,
    ban: given.ban_duration ? banOf(given.ban_duration, deps.now()) : null,
    role: given.role ? roleOf(given.role) : null,
    // Last, as it is costly.
    passwordHash: await passwordOf(deps, given.password ?? null, given.password_hash ?? null),
  }
}

const invalid = (message: string) => refuse('validation_failed', { message })

function idOf(given: string): string {
  const id = z.uuid().safeParse(given.toLowerCase())
  if (!id.success || /^[0-]+$/.test(id.data)) throw invalid('ID must conform to the uuid v4 format')
  return id.data
}

/** A person with such a role would hold a key of the service. */
const ofNobody = ['service_role', 'supabase_admin']

function roleOf(given: string): string {
  if (ofNobody.includes(given)) throw invalid(`No person has the role ${given}. Make a key of the service instead`)
  return given
}

/** GoTrue's `ban_duration`: how long from now, or "none". */
function banOf(given: string, now: Date): { until: Date | null } {
  const ms = given === 'none' ? 0 : readGoDuration(given)
  if (ms === null)
    throw invalid(`invalid format for ban duration: "${given.slice(0, 64)}" is neither a length of time, like 24h or 1h30m, nor none`)
  return { until: ms === 0 ? null : new Date(now.getTime() + ms) }
}

/** Argon2 as we keep passwords ourselves, within what costs a sign-in a moment: memory in KB, and rounds. */
const kept = /^\$argon2(?:id|i|d)\$v=\d+\$m=(\d{1,6}),t=(\d{1,2}),p=\d{1,2}\$[\w+/]{11,88}\$[\w+/]{16,172}$/
const mostMemory = 262_144
const mostRounds = 10

async function passwordOf(deps: AuthDeps, password: string | null, hash: string | null): Promise<string | null> {
  if (password && hash) throw invalid('Only a password or a password hash should be provided')
  if (hash) {
    const [, memory, rounds] = kept.exec(hash) ?? []
    if (!memory || Number(memory) > mostMemory || Number(rounds) > mostRounds)
      throw invalid('password_hash must be of Argon2, written as $argon2id$v=19$m=…,t=…,p=…$salt$hash')
    return hash
  }
  if (!password) return null
  await refuseWeak(password, deps.switches.passwordMin, deps.isBreached)
  return deps.passwords.hash(password)
}

export async function applyAttributes(deps: AuthDeps, tx: Tx, user: Row<'users'>, { role, ban, appMetadata }: Attributes): Promise<void> {
  // Nothing that a ban held up comes back to life when it is lifted.
  if (user.banned_until && ban && !ban.until) await endSessions(tx, user.id, 'global', '')
  await changeUser(tx, user.id, {
    updated_at: deps.now(),
    ...(role && { role }),
    ...(ban && { banned_until: ban.until }),
    ...(appMetadata && { app_metadata: JSON.stringify(merged(user.app_metadata, appMetadata)) }),
  })
}
