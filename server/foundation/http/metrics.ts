// Our own metrics, served at /metrics with those of the process.
import metrics from 'prom-client'

export const appMetrics = new metrics.Registry()

export const incidents = new metrics.Counter({
  name: 'mailferry_incidents_total',
  help: 'Events that must never happen, by kind: delivered_and_failed is a message that WhatsApp reported as both.',
  labelNames: ['kind'],
  registers: [appMetrics],
})
