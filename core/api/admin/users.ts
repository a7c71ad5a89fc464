// The console's API for users: a list with filters, one user with everything around them, and what staff may do to the account.
import { z } from 'zod/mini'
import { State } from '../../delivery/states.ts'
import { SubscriptionState } from '../../plans/subscription.ts'
import { staffRoles } from '../../session/staff.ts'
import { MailboxState } from '../mail.ts'
import { ById, Id, Nothing, PageQuery, pageOf, shape, Time } from '../shape.ts'
import { ActionBody, Reason } from './action.ts'

export const AdminUserState = z.enum(['active', 'unconfirmed', 'suspended', 'deleted'])
const StaffRoleName = z.enum(staffRoles)

export const AdminUserLine = z.object({
  id: Id,
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Masked. */
  phone: z.nullable(z.string()),
  state: AdminUserState,
  roles: z.array(z.string()),
  hasFactor: z.boolean(),
  /** Null on the free plan. */
  plan: z.nullable(z.string()),
  mailboxCount: z.number(),
  createdAt: Time,
  lastSignInAt: z.nullable(Time),
})
export type AdminUserLine = z.infer<typeof AdminUserLine>

/** `q`: how an address, a name or, for administrators, a number begins, a whole phone number, or an id. Created at or after `from` and before `to`. */
export const AdminUserFilters = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  state: z.optional(z.enum(['active', 'unconfirmed', 'suspended'])),
  role: z.optional(StaffRoleName),
  factor: z.optional(z.enum(['yes', 'no'])),
  from: z.optional(Time),
  to: z.optional(Time),
})
export type AdminUserFilters = z.infer<typeof AdminUserFilters>

/** Newest first. */
export const listAdminUsersApi = shape({
  query: z.extend(PageQuery, AdminUserFilters.shape),
  status: 200,
  answer: pageOf(AdminUserLine),
})
export const adminUsersCsvApi = shape({ query: AdminUserFilters, status: 200, answer: z.string() })

export const AdminMailbox = z.object({
  id: Id,
  kind: z.enum(['imap', 'address']),
  /** Of the address; the part before it is not shown. */
  domain: z.string(),
  state: MailboxState,
  isSuspended: z.boolean(),
  /** A sentence with the way out. */
  problem: z.nullable(z.string()),
  downSince: z.nullable(Time),
  lastAliveAt: z.nullable(Time),
  lastEmailAt: z.nullable(Time),
})
export type AdminMailbox = z.infer<typeof AdminMailbox>

export const AdminPhone = z.object({
  id: Id,
  /** Masked. */
  number: z.nullable(z.string()),
  state: z.enum(['pending', 'linked', 'stopped', 'unreachable']),
  pausedUntil: z.nullable(Time),
  lastInboundAt: z.nullable(Time),
})
export type AdminPhone = z.infer<typeof AdminPhone>

/** The shape of a filter: no name and no value. */
export const AdminFilter = z.object({
  id: Id,
  isPaused: z.boolean(),
  conditions: z.array(z.object({ field: z.string(), count: z.number() })),
  actions: z.array(z.string()),
  matchCount: z.number(),
  lastMatchAt: z.nullable(Time),
})
export type AdminFilter = z.infer<typeof AdminFilter>

export const AdminDelivery = z.object({
  id: Id,
  kind: z.enum(['mail', 'announcement', 'digest', 'shown', 'attachment']),
  destinationId: Id,
  filterId: z.nullable(Id),
  state: State,
  reason: z.nullable(z.string()),
  reasonText: z.nullable(z.string()),
  attempts: z.number(),
  /** Of the email; null for what carries several, and once it is erased. */
  sizeBytes: z.nullable(z.number()),
  createdAt: Time,
  deliveredAt: z.nullable(Time),
  failedAt: z.nullable(Time),
})
export type AdminDelivery = z.infer<typeof AdminDelivery>

export const AdminSubscription = z.object({
  id: Id,
  plan: z.string(),
  state: SubscriptionState,
  interval: z.enum(['month', 'year']),
  periodEnd: z.nullable(Time),
  trialEndsAt: z.nullable(Time),
  cancelsAt: z.nullable(Time),
})
export type AdminSubscription = z.infer<typeof AdminSubscription>

export const AdminSession = z.object({
  id: Id,
  aal: z.enum(['aal1', 'aal2']),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  createdAt: Time,
  lastUsedAt: Time,
})
export type AdminSession = z.infer<typeof AdminSession>

export const AdminFactor = z.object({
  id: Id,
  type: z.enum(['totp', 'phone', 'webauthn']),
  isVerified: z.boolean(),
  createdAt: Time,
})
export type AdminFactor = z.infer<typeof AdminFactor>

export const AdminExport = z.object({
  id: Id,
  state: z.enum(['waiting', 'working', 'ready', 'failed']),
  createdAt: Time,
  /** The user can download it until then; staff cannot. */
  expiresAt: z.nullable(Time),
})
export type AdminExport = z.infer<typeof AdminExport>

/** Of the user, or about them. */
export const AdminUserLogLine = z.object({
  id: Id,
  action: z.string(),
  status: z.enum(['success', 'error', 'info', 'warning']),
  resourceType: z.nullable(z.string()),
  /** The member of staff who did it. */
  byEmail: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  at: Time,
})
export type AdminUserLogLine = z.infer<typeof AdminUserLogLine>

export const AdminUser = z.object({
  id: Id,
  email: z.nullable(z.string()),
  isEmailConfirmed: z.boolean(),
  name: z.nullable(z.string()),
  /** Masked. */
  phone: z.nullable(z.string()),
  isPhoneConfirmed: z.boolean(),
  state: AdminUserState,
  /** Set while suspended; `isForGood` without an end. */
  suspendedUntil: z.nullable(Time),
  isForGood: z.boolean(),
  roles: z.array(z.string()),
  providers: z.array(z.string()),
  language: z.nullable(z.string()),
  createdAt: Time,
  invitedAt: z.nullable(Time),
  lastSignInAt: z.nullable(Time),
  mailboxes: z.array(AdminMailbox),
  phones: z.array(AdminPhone),
  filters: z.array(AdminFilter),
  /** The latest 50. */
  deliveries: z.array(AdminDelivery),
  subscription: z.nullable(AdminSubscription),
  sessions: z.array(AdminSession),
  factors: z.array(AdminFactor),
  exports: z.array(AdminExport),
  /** The latest 30. */
  log: z.array(AdminUserLogLine),
})
export type AdminUser = z.infer<typeof AdminUser>

export const getAdminUserApi = shape({ params: ById, status: 200, answer: AdminUser })

const action = shape({ params: ById, body: ActionBody, status: 200, answer: Nothing })

export const inviteUserApi = shape({
  body: z.object({
    email: z
      .string()
      .check(z.trim(), z.toLowerCase(), z.email('Enter a full email address.'), z.maxLength(320, 'Enter a full email address.')),
    reason: Reason,
  }),
  status: 201,
  answer: z.object({ id: Id }),
})
export const confirmUserEmailApi = action
/** Without `until` it is for good. */
export const suspendUserApi = shape({
  params: ById,
  body: z.object({ until: z.nullable(Time), reason: Reason }),
  status: 200,
  answer: Nothing,
})
export const resumeUserApi = action
export const resetUserFactorsApi = action
/** One session, or all of them with null. */
export const endUserSessionsApi = shape({
  params: ById,
  body: z.object({ sessionId: z.nullable(Id), reason: Reason }),
  status: 200,
  answer: Nothing,
})
export const changeUserRoleApi = shape({
  params: ById,
  body: z.object({ role: StaffRoleName, change: z.enum(['grant', 'revoke']), reason: Reason }),
  status: 200,
  answer: Nothing,
})
/** The user is emailed when it is ready, and only they can download it. */
export const startUserExportApi = action
