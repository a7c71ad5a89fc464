// Answers the console's first page: parts, figures, hosts; requests within five seconds share one answer.
import type { AdminFinding } from '../../../../core/api/admin/finding.ts'
import type * as api from '../../../../core/api/admin/overview.ts'
import type { StaffRole } from '../../../../core/session/staff.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Config } from '../../../foundation/config.ts'
import { migrationNames } from '../../../foundation/db/migrate.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { cached, refreshed } from './cached.ts'
import { type OverviewFacts, readOverviewFacts } from './facts.ts'
import { judgeHealth, type OpenAlert } from './health.ts'
import { countMailboxesByHost, type HostReport } from './hosts.ts'
import { openMinuteCounter } from './minutes.ts'
import { type JudgedPart, judgeEachPart, type PartInput } from './parts.ts'
import { toTemplateFindings } from './refused-templates.ts'
import { readRevenue } from './revenue.ts'

export interface OverviewDeps {
  db: Db
  /** The clock of deliveries, which the sandbox can move. */
  now(): Date
  machineNow(): Date
  config: Pick<Config, 'hostId' | 'mode' | 'publicUrl' | 'mailer' | 'billing'>
  version: string
  startedAt: Date
  say: Translate<'adminoverview'>
  rolesOf(userId: string): Promise<string[]>
  /** Whether WhatsApp answers for our number; never rejects. */
  isWhatsAppReachable(): Promise<boolean>
  /** Why our number is paused, as text; null when it is not. */
  pauseReason(): Promise<string | null>
  /** What the other checks of the service found; may be up to a minute old. */
  readFindings(): Promise<AdminFinding[]>
  /** An open alert as a finding; null for a rule that no longer exists. */
  toOpenAlert(incident: OverviewFacts['incidents'][number]): OpenAlert | null
  /** Why a delivery failed, as a sentence; null for an unknown reason. */
  explain(reason: string): string | null
}

const cacheMs = 5000
const revenueCacheMs = 60_000
const mailboxesCacheMs = 30_000
const moneyRoles: readonly StaffRole[] = ['admin', 'billing']

export interface OverviewHandlers {
  get: UserHandler<typeof api.getOverviewApi>
}

export function overviewHandlers(deps: OverviewDeps): OverviewHandlers {
  const countMinutes = openMinuteCounter(deps.db)
  const read = cached(async () => {
    const input = await readPartInput(deps)
    return { input, perMinute: await countMinutes(input.now) }
  }, cacheMs)
  const mailboxesByHost = refreshed(() => countMailboxesByHost(deps.db), mailboxesCacheMs)
  const revenue = refreshed(() => readRevenue(deps.db), revenueCacheMs)
  return {
    async get({ userId }) {
      const { input, perMinute } = await read()
      const seesMoney = (await deps.rolesOf(userId)).some(role => moneyRoles.some(money => money === role))
      const sells = deps.config.billing.provider !== null
      return toOverview(deps, input, {
        perMinute,
        findings: await deps.readFindings(),
        revenue: seesMoney && sells ? await revenue() : null,
        hosts: toHosts(input.facts.hosts, await mailboxesByHost()),
      })
    },
  }
}

/** The facts that decide the state of each part, for the overview and for alerts. */
export async function readPartInput(
  deps: Pick<OverviewDeps, 'db' | 'now' | 'machineNow' | 'config' | 'isWhatsAppReachable' | 'pauseReason'>,
): Promise<PartInput> {
  const { db, config } = deps
  const now = deps.now()
  const [facts, isWhatsAppReachable, pauseReason] = await Promise.all([
    readOverviewFacts(db, config.hostId, { now, machineNow: deps.machineNow() }),
    deps.isWhatsAppReachable(),
    deps.pauseReason(),
  ])
  return { facts, isWhatsAppReachable, pauseReason, now, schema: migrationNames().at(-1) ?? '', hasRelay: config.mailer.relay !== null }
}

type MorePieces = Pick<api.Overview, 'perMinute' | 'revenue' | 'hosts'> & { findings: AdminFinding[] }

function toOverview(deps: OverviewDeps, input: PartInput, { findings, ...more }: MorePieces): api.Overview {
  const { config, say } = deps
  const { facts } = input
  const parts = judgeEachPart(input).map(part => toFinding(part, say))
  return {
    at: deps.machineNow().toISOString(),
    health: judgeHealth({
      findings: [...parts, ...toTemplateFindings(facts.refusedTemplates, say), ...findings],
      alerts: facts.incidents.flatMap(incident => deps.toOpenAlert(incident) ?? []),
    }),
    parts,
    ...more,
    ...pick(facts),
    dueSince: facts.dueSince?.toISOString() ?? null,
    mailboxesDown: facts.mailboxesDown.map(row => ({ ...row, label: readable(row.reason) })),
    failures: facts.failures.map(row => ({ ...row, label: (row.reason && deps.explain(row.reason)) ?? readable(row.reason) })),
    versions: {
      ...{ mailferry: deps.version, node: process.versions.node, postgres: facts.postgres, schema: input.schema },
      ...{ mode: config.mode, publicUrl: config.publicUrl, startedAt: deps.startedAt.toISOString() },
    },
  }
}

const pick = ({ queue, newUsers }: OverviewFacts) => ({ queue, newUsers })

const toHosts = (hosts: HostReport[], mailboxes: ReadonlyMap<string, number>): api.HostView[] =>
  hosts.map(host => ({ ...host, mailboxes: mailboxes.get(host.id) ?? 0 }))

const toFinding = ({ part, state, word, values, fix, link, since }: JudgedPart, say: Translate<'adminoverview'>) => ({
  ...{ id: part, check: say(`part.${part}`), state, found: say(word, values ?? {}), fix: fix ? say(fix, values ?? {}) : null },
  ...(link && { link }),
  ...(since && { since }),
})

/** A code as words: `wrong_password` → "wrong password". */
export const readable = (reason: string | null): string => (reason === null ? '–' : reason.replaceAll('_', ' '))
