// Our own metrics, served at /metrics with those of the process.
import metrics from 'prom-client'

export const appMetrics = new metrics.Registry()

export const incidents = new metrics.Counter({
  name: 'mailferry_incidents_total',
  help: 'Events that must never happen, by kind: delivered_and_failed is a message that WhatsApp reported as both.',
  labelNames: ['kind'],
  registers: [appMetrics],
})

export const providersInTrouble = new metrics.Gauge({
  name: 'mailferry_mail_providers_in_trouble',
  help: 'Mail providers that refuse many of their users at once; their mailboxes wait until it is over.',
  registers: [appMetrics],
})

export const serversLeftAlone = new metrics.Gauge({
  name: 'mailferry_servers_left_alone',
  help: 'Servers that do not answer and get a pause: mail servers of users, and sign-in providers.',
  labelNames: ['kind'],
  registers: [appMetrics],
})

export const slowNameLookups = new metrics.Counter({
  name: 'mailferry_slow_name_lookups_total',
  help: 'Look-ups of host names (DNS) that took longer than a second.',
  registers: [appMetrics],
})

export const setAsideTotal = new metrics.Counter({
  name: 'mailferry_set_aside_total',
  help: 'What always failed and is tried no more, by kind: inbound, email, webhook, delivery, notification.',
  labelNames: ['kind'],
  registers: [appMetrics],
})

export const clockDifference = new metrics.Gauge({
  name: 'mailferry_clock_difference_seconds',
  help: "How far PostgreSQL's clock is ahead of this machine's. Leases, claims and due times follow PostgreSQL's.",
  registers: [appMetrics],
})

export const fetchLoad = new metrics.Gauge({
  name: 'mailferry_mail_fetching',
  help: 'What this host fetches from mailboxes now: batches and bytes under way, and how many wait for their turn.',
  labelNames: ['what'],
  registers: [appMetrics],
})

export const mailboxesWatched = new metrics.Gauge({
  name: 'mailferry_mailboxes_watched',
  help: 'Mailboxes that this host watches.',
  registers: [appMetrics],
})

export const whatsappTroubleSeconds = new metrics.Gauge({
  name: 'mailferry_whatsapp_trouble_seconds',
  help: 'How long WhatsApp has accepted nothing from us; 0 while it works.',
  registers: [appMetrics],
})

export const pausesNow = new metrics.Gauge({
  name: 'mailferry_pauses',
  help: 'What is paused now: users, phones that wait for their next attempt, and our number.',
  labelNames: ['what'],
  registers: [appMetrics],
})

export const setAsideLately = new metrics.Gauge({
  name: 'mailferry_set_aside',
  help: 'What always failed and was set aside in the last week, by kind, on all hosts.',
  labelNames: ['kind'],
  registers: [appMetrics],
})

export const runtimesBehind = new metrics.Gauge({
  name: 'mailferry_runtime_behind',
  help: '1 where a runtime is older than the last patch that this version knew.',
  labelNames: ['runtime'],
  registers: [appMetrics],
})

export const openDeliveries = new metrics.Gauge({
  name: 'mailferry_deliveries_open',
  help: 'Deliveries that WhatsApp has not accepted yet, by state, on all hosts; counted up to 100,000.',
  labelNames: ['state'],
  registers: [appMetrics],
})

export const oldestDueSeconds = new metrics.Gauge({
  name: 'mailferry_oldest_due_seconds',
  help: 'How long the delivery that is due longest has been due; 0 while none is late.',
  registers: [appMetrics],
})

export const mailboxesByState = new metrics.Gauge({
  name: 'mailferry_mailboxes',
  help: 'Mailboxes on all hosts, by state: connecting, live, waiting, needs_you, paused.',
  labelNames: ['state'],
  registers: [appMetrics],
})

export const databaseConnections = new metrics.Gauge({
  name: 'mailferry_database_connections',
  help: 'Connections of this host for requests and jobs: open, idle, and how many wait for one.',
  labelNames: ['what'],
  registers: [appMetrics],
})

export const silentHosts = new metrics.Gauge({
  name: 'mailferry_silent_hosts',
  help: 'Hosts that have written no heartbeat for a minute and have not said goodbye.',
  registers: [appMetrics],
})

export const buildInfo = new metrics.Gauge({
  name: 'mailferry_build_info',
  help: 'Always 1; its label is the version that runs.',
  labelNames: ['version'],
  registers: [appMetrics],
})
