// The API for the console's first page: the health of each part, key figures, hosts, and the lists behind the figures.
import { z } from 'zod/mini'
import { openStates, State } from '../../delivery/states.ts'
import { Id, PageQuery, pageOf, shape, Time } from '../shape.ts'
import { AdminFinding } from './finding.ts'
import { HostLoad } from './host.ts'

const count = z.int().check(z.nonnegative())

/** Counts stop here: a larger one is shown as "50,000+". */
export const countLimit = 50_000

export const HostView = z.object({
  id: z.string(),
  /** The host that responds. */
  isThis: z.boolean(),
  roles: z.array(z.enum(['web', 'mail', 'delivery'])),
  version: z.string(),
  startedAt: Time,
  beatAt: Time,
  /** It has not reported for a minute. */
  isSilent: z.boolean(),
  load: HostLoad,
  /** Mailboxes that it watches at this moment. */
  mailboxes: count,
})
export type HostView = z.infer<typeof HostView>

/** Mailboxes that do not receive. */
export const DownState = z.enum(['waiting', 'needs_you'])
export type DownState = z.infer<typeof DownState>

const Revenue = z.object({
  active: count,
  trialing: count,
  pastDue: count,
  /** Of active and overdue subscriptions, in minor units a month. */
  monthly: z.array(z.object({ currency: z.string(), amount: z.int() })),
})
export type Revenue = z.infer<typeof Revenue>

const OverviewHealth = z.object({
  /** Of the worst trouble. */
  state: z.enum(['ok', 'note', 'failing']),
  failing: count,
  notes: count,
  /** Everything that needs attention, the worst first, each with the page where it's dealt with. */
  troubles: z.array(AdminFinding),
})
export type OverviewHealth = z.infer<typeof OverviewHealth>

export const Overview = z.object({
  at: Time,
  health: OverviewHealth,
  parts: z.array(AdminFinding),
  /** Of the last 60 minutes, the oldest first. */
  perMinute: z.object({ arrived: z.array(count), delivered: z.array(count) }),
  /** Deliveries that are not final, by state; states without any are omitted. */
  queue: z.array(z.object({ state: State, count })),
  /** When the oldest delivery that may be sent was due; null if none waits. */
  dueSince: z.nullable(Time),
  mailboxesDown: z.array(z.object({ state: DownState, reason: z.nullable(z.string()), label: z.string(), count })),
  /** Of 24 hours. */
  failures: z.array(z.object({ reason: z.nullable(z.string()), label: z.string(), count })),
  hosts: z.array(HostView),
  newUsers: z.object({ today: count, week: count }),
  /** Null for roles that do not see money, and where nothing is sold. */
  revenue: z.nullable(Revenue),
  versions: z.object({
    mailferry: z.string(),
    node: z.string(),
    postgres: z.string(),
    schema: z.string(),
    mode: z.enum(['sandbox', 'production']),
    publicUrl: z.string(),
    startedAt: Time,
  }),
})
export type Overview = z.infer<typeof Overview>

/** For every role. Read at most every five seconds. */
export const getOverviewApi = shape({ status: 200, answer: Overview })

const Reason = z.optional(z.string().check(z.regex(/^[\w.:-]{1,80}$/)))

export const MailboxDown = z.object({
  id: Id,
  userId: Id,
  /** Of its address: the address itself is not shown. */
  domain: z.string(),
  state: DownState,
  reason: z.nullable(z.string()),
  /** The reason as a sentence. */
  label: z.string(),
  since: Time,
})
export type MailboxDown = z.infer<typeof MailboxDown>
export const mailboxesDownFilter = { state: z.optional(DownState), reason: Reason }
/** Those that have been down longest first. */
export const listMailboxesDownApi = shape({
  query: z.object({ ...PageQuery.shape, ...mailboxesDownFilter }),
  status: 200,
  answer: pageOf(MailboxDown),
})

export const ListedState = z.enum([...openStates, 'failed'])
export type ListedState = z.infer<typeof ListedState>

export const ListedDelivery = z.object({
  id: Id,
  userId: Id,
  messageId: z.nullable(Id),
  destinationId: Id,
  state: State,
  reason: z.nullable(z.string()),
  label: z.string(),
  attempts: count,
  /** When it failed; when it was made, for one that waits. */
  since: Time,
})
export type ListedDelivery = z.infer<typeof ListedDelivery>
export const deliveriesFilter = { state: z._default(ListedState, 'failed'), reason: Reason }
/** `failed` lists failed and expired ones, the newest first, of one reason if given; any other state those that wait, the oldest first. */
export const listDeliveryRowsApi = shape({
  query: z.object({ ...PageQuery.shape, ...deliveriesFilter }),
  status: 200,
  answer: pageOf(ListedDelivery),
})
export const mailboxesDownCsvApi = shape({ query: z.object(mailboxesDownFilter), status: 200, answer: z.string() })
export const deliveryRowsCsvApi = shape({ query: z.object(deliveriesFilter), status: 200, answer: z.string() })
