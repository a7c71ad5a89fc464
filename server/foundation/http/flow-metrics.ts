// The metrics of emails on their way: counted by the process that did it, so that the sums over all hosts are true.
import metrics from 'prom-client'
import { appMetrics } from './metrics.ts'

const registers = [appMetrics]

/** In seconds: from what feels immediate to what nobody waits for. */
const waits = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600, 21_600]

export const emailsReceived = new metrics.Counter({
  name: 'mailferry_emails_received_total',
  help: 'Emails that were saved with their decision, by how they came: imap, or address for email to our own addresses.',
  labelNames: ['kind'],
  registers,
})

export const decisionsMade = new metrics.Counter({
  name: 'mailferry_decisions_total',
  help: 'What became of emails: matched, not_matched, or suppressed with its reason.',
  labelNames: ['result', 'reason'],
  registers,
})

export const deliveriesQueued = new metrics.Counter({
  name: 'mailferry_deliveries_queued_total',
  help: 'Deliveries that were queued for a phone as their email arrived.',
  registers,
})

export const attemptsMade = new metrics.Counter({
  name: 'mailferry_attempts_total',
  help: 'Attempts to send, by outcome: sent, retry, failed, held, unknown.',
  labelNames: ['outcome'],
  registers,
})

export const refusals = new metrics.Counter({
  name: 'mailferry_refusals_total',
  help: 'Attempts that WhatsApp did not accept, by reason.',
  labelNames: ['reason'],
  registers,
})

export const statesReported = new metrics.Counter({
  name: 'mailferry_deliveries_reported_total',
  help: 'Reports of WhatsApp that changed a delivery, by its new state: sent, delivered, read, failed.',
  labelNames: ['state'],
  registers,
})

export const acceptedAfter = new metrics.Histogram({
  name: 'mailferry_accepted_seconds',
  help: 'From the arrival of an email to the moment when WhatsApp accepted it, quiet hours and pauses included.',
  buckets: waits,
  registers,
})

export const deliveredAfter = new metrics.Histogram({
  name: 'mailferry_delivered_seconds',
  help: 'From the arrival of an email to the report that it is on the phone.',
  buckets: waits,
  registers,
})

export const requestsServed = new metrics.Histogram({
  name: 'mailferry_http_request_seconds',
  help: 'Requests by route and status, and how long they took.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
})
