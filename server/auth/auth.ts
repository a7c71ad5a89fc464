// Opens the auth module: signing keys, limits and endpoints, for routes.ts to mount.
import type { FastifyInstance } from 'fastify'
import { systemClock } from '../foundation/clock.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { sweepRateLimits } from '../foundation/db/rate-limits.ts'
import type { VerifySession } from '../foundation/http/authentication.ts'
import type { Log } from '../foundation/log.ts'
import { type Mailer, openMailer } from '../foundation/mailer.ts'
import { openOutside } from '../foundation/outside.ts'
import type { SealKey } from '../foundation/seal.ts'
import { requestLanguage } from '../foundation/words.ts'
import { sweepBlocks } from './blocked/owners.ts'
import type { BreachCheck } from './breached.ts'
import { type StaffActions, staffActions } from './by-staff/actions.ts'
import type { CaptchaCheck } from './captcha.ts'
import { type CheckedBearer, openSessionCheck } from './check.ts'
import type { AuthDeps, AuthHooks, SendCode, UserErasure } from './deps.ts'
import { isReauthenticated } from './email/reauthenticate.ts'
import { offeredTypes } from './factors/by-type.ts'
import { type SessionHandlers, sessionHandlers } from './handlers.ts'
import { type KeyRotation, openKeyRotation } from './key-rotation.ts'
import { openTokenKeys } from './keys.ts'
import { openCounters } from './limits.ts'
import { sweepNetworks, sweepSessions, sweepUnfinished, userByEmail } from './owners.ts'
import { openPasswords, refuseWeak } from './passwords.ts'
import type { IdentityProviders } from './providers/provider.ts'
import { Email, type FactorType } from './shapes.ts'
import { refuseUnprovenSession } from './step-up.ts'
import { readUser } from './store.ts'
import { defaultAuthLimits, defaultSwitches, type Switches, type SwitchOverrides } from './switches.ts'
import type { TrustedKey } from './trusted-keys.ts'
import { type UndoneChange, undoChange } from './undo.ts'
import { addUser, eraseAccount } from './users.ts'
import { authRoutes } from './wire.ts'

/** A missing hook does nothing. */
export interface AuthOptions extends Partial<AuthHooks> {
  db: Db
  master: SealKey
  /** The real time, even where the sandbox has moved its clock. */
  now: () => Date
  publicUrl: string
  /** The page of our own site that opens links in emails; without it they open by GET, as on the wire. */
  linkPage?: string
  /** Without one, emails stay in the outbox. */
  mailer?: Mailer
  switches?: SwitchOverrides
  /** Foreign public keys whose tokens are trusted too. */
  trustedKeys?: TrustedKey[]
  log: Log
  /** Checks a new password against a list of breached ones. */
  isBreached?: BreachCheck
  /** Required before signing in or up and before requesting an email; asked for each request. */
  captcha?: () => CaptchaCheck | null
  /** Sends a code to a phone; without it phone sign-in is off. */
  sendCode?: SendCode
  /** The identity providers offered; none by default. */
  providers?: IdentityProviders
}

export interface Auth {
  /** Mounts the wire under /auth/v1. */
  register(app: FastifyInstance): Promise<void>
  verifySession: VerifySession
  /** Checks a bearer and returns its claims or why it is invalid, for wires that must report the reason. */
  readBearer(bearer: string): Promise<CheckedBearer>
  /** Creates a confirmed user; returns the id, or null when the address is taken. Throws HttpError on a weak password. */
  createUser(user: { email: string; password: string; metadata?: Record<string, unknown> }): Promise<string | null>
  /** Finds the user with this address. */
  findUserId(email: string): Promise<string | null>
  sessions: SessionHandlers
  /** What staff do to a user's account. */
  byStaff: StaffActions
  /** The keys that sign access tokens. */
  signingKeys: KeyRotation
  /** The identity providers offered: name, and label for the button. */
  providers: { name: string; label: string }[]
  /** Whether somebody new can sign up now. */
  signUpOpen: boolean
  /** The types of second factor offered. */
  secondFactors: FactorType[]
  /** True when `code` is the reauthentication code that was sent, which is then used up. Always true for users without address and number. */
  isReauthenticated(userId: string, code: string | null): Promise<boolean>
  /** Throws 403 reauthentication_needed unless the user has proven in the last minutes who they are. */
  refuseUnproven(userId: string, sessionId: string | null): Promise<void>
  /** Takes back a change of a user's sign-in that they did not make, and ends all sessions. */
  undo(tx: Tx, userId: string, change: UndoneChange): Promise<void>
  /** Call after `undo` has been committed. */
  afterUndo(): void
  /** Deletes the user with all sessions, and emails a goodbye. */
  erase(tx: Tx, userId: string): Promise<void>
  /** Deletes expired sessions, unfinished flows, and signing keys that nothing needs any more; called periodically. */
  sweep(): Promise<number>
}

/** Longer than any link or challenge is valid. */
const unfinishedMs = 86_400_000
/** How long blocks of addresses are listed after their end. */
const endedBlocksMs = 30 * 86_400_000
/** A network that its user no longer comes from may be somebody else's. */
const networksKeptMs = 90 * 86_400_000

export async function openAuth(options: AuthOptions): Promise<Auth> {
  const deps = await openDeps(options)
  const { db, now, switches } = deps
  const signingKeys = openKeyRotation({ ...deps, tokenMs: switches.accessTokenSeconds * 1000 })
  return {
    signingKeys,
    register: async app => {
      await app.register(async scope => authRoutes(scope, deps), { prefix: '/auth/v1' })
    },
    verifySession: deps.check.verifySession,
    readBearer: deps.check.readBearer,
    async createUser({ email, password, metadata = {} }) {
      await refuseWeak(password, switches.passwordMin, async () => false)
      const passwordHash = await deps.passwords.hash(password)
      const user = { email: Email.parse(email), passwordHash, confirmed: true, metadata }
      return db.transaction().execute(tx => addUser(deps, tx, user))
    },
    sessions: sessionHandlers(deps),
    byStaff: staffActions(deps),
    get providers() {
      return [...deps.providers.values()].map(({ name, label }) => ({ name, label }))
    },
    get signUpOpen() {
      return switches.signUpOpen
    },
    secondFactors: offeredTypes(deps),
    isReauthenticated: async (userId, code) => {
      const user = (await readUser(db, userId))?.user
      return user?.email || user?.phone ? code !== null && isReauthenticated(deps, user, code) : true
    },
    refuseUnproven: (userId, sessionId) => refuseUnprovenSession(deps, userId, sessionId),
    undo: (tx, userId, change) => undoChange(deps, tx, userId, change),
    afterUndo: () => deps.check.clearCache(),
    erase: async (tx, userId) => eraseAccount(deps, tx, userId),
    findUserId: async email => (await userByEmail(db, Email.parse(email)))?.id ?? null,
    sweep: async () => {
      await signingKeys.sweep()
      const ago = (ms: number) => new Date(now().getTime() - ms)
      await sweepBlocks(db, ago(endedBlocksMs))
      await sweepNetworks(db, ago(networksKeptMs))
      await sweepRateLimits(db, systemClock.now())
      return (await sweepSessions(db, ago(switches.timeboxMs))) + (await sweepUnfinished(db, ago(unfinishedMs)))
    },
  }
}

async function openDeps(options: AuthOptions): Promise<AuthDeps> {
  const { db, master, now, log, publicUrl } = options
  const { switches: given } = options
  const switches: Switches = {
    ...defaultSwitches,
    ...given,
    limits: { ...defaultAuthLimits, ...given?.limits },
    // These may change while the server runs.
    get signUpOpen() {
      return given?.signUpOpen ?? defaultSwitches.signUpOpen
    },
    get autoconfirm() {
      return given?.autoconfirm ?? defaultSwitches.autoconfirm
    },
  }
  const keys = await openTokenKeys(db, master, `${publicUrl}/auth/v1`, now, options.trustedKeys)
  return {
    db,
    master,
    now,
    log,
    publicUrl,
    linkPage: options.linkPage ?? null,
    mailer: options.mailer ?? openStoringMailer(options),
    switches,
    keys,
    passwords: await openPasswords(),
    counters: openCounters(db, switches.limits, log),
    check: openSessionCheck(db, keys, now),
    isBreached: options.isBreached ?? (async () => false),
    get captcha() {
      return options.captcha?.() ?? null
    },
    sendCode: options.sendCode ?? null,
    providers: options.providers ?? new Map(),
    hooks: fillHooks(options),
  }
}

const fillHooks = (options: AuthOptions): AuthHooks => ({
  record: options.record ?? (async () => undefined),
  audit: options.audit ?? (async () => ({ total: 0, entries: [] })),
  erasure: options.erasure ?? defaultErasure(options.db),
  optOut: options.optOut ?? null,
  onUserCreated: options.onUserCreated ?? (async () => undefined),
  onOthersSignedOut: options.onOthersSignedOut ?? (async () => undefined),
  undoLink: options.undoLink ?? null,
  onSuspended: options.onSuspended ?? (async () => undefined),
  refuseInMaintenance: options.refuseInMaintenance ?? (async () => undefined),
  readLanguage: options.readLanguage ?? (async () => requestLanguage()),
})

const openStoringMailer = ({ db, master, now, log }: AuthOptions): Mailer =>
  openMailer({ db, master, now, log, outside: openOutside({ allow: [], loopback: false }), from: '', relay: null })

const defaultErasure = (db: Db): UserErasure => ({
  erase: async (userId, last) => db.transaction().execute(tx => last(tx, userId)),
  isUnderWay: async () => false,
})
