// Opens the auth wire: its keys, counters and endpoints, for routes.ts to mount.
import type { FastifyInstance } from 'fastify'
import type { JWK } from 'jose'
import type { Db, Tx } from '../db/pool.ts'
import type { VerifySession } from '../http/who.ts'
import type { Log } from '../log.ts'
import { type Mailer, openMailer } from '../mailer.ts'
import { openOutside } from '../outside.ts'
import type { Key } from '../seal.ts'
import { spokenLanguage } from '../words.ts'
import type { BreachCheck } from './breached.ts'
import type { CaptchaCheck } from './captcha.ts'
import { type Bearer, openSessionCheck } from './check.ts'
import { offeredTypes } from './factors/by-type.ts'
import { type SessionHandlers, sessionHandlers } from './handlers.ts'
import { openTokenKeys } from './keys.ts'
import { openCounters } from './limits.ts'
import { isReauthenticated } from './mailed/reauthenticate.ts'
import { sweepSessions, sweepUnfinished, userByEmail } from './owners.ts'
import type { Audit, AuthParts, Leaving, Notices, RecordEvent } from './parts.ts'
import { openPasswords, refuseWeak } from './passwords.ts'
import { addPerson, erasePerson } from './people.ts'
import type { SendCode } from './phones/sender.ts'
import type { Providers } from './providers/provider.ts'
import { Email, type FactorType } from './shapes.ts'
import { readUser } from './store.ts'
import { defaultLimits, defaultSwitches, type GivenSwitches } from './switches.ts'
import { authRoutes } from './wire.ts'

export interface AuthOptions {
  db: Db
  master: Key
  /** The real time, also where the sandbox has moved its own. */
  now: () => Date
  publicUrl: string
  /** Without one, mails stay in the outbox. */
  mailer?: Mailer
  notices?: Notices
  switches?: GivenSwitches
  /** Public keys of others whose tokens are believed too. */
  trustedKeys?: JWK[]
  log: Log
  /** Whether a password that somebody wants to choose is on a list of stolen ones. */
  isBreached?: BreachCheck
  /** Who signs in or up, or asks for a mail, has solved this one first. */
  captcha?: CaptchaCheck
  /** Takes a code to a phone; without it nobody signs in by phone. */
  sendCode?: SendCode
  /** Keeps what happened to an account, in the transaction where there is one. */
  record?: RecordEvent
  /** How a person leaves the other rooms; without it there are none. */
  leaving?: Leaving
  audit?: Audit
  /** Those that people may sign in with; none when left out. */
  providers?: Providers
  /** Runs in the transaction that makes a user. */
  onUserCreated?: (tx: Tx, userId: string) => Promise<void>
  /** Runs when a person has signed out of other devices, or of all. */
  onOthersSignedOut?: (db: Db, userId: string) => Promise<void>
  /** In which a person is written to; without it that of whose request is answered. */
  languageOf?: (db: Db, userId: string) => Promise<string>
}

export interface Auth {
  /** Mounts the wire under /auth/v1. */
  register(app: FastifyInstance): Promise<void>
  verifySession: VerifySession
  /** What a bearer is worth, with its claims: for wires that must say why it is refused. */
  readBearer(bearer: string): Promise<Bearer>
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
  /** Drops the user and says goodbye by mail; every session ends with it. */
  erase(tx: Tx, userId: string): Promise<void>
  /** Drops sessions that are over and what was begun and never finished; for a sweep now and then. */
  sweep(): Promise<number>
}

/** Longer than any link or challenge works. */
const unfinishedMs = 86_400_000

export async function openAuth(options: AuthOptions): Promise<Auth> {
  const parts = await openParts(options)
  const { db, now, switches } = parts
  return {
    register: async app => {
      await app.register(async scope => authRoutes(scope, parts), { prefix: '/auth/v1' })
    },
    verifySession: parts.check.verifySession,
    readBearer: parts.check.readBearer,
    async createUser({ email, password, metadata = {} }) {
      await refuseWeak(password, switches.passwordMin, async () => false)
      const passwordHash = await parts.passwords.hash(password)
      const person = { email: Email.parse(email), passwordHash, confirmed: true, metadata }
      return db.transaction().execute(tx => addPerson(parts, tx, person))
    },
    sessions: sessionHandlers(parts),
    providers: [...parts.providers.values()].map(({ name, label }) => ({ name, label })),
    secondFactors: offeredTypes(parts),
    isThemselves: async (userId, code) => {
      const user = (await readUser(db, userId))?.user
      return user?.email || user?.phone ? code !== null && isReauthenticated(parts, user, code) : true
    },
    erase: async (tx, userId) => erasePerson(parts, tx, userId),
    userIdOf: async email => (await userByEmail(db, Email.parse(email)))?.id ?? null,
    sweep: async () => {
      const before = (ms: number) => new Date(now().getTime() - ms)
      return (await sweepSessions(db, before(switches.timeboxMs))) + (await sweepUnfinished(db, before(unfinishedMs)))
    },
  }
}

async function openParts(options: AuthOptions): Promise<AuthParts> {
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
    notices: options.notices ?? null,
    switches,
    keys,
    passwords: await openPasswords(),
    counters: openCounters(switches.limits),
    check: openSessionCheck(db, keys, now),
    isBreached: options.isBreached ?? (async () => false),
    captcha: options.captcha ?? null,
    sendCode: options.sendCode ?? null,
    record: options.record ?? (async () => undefined),
    leaving: options.leaving ?? aloneIn(db),
    audit: options.audit ?? (async () => ({ total: 0, entries: [] })),
    providers: options.providers ?? new Map(),
    onUserCreated: options.onUserCreated ?? (async () => undefined),
    onOthersSignedOut: options.onOthersSignedOut ?? (async () => undefined),
    languageOf: options.languageOf ?? (async () => spokenLanguage()),
  }
}

const keepOnly = ({ db, master, now, log }: AuthOptions): Mailer =>
  openMailer({ db, master, now, log, outside: openOutside({ allow: [], loopback: false }), from: '', relay: null })

const aloneIn = (db: Db): Leaving => ({
  erase: async (_userId, last) => db.transaction().execute(last),
  isUnderWay: async () => false,
})
