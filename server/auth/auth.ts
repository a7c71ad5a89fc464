// Opens the auth module: signing keys, limits and endpoints, ready for routes.ts to mount.
import type { FastifyInstance } from 'fastify'
import type { JWK } from 'jose'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { VerifySession } from '../foundation/http/authentication.ts'
import type { Log } from '../foundation/log.ts'
import { type Mailer, openMailer } from '../foundation/mailer.ts'
import { openOutside } from '../foundation/outside.ts'
import type { SealKey } from '../foundation/seal.ts'
import { spokenLanguage } from '../foundation/words.ts'
import type { BreachCheck } from './breached.ts'
import type { CaptchaCheck } from './captcha.ts'
import { type CheckedBearer, openSessionCheck } from './check.ts'
import type { AuthDeps, AuthHooks, SendCode, UserErasure } from './deps.ts'
import { isReauthenticated } from './email/reauthenticate.ts'
import { offeredTypes } from './factors/by-type.ts'
import { type SessionHandlers, sessionHandlers } from './handlers.ts'
import { openTokenKeys } from './keys.ts'
import { openCounters } from './limits.ts'
import { sweepSessions, sweepUnfinished, userByEmail } from './owners.ts'
import { openPasswords, refuseWeak } from './passwords.ts'
import type { IdentityProviders } from './providers/provider.ts'
import { Email, type FactorType } from './shapes.ts'
import { readUser } from './store.ts'
import { defaultLimits, defaultSwitches, type GivenSwitches } from './switches.ts'
import { addUser, eraseAccount } from './users.ts'
import { authRoutes } from './wire.ts'

/** A hook that is left out does nothing. */
export interface AuthOptions extends Partial<AuthHooks> {
  db: Db
  master: SealKey
  /** The real time, also where the sandbox has moved its own. */
  now: () => Date
  publicUrl: string
  /** Without one, emails stay in the outbox. */
  mailer?: Mailer
  switches?: GivenSwitches
  /** Public keys of others whose tokens are believed too. */
  trustedKeys?: JWK[]
  log: Log
  /** Whether a password that somebody wants to choose is on a list of stolen ones. */
  isBreached?: BreachCheck
  /** Who signs in or up, or asks for an email, has solved this one first. */
  captcha?: CaptchaCheck
  /** Takes a code to a phone; without it nobody signs in by phone. */
  sendCode?: SendCode
  /** Those that people may sign in with; none when left out. */
  providers?: IdentityProviders
}

export interface Auth {
  /** Mounts the wire under /auth/v1. */
  register(app: FastifyInstance): Promise<void>
  verifySession: VerifySession
  /** What a bearer is worth, with its claims: for wires that must say why it is refused. */
  readBearer(bearer: string): Promise<CheckedBearer>
  /** Makes a confirmed user by hand; returns the id, or null when the address is taken. Throws HttpError on a weak password. */
  createUser(person: { email: string; password: string; metadata?: Record<string, unknown> }): Promise<string | null>
  /** Whose address it is; null when nobody has it. */
  userIdOf(email: string): Promise<string | null>
  sessions: SessionHandlers
  /** Those that people may sign in with: by name, and as a button says it. */
  providers: { name: string; label: string }[]
  /** The types of second factor that are offered here. */
  secondFactors: FactorType[]
  /** True when `code` is the one that was sent to reauthenticate; it is used up by that. Who has neither address nor number has nothing to show. */
  isThemselves(userId: string, code: string | null): Promise<boolean>
  /** Drops the user and says goodbye by email; every session ends with it. */
  erase(tx: Tx, userId: string): Promise<void>
  /** Drops sessions that are over and what was begun and never finished; for a sweep now and then. */
  sweep(): Promise<number>
}

/** Longer than any link or challenge works. */
const unfinishedMs = 86_400_000

export async function openAuth(options: AuthOptions): Promise<Auth> {
  const deps = await openDeps(options)
  const { db, now, switches } = deps
  return {
    register: async app => {
      await app.register(async scope => authRoutes(scope, deps), { prefix: '/auth/v1' })
    },
    verifySession: deps.check.verifySession,
    readBearer: deps.check.readBearer,
    async createUser({ email, password, metadata = {} }) {
      await refuseWeak(password, switches.passwordMin, async () => false)
      const passwordHash = await deps.passwords.hash(password)
      const person = { email: Email.parse(email), passwordHash, confirmed: true, metadata }
      return db.transaction().execute(tx => addUser(deps, tx, person))
    },
    sessions: sessionHandlers(deps),
    providers: [...deps.providers.values()].map(({ name, label }) => ({ name, label })),
    secondFactors: offeredTypes(deps),
    isThemselves: async (userId, code) => {
      const user = (await readUser(db, userId))?.user
      return user?.email || user?.phone ? code !== null && isReauthenticated(deps, user, code) : true
    },
    erase: async (tx, userId) => eraseAccount(deps, tx, userId),
    userIdOf: async email => (await userByEmail(db, Email.parse(email)))?.id ?? null,
    sweep: async () => {
      const before = (ms: number) => new Date(now().getTime() - ms)
      return (await sweepSessions(db, before(switches.timeboxMs))) + (await sweepUnfinished(db, before(unfinishedMs)))
    },
  }
}

async function openDeps(options: AuthOptions): Promise<AuthDeps> {
  const { db, master, now, log, publicUrl } = options
  const switches = { ...defaultSwitches, ...options.switches, limits: { ...defaultLimits, ...options.switches?.limits } }
  const keys = await openTokenKeys(db, master, `${publicUrl}/auth/v1`, now, options.trustedKeys)
  return {
    db,
    master,
    now,
    log,
    publicUrl,
    mailer: options.mailer ?? keepOnly(options),
    switches,
    keys,
    passwords: await openPasswords(),
    counters: openCounters(switches.limits),
    check: openSessionCheck(db, keys, now),
    isBreached: options.isBreached ?? (async () => false),
    captcha: options.captcha ?? null,
    sendCode: options.sendCode ?? null,
    providers: options.providers ?? new Map(),
    hooks: hooksOf(options),
  }
}

const hooksOf = (options: AuthOptions): AuthHooks => ({
  record: options.record ?? (async () => undefined),
  audit: options.audit ?? (async () => ({ total: 0, entries: [] })),
  erasure: options.erasure ?? erasureOf(options.db),
  optOut: options.optOut ?? null,
  onUserCreated: options.onUserCreated ?? (async () => undefined),
  onOthersSignedOut: options.onOthersSignedOut ?? (async () => undefined),
  languageOf: options.languageOf ?? (async () => spokenLanguage()),
})

const keepOnly = ({ db, master, now, log }: AuthOptions): Mailer =>
  openMailer({ db, master, now, log, outside: openOutside({ allow: [], loopback: false }), from: '', relay: null })

const erasureOf = (db: Db): UserErasure => ({
  erase: async (_userId, last) => db.transaction().execute(last),
  isUnderWay: async () => false,
})
