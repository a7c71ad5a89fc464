// Binds the console's overview, alerts and diagnostics to this host and the foreign services.
import type pg from 'pg'
import { listRoles } from '../account/store.ts'
import { readPauseReason } from '../delivery/number/queue.ts'
import { systemClock } from '../foundation/clock.ts'
import { startHeartbeat } from '../foundation/hosts.ts'
import { cacheCheck } from '../foundation/http/health.ts'
import type { Jobs } from '../foundation/jobs.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { type Outside, openOutside } from '../foundation/outside.ts'
import { version } from '../foundation/version.ts'
import { consoleActionHandlers } from '../use-cases/admin/actions.ts'
import { toOpenAlert } from '../use-cases/admin/alerts/advice.ts'
import { checkAlerts } from '../use-cases/admin/alerts/check.ts'
import { alertHandlers } from '../use-cases/admin/alerts/handlers.ts'
import { cached, refreshed } from '../use-cases/admin/overview/cached.ts'
import { type OverviewDeps, overviewHandlers, readPartInput } from '../use-cases/admin/overview/handlers.ts'
import { overviewListHandlers } from '../use-cases/admin/overview/lists.ts'
import { readCertificateDays } from '../use-cases/doctor/ask/surroundings.ts'
import { askNewestVersion } from '../use-cases/doctor/ask/version.ts'
import { type DoctorHandlers, doctorHandlers } from '../use-cases/doctor/handlers.ts'
import { runOverviewChecks } from '../use-cases/doctor/overview-checks.ts'
import { explainReason } from '../whatsapp/reasons.ts'
import { sendText } from '../whatsapp/send.ts'
import { type AppContext, bindExplain, inPace, openDnsIfEnabled } from './app.ts'
import { consoleActions } from './console-actions.ts'
import type { HandlerDeps } from './handler-deps.ts'

const machineNow = systemClock.now
const startedAt = machineNow()
const certificatesKeptMs = 3_600_000
const findingsKeptMs = 20_000
const newestKeptMs = 86_400_000

export function startHostHeartbeat({ db, config, log }: AppContext, pool: pg.Pool): { stop(): Promise<void> } {
  const host = { id: config.hostId, roles: config.roles, version }
  return startHeartbeat({ db, pool, log, host, clock: systemClock, dataDir: config.dataDir })
}

/** Why our number is paused, as text. */
const pauseReasonOf =
  ({ db, config, clock, words }: AppContext) =>
  async (): Promise<string | null> => {
    const reason = await readPauseReason(db, config.whatsapp.numberId, clock.now())
    return reason && (explainReason(words.of('whatsapp'), reason) ?? reason)
  }

const overviewDeps = (app: AppContext, isWhatsAppReachable: () => Promise<boolean>): OverviewDeps => ({
  ...{ db: app.db, config: app.config, version, startedAt, machineNow, isWhatsAppReachable },
  now: app.clock.now,
  say: app.words.of('adminoverview'),
  rolesOf: userId => listRoles(app.db, userId),
  pauseReason: pauseReasonOf(app),
  explain: bindExplain(app.words),
  toOpenAlert: incident => toOpenAlert(app.words, incident),
  readFindings: refreshed(() => readServiceFindings(app), findingsKeptMs),
})

const newestVersions = new WeakMap<AppContext['config'], () => ReturnType<typeof askNewestVersion>>()

/** Asks at most once a day while this process runs, whoever looks and however often. */
function newestVersion({ config }: AppContext): ReturnType<typeof askNewestVersion> {
  const outside = openOutside({ allow: config.outsideAllow, loopback: config.mode === 'sandbox' })
  const ask = newestVersions.get(config) ?? refreshed(() => askNewestVersion({ config, outside }), newestKeptMs)
  newestVersions.set(config, ask)
  return ask()
}

/** Checks that only ask the database, and which version is the newest; the diagnostics page runs all of them. */
const readServiceFindings = (app: AppContext) => {
  const { db, config, clock } = app
  const outside = openOutside({ allow: [], loopback: false })
  const own = { newestVersion: () => newestVersion(app), problems: [], dns: null, outside }
  const deps = { db, config, machineNow, now: clock.now, ...own }
  return runOverviewChecks(deps, app.words.of('doctor'))
}

export const bindOperations = (app: AppContext, { work, mailer }: HandlerDeps, isWhatsAppReachable: () => Promise<boolean>) => ({
  overview: {
    ...overviewHandlers(overviewDeps(app, isWhatsAppReachable)),
    ...overviewListHandlers({ db: app.db, explain: bindExplain(app.words) }),
  },
  alerts: alertHandlers({ db: app.db, machineNow, words: app.words }),
  actions: consoleActionHandlers({
    ...{ db: app.db, machineNow, say: app.words.of('admindiagnostics') },
    actions: consoleActions(app, mailer, work),
  }),
})

/** The doctor in a running server. It also connects to this machine's own mail port. */
export function bindDoctor(app: AppContext, { work, settings }: HandlerDeps): DoctorHandlers {
  const { db, clock, words, config } = app
  const port = work.smtpPort ?? config.smtp.port
  const outside = openOutside({ allow: [...config.outsideAllow, `127.0.0.1:${port}`], loopback: config.mode === 'sandbox' })
  const pauseReason = pauseReasonOf(app)
  // The settings may change while the server runs, so each request has those of its moment.
  return doctorHandlers(() => ({
    ...{ outside, db, words, version, machineNow, pauseReason, problems: [], now: clock.now, dns: openDnsIfEnabled(config) },
    config: { ...config, smtp: { ...config.smtp, port } },
    newestVersion: () => newestVersion(app),
    storedSettings: Object.keys(settings.stored()),
  }))
}

/** Checks the rules of alerts each minute, on one host. */
export async function scheduleAlerts(jobs: Jobs, app: AppContext, outside: Outside, mailer: Mailer): Promise<void> {
  const { config, db, log, words, clock, graph } = app
  const deps = overviewDeps(
    app,
    cacheCheck(async () => (await graph.numberInfo()).kind === 'number'),
  )
  const alertDeps = {
    ...{ db, log, words, mailer, machineNow, publicUrl: config.publicUrl, now: clock.now },
    say: (to: Parameters<typeof sendText>[1], text: string) => inPace(app, () => sendText(graph, to, text)),
    readParts: () => readPartInput(deps),
    readCertificates: cached(() => readCertificateDays({ config, outside }, machineNow()), certificatesKeptMs),
  }
  await jobs.schedule('check-alerts', '* * * * *', () => checkAlerts(alertDeps))
}
