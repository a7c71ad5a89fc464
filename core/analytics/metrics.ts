// Lists the metrics that the console's analytics count.

/** Counted in the hour in which it happened. */
export const eventMetrics = [
  'arrived',
  'decided',
  'accepted',
  'delivered',
  'read',
  'failed',
  'cancelled',
  'expired',
  'messages_sent',
] as const
export type EventMetric = (typeof eventMetrics)[number]

/** Counted in the hour in which the user signed up, each step with those before it. */
export const funnelSteps = ['signed_up', 'connected', 'linked', 'filter_saved', 'forwarded'] as const
export type FunnelStep = (typeof funnelSteps)[number]

/** Counted once a day, as of that moment. */
export const mixMetrics = ['mailbox_provider', 'mail_server'] as const
type MixMetric = (typeof mixMetrics)[number]

/** From arrival until WhatsApp accepted the email, and until the phone had it. */
export const latencyMetrics = ['until_accepted', 'until_delivered'] as const
type LatencyMetric = (typeof latencyMetrics)[number]

export type CountMetric = EventMetric | FunnelStep | MixMetric
/** The time between a funnel step and the step before it. */
export type HistogramMetric = LatencyMetric | FunnelStep

export interface CountRow {
  at: Date
  metric: CountMetric
  label: string
  count: number
}

export interface HistogramRow {
  at: Date
  metric: HistogramMetric
  bucket: number
  count: number
}
