// API shapes of the console's security page: failed sign-ins, blocked addresses, suspicious events, staff sessions, API keys.
import { z } from 'zod/mini'
import { ById, Id, Nothing, PageQuery, pageOf, shape, Time } from '../shape.ts'
import { Reason } from './action.ts'

const csv = z.string()
const Device = z.nullable(z.object({ browser: z.string(), system: z.string() }))
/** The account of a person; without an email where they have none, or are gone. */
const Person = z.object({ id: Id, email: z.nullable(z.string()) })

export const failureRanges = ['1h', '24h', '7d'] as const
export const failureGroupings = ['address', 'network', 'account'] as const
const FailureQuery = z.object({ range: z._default(z.enum(failureRanges), '24h'), by: z._default(z.enum(failureGroupings), 'address') })

const FailedSignIns = z.object({
  /** An address, a network, or the account's email as it was typed. */
  key: z.string(),
  person: z.nullable(Person),
  attempts: z.number(),
  /** How many accounts were tried from this address, or from how many addresses this account was tried. */
  others: z.number(),
  lastAt: Time,
  isBlocked: z.boolean(),
})
export type FailedSignIns = z.infer<typeof FailedSignIns>

export const listFailedSignInsApi = shape({
  query: FailureQuery,
  status: 200,
  answer: z.object({
    items: z.array(FailedSignIns),
    since: Time,
    attempts: z.number(),
    /** Only the newest attempts were counted, because there are too many. */
    isCapped: z.boolean(),
  }),
})
export const exportFailedSignInsApi = shape({ query: FailureQuery, status: 200, answer: csv })

export const blockStates = ['active', 'ended'] as const
const AddressBlock = z.object({
  id: Id,
  network: z.string(),
  reason: z.string(),
  blockedBy: Person,
  blockedAt: Time,
  endsAt: z.nullable(Time),
  isActive: z.boolean(),
})
export type AddressBlock = z.infer<typeof AddressBlock>

const blockFilters = { state: z.optional(z.enum(blockStates)), address: z.optional(z.string().check(z.maxLength(60))) }
export const listBlocksApi = shape({ query: z.extend(PageQuery, blockFilters), status: 200, answer: pageOf(AddressBlock) })
export const exportBlocksApi = shape({ query: z.object(blockFilters), status: 200, answer: csv })
export const addBlockApi = shape({
  body: z.object({ network: z.string().check(z.trim(), z.maxLength(60)), endsAt: z.nullable(Time), reason: Reason }),
  status: 201,
  answer: AddressBlock,
})
export const removeBlockApi = shape({ params: ById, body: z.object({ reason: Reason }), status: 200, answer: Nothing })

export const suspicionKinds = ['new_device', 'refresh_token_reuse', 'unauthorized_access'] as const
export type SuspicionKind = (typeof suspicionKinds)[number]
const Suspicion = z.object({
  id: Id,
  kind: z.enum([...suspicionKinds, 'other']),
  at: Time,
  person: z.nullable(Person),
  ip: z.nullable(z.string()),
  device: Device,
})
export type Suspicion = z.infer<typeof Suspicion>

const suspicionFilters = { kind: z.optional(z.enum(suspicionKinds)) }
export const listSuspicionsApi = shape({ query: z.extend(PageQuery, suspicionFilters), status: 200, answer: pageOf(Suspicion) })
export const exportSuspicionsApi = shape({ query: z.object(suspicionFilters), status: 200, answer: csv })

export const factorTypes = ['totp', 'phone', 'webauthn'] as const
const SecondFactors = z.object({
  at: Time,
  users: z.number(),
  usersWithFactor: z.number(),
  byType: z.array(z.object({ type: z.enum(factorTypes), users: z.number() })),
  staff: z.number(),
  staffWithFactor: z.number(),
  /** Staff who have none, and can't open the console. */
  staffWithout: z.array(z.extend(Person, { roles: z.array(z.string()) })),
})
export type SecondFactors = z.infer<typeof SecondFactors>
export const getSecondFactorsApi = shape({ status: 200, answer: SecondFactors })

const StaffSession = z.object({
  id: Id,
  person: Person,
  roles: z.array(z.string()),
  hasSecondStep: z.boolean(),
  ip: z.nullable(z.string()),
  device: Device,
  startedAt: Time,
  lastUsedAt: Time,
  isCurrent: z.boolean(),
})
export type StaffSession = z.infer<typeof StaffSession>
export const listStaffSessionsApi = shape({ status: 200, answer: z.object({ items: z.array(StaffSession), isCapped: z.boolean() }) })
/** Ends one session, or all of a person without `sessionId`. */
export const endStaffSessionsApi = shape({
  body: z.object({ userId: Id, sessionId: z.nullable(Id), reason: Reason }),
  status: 200,
  answer: Nothing,
})

export const keyStates = ['active', 'unused', 'expiring', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]
/** Names of keys are the words of their owners, and stay with them. */
const AnyKey = z.object({
  id: Id,
  owner: Person,
  prefix: z.string(),
  scope: z.enum(['read', 'write']),
  createdAt: Time,
  expiresAt: Time,
  lastUsedAt: z.nullable(Time),
  revokedAt: z.nullable(Time),
})
export type AnyKey = z.infer<typeof AnyKey>

const keyFilters = {
  state: z.optional(z.enum(keyStates)),
  /** The first eight characters, which every key shows: a whole one has no place in a URL. */
  prefix: z.optional(z.string().check(z.trim(), z.maxLength(8))),
  user: z.optional(Id),
}
export const listAllKeysApi = shape({ query: z.extend(PageQuery, keyFilters), status: 200, answer: pageOf(AnyKey) })
export const exportAllKeysApi = shape({ query: z.object(keyFilters), status: 200, answer: csv })
export const revokeAnyKeyApi = shape({ params: ById, body: z.object({ userId: Id, reason: Reason }), status: 200, answer: Nothing })
