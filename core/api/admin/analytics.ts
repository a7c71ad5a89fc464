// The API of the console's analytics: counts of a period and of the one before it, never anything about one person.
import { z } from 'zod/mini'
import { funnelSteps, latencyMetrics } from '../../analytics/metrics.ts'
import { analyticsRanges } from '../../analytics/period.ts'
import { shape, Time } from '../shape.ts'

const Day = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Enter a date like 2026-11-21.'))
/** Days are those of `zone` up to a month, and those of UTC in longer ranges. */
const AnalyticsQuery = z.object({
  range: z._default(z.enum(analyticsRanges), '7d'),
  from: z.optional(Day),
  to: z.optional(Day),
  zone: z._default(z.string().check(z.maxLength(100)), 'UTC'),
})

const Count = z.number()
/** Of the period and of the one of the same length before it. */
const Compared = { count: Count, previous: Count }

export const AnalyticsPeriod = z.object({
  from: Time,
  to: Time,
  step: z.enum(['hour', 'day', 'week']),
  /** Whose midnight days begin at. */
  zone: z.string(),
  /** Where each part begins; the last one may be shorter than the others. */
  starts: z.array(Time),
  previousFrom: Time,
  previousStarts: z.array(Time),
  /** Later hours are not counted yet; null before the first hour was counted. */
  countedUntil: z.nullable(Time),
})
export type AnalyticsPeriod = z.infer<typeof AnalyticsPeriod>

const Points = z.array(Count)
export const TrafficSeries = z.object({
  key: z.enum(['arrived', 'matched', 'forwarded', 'failed']),
  ...Compared,
  /** One per part. */
  points: Points,
  previousPoints: Points,
})
export type TrafficSeries = z.infer<typeof TrafficSeries>

/** Seconds; null where nothing was measured. */
export const Percentiles = z.object({ p50: z.nullable(z.number()), p95: z.nullable(z.number()), p99: z.nullable(z.number()), count: Count })
export type Percentiles = z.infer<typeof Percentiles>

export const LatencySeries = z.object({
  key: z.enum(latencyMetrics),
  total: Percentiles,
  previous: Percentiles,
  points: z.array(Percentiles),
  previousPoints: z.array(Percentiles),
})
export type LatencySeries = z.infer<typeof LatencySeries>

export const outcomeStates = ['accepted', 'delivered', 'read', 'failed', 'expired', 'cancelled'] as const
const OutcomeState = z.enum(outcomeStates)

export const DeliveryOutcomes = z.object({
  period: AnalyticsPeriod,
  states: z.array(z.object({ state: OutcomeState, ...Compared })),
  reasons: z.array(z.object({ state: OutcomeState, reason: z.string(), text: z.nullable(z.string()), ...Compared })),
})
export type DeliveryOutcomes = z.infer<typeof DeliveryOutcomes>

const Amount = z.nullable(z.number())
export const WhatsAppCosts = z.object({
  period: AnalyticsPeriod,
  /** ISO 4217 in lower case; null where the operator has set no prices. */
  currency: z.nullable(z.string()),
  items: z.array(
    z.object({
      /** WhatsApp's pricing category; `unreported` until it reports one. */
      category: z.string(),
      billing: z.enum(['billed', 'free', 'unreported']),
      ...Compared,
      /** Of one message, and of all of them; null where no price is set. */
      price: Amount,
      cost: Amount,
      previousCost: Amount,
    }),
  ),
})
export type WhatsAppCosts = z.infer<typeof WhatsAppCosts>

export const ActivationFunnel = z.object({
  period: AnalyticsPeriod,
  steps: z.array(
    z.object({
      step: z.enum(funnelSteps),
      ...Compared,
      /** Between the step before and this one, for half of those who took it. */
      medianSeconds: z.nullable(z.number()),
      previousMedianSeconds: z.nullable(z.number()),
    }),
  ),
})
export type ActivationFunnel = z.infer<typeof ActivationFunnel>

export const RetentionTable = z.object({
  period: AnalyticsPeriod,
  /** By the week of signing up, which begins on Monday, UTC; `active`: of that week, the next one, and so on. */
  cohorts: z.array(z.object({ week: z.string(), size: Count, active: z.array(Count) })),
})
export type RetentionTable = z.infer<typeof RetentionTable>

const Mix = z.array(z.object({ label: z.string(), ...Compared }))
export const MailboxMix = z.object({
  period: AnalyticsPeriod,
  /** When it was counted; null where it never was. */
  day: z.nullable(Time),
  providers: Mix,
  servers: Mix,
})
export type MailboxMix = z.infer<typeof MailboxMix>

const analyticsShape = <A extends z.ZodMiniType>(answer: A) => shape({ query: AnalyticsQuery, status: 200, answer })
const periodWith = <S extends z.ZodMiniType>(series: S) => z.object({ period: AnalyticsPeriod, series: z.array(series) })

export const getTrafficApi = analyticsShape(periodWith(TrafficSeries))
export const getLatencyApi = analyticsShape(periodWith(LatencySeries))
export const getOutcomesApi = analyticsShape(DeliveryOutcomes)
export const getCostsApi = analyticsShape(WhatsAppCosts)
export const getFunnelApi = analyticsShape(ActivationFunnel)
export const getRetentionApi = analyticsShape(RetentionTable)
export const getMailboxMixApi = analyticsShape(MailboxMix)

/** The names of the plots, which are also the ends of their URLs. */
export const analyticsPlots = ['traffic', 'latency', 'outcomes', 'costs', 'funnel', 'retention', 'mailboxes'] as const
export type AnalyticsPlot = (typeof analyticsPlots)[number]

const csvOf = <P extends readonly AnalyticsPlot[]>(plots: P) =>
  shape({ query: AnalyticsQuery, params: z.object({ plot: z.enum(plots) }), status: 200, answer: z.string() })

/** A plot as CSV; the one of costs is only for those who may see amounts. */
export const getAnalyticsCsvApi = csvOf(['traffic', 'latency', 'outcomes', 'funnel', 'retention', 'mailboxes'])
export const getCostsCsvApi = shape({ query: AnalyticsQuery, status: 200, answer: z.string() })
