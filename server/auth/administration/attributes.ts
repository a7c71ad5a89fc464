// Parses and applies the fields that an administrator may set on a user.
import { z } from 'zod/mini'
import { parseGoDuration } from '../../../core/session/go-duration.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { readEmail } from '../email/request.ts'
import { parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { mergeMetadata } from '../metadata.ts'
import { refuseWeak } from '../passwords.ts'
import { readPhone } from '../phone/number.ts'
import { Address, PasswordText, ShortText } from '../shapes.ts'
import { changeUser, endSessions } from '../store.ts'

const Data = z.nullish(z.record(ShortText, z.unknown()))
const AttributesInput = z.object({
  id: z.nullish(ShortText),
  email: z.nullish(Address),
  phone: z.nullish(Address),
  password: z.nullish(PasswordText),
  password_hash: z.nullish(ShortText),
  email_confirm: z.nullish(z.boolean()),
  phone_confirm: z.nullish(z.boolean()),
  user_metadata: Data,
  app_metadata: Data,
  ban_duration: z.nullish(ShortText),
  role: z.nullish(z.string().check(z.maxLength(100))),
})

/** Null for fields that were not given. */
export interface Attributes {
  id: string | null
  email: string | null
  /** Digits only, as on the wire. */
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
  const input = parseInput(AttributesInput, body)
  return {
    id: input.id ? parseId(input.id) : null,
    email: input.email ? readEmail(input.email) : null,
    phone: input.phone ? readPhone(input.phone) : null,
    emailConfirm: input.email_confirm ?? false,
    phoneConfirm: input.phone_confirm ?? false,
    userMetadata: input.user_metadata ?? null,
    appMetadata: input.app_metadata ?? null,
    ban: input.ban_duration ? parseBan(input.ban_duration, deps.now()) : null,
    role: input.role ? parseRole(input.role) : null,
    // Last, because hashing is costly.
    passwordHash: await preparePasswordHash(deps, input.password ?? null, input.password_hash ?? null),
  }
}

const invalid = (message: string) => refuse('validation_failed', { message })

function parseId(input: string): string {
  const id = z.uuid().safeParse(input.toLowerCase())
  if (!id.success || /^[0-]+$/.test(id.data)) throw invalid('ID must conform to the uuid v4 format')
  return id.data
}

/** A user with such a role would have the rights of a service key. */
const serviceRoles = ['service_role', 'supabase_admin']

function parseRole(input: string): string {
  if (serviceRoles.includes(input)) throw invalid(`No person has the role ${input}. Make a key of the service instead`)
  return input
}

/** GoTrue's `ban_duration`: a duration from now, or "none". */
function parseBan(input: string, now: Date): { until: Date | null } {
  const ms = input === 'none' ? 0 : parseGoDuration(input)
  if (ms === null)
    throw invalid(`invalid format for ban duration: "${input.slice(0, 64)}" is neither a length of time, like 24h or 1h30m, nor none`)
  return { until: ms === 0 ? null : new Date(now.getTime() + ms) }
}

/** Argon2 hashes like ours, limited so that a sign-in stays fast: memory in KB, and rounds. */
const argon2Hash = /^\$argon2(?:id|i|d)\$v=\d+\$m=(\d{1,6}),t=(\d{1,2}),p=\d{1,2}\$[\w+/]{11,88}\$[\w+/]{16,172}$/
const maxMemoryKb = 262_144
const maxRounds = 10

async function preparePasswordHash(deps: AuthDeps, password: string | null, hash: string | null): Promise<string | null> {
  if (password && hash) throw invalid('Only a password or a password hash should be provided')
  if (hash) {
    const [, memory, rounds] = argon2Hash.exec(hash) ?? []
    if (!memory || Number(memory) > maxMemoryKb || Number(rounds) > maxRounds)
      throw invalid('password_hash must be of Argon2, written as $argon2id$v=19$m=…,t=…,p=…$salt$hash')
    return hash
  }
  if (!password) return null
  await refuseWeak(password, deps.switches.passwordMin, deps.isBreached)
  return deps.passwords.hash(password)
}

export async function applyAttributes(deps: AuthDeps, tx: Tx, user: Row<'users'>, { role, ban, appMetadata }: Attributes): Promise<void> {
  // Lifting a ban must not revive sessions from before it.
  if (user.banned_until && ban && !ban.until) await endSessions(tx, user.id, 'global', '')
  if (ban) await deps.hooks.onSuspended(tx, user.id, ban.until)
  await changeUser(tx, user.id, {
    updated_at: deps.now(),
    ...(role && { role }),
    ...(ban && { banned_until: ban.until }),
    ...(appMetadata && { app_metadata: JSON.stringify(mergeMetadata(user.app_metadata, appMetadata)) }),
  })
}
