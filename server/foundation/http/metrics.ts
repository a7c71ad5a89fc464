// Our own metrics, served at /metrics with those of the process.
import metrics from 'prom-client'

export const figures = new metrics.Registry()

export const incidents = new metrics.Counter({
  name: 'mailferry_incidents_total',
  help: 'What must not happen and did, by kind: delivered_and_failed is a message that WhatsApp called both.',
  labelNames: ['kind'],
  registers: [figures],
})
