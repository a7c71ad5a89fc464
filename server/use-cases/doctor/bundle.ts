// Makes the support bundle: what helps somebody outside to find a fault, and nothing that is anybody's secret or email.
import type { SupportBundle } from '../../../core/api/admin/diagnostics.ts'
import { environment, settingNames } from '../../foundation/config.ts'
import { migrationNames } from '../../foundation/db/migrate.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { DoctorDeps } from './deps.ts'
import { runConsoleChecks } from './examine.ts'
import {
  countOpenByState,
  type HostFound,
  listErrorGroups,
  listHosts,
  listOpenIncidents,
  listTableSizes,
  readServer,
} from './service-owners.ts'

export interface BundleDeps extends DoctorDeps {
  db: Db
  /** Of Mailferry. */
  version: string
  machineNow(): Date
  /** Names of the settings that the console has stored. */
  storedSettings: readonly string[]
}

/**
 * Findings are named by check and code, because their sentences quote addresses and what other servers answered. Settings are named, and
 * whether they are set; tables by their size. Errors were stripped of values when they were logged.
 */
export async function makeBundle(deps: BundleDeps): Promise<SupportBundle> {
  const { db, config, version, machineNow } = deps
  const now = machineNow()
  const findings = await Array.fromAsync(runConsoleChecks(deps))
  const server = await readServer(db)
  return {
    madeAt: now.toISOString(),
    versions: {
      ...{ mailferry: version, node: process.versions.node, postgres: server.version.split(' ')[0] ?? '' },
      ...{ schema: migrationNames().at(-1) ?? '', mode: config.mode },
    },
    findings: findings.map(({ check, state, found }) => ({ check, state, code: found })),
    hosts: (await listHosts(db)).map(host => toBundleHost(host, now)),
    settings: settingNames().map(name => ({ name, source: sourceOf(name, deps.storedSettings) })),
    tables: await listTableSizes(db),
    queue: await countOpenByState(db),
    errors: (await listErrorGroups(db)).map(({ level, message, count, first_at, last_at }) => ({
      ...{ level: level >= 50 ? ('error' as const) : ('warning' as const), message, count: Number(count) },
      ...{ firstAt: first_at.toISOString(), lastAt: last_at.toISOString() },
    })),
    incidents: (await listOpenIncidents(db)).map(({ rule, openedAt, closedAt }) => ({
      ...{ rule, openedAt: openedAt.toISOString(), closedAt: closedAt?.toISOString() ?? null },
    })),
  }
}

/** The environment wins over what the console has stored. */
function sourceOf(name: string, stored: readonly string[]): SupportBundle['settings'][number]['source'] {
  if (environment()[name]) return 'environment'
  return stored.includes(name) ? 'console' : 'default'
}

const roles = ['web', 'mail', 'delivery'] as const
const silentAfterMs = 60_000

/** Without its name, which may say whose it is. */
const toBundleHost = (host: HostFound, now: Date): SupportBundle['hosts'][number] => ({
  ...{ version: host.version, load: host.load },
  roles: roles.filter(role => host.roles.includes(role)),
  startedAt: host.startedAt.toISOString(),
  beatAt: host.beatAt.toISOString(),
  isSilent: now.getTime() - host.beatAt.getTime() > silentAfterMs,
})
