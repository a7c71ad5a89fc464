// Keeps this host's settings up to date: the environment wins, then what the console stored, then the default.
import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { findDefinition } from '../../../core/settings/definitions.ts'
import { Maintenance, noMaintenance, type ServiceAnnouncement, ServiceAnnouncements } from '../../../core/settings/notices.ts'
import { type MergedSettings, mergeSettings, type SettingTexts } from '../../../core/settings/precedence.ts'
import { systemClock } from '../clock.ts'
import type { SettingProblem } from '../config/required.ts'
import { type Config, inspectConfig } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { readRevision, readSettings, type SettingVersion } from '../db/runtime-settings.ts'
import type { Log } from '../log.ts'
import { openMasterKey, type SealKey } from '../seal.ts'
import { following } from './reloading.ts'
import { readStored } from './stored-values.ts'

/** The notices are kept like settings, but have no environment variable. */
export const noticeKeys = { maintenance: 'maintenance', announcements: 'announcements' } as const

/** Stored values to change; null removes one. */
export type SettingChanges = Record<string, string | null>

export interface RuntimeSettings {
  /** Always current: keep this object, not its parts. */
  config: Config
  maintenance(): Maintenance
  announcements(): ServiceAnnouncement[]
  /** What the console has stored, including secrets, which must never be part of a response. */
  stored(): Readonly<SettingTexts>
  rejected(): MergedSettings['rejected']
  /** The configuration after `changes`, and what production would still need. Throws a user-facing message for invalid values. */
  preview(changes: SettingChanges): { config: Config; problems: SettingProblem[] }
  /** Reads changes now, instead of within `pollMs`. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

export interface RuntimeSettingsDeps {
  db: Db
  master: SealKey
  log: Log
  /** As read from the environment. */
  config: Config
  /** Called after the configuration has changed. */
  onChange?(config: Config): Promise<void>
  pollMs?: number
}

interface Snapshot {
  revision: number
  stored: SettingTexts
  config: Config
  problems: SettingProblem[]
  rejected: MergedSettings['rejected']
  maintenance: Maintenance
  announcements: ServiceAnnouncement[]
}

/** Every host follows a change within this time. */
const defaultPollMs = 5_000

export async function openRuntimeSettings(deps: RuntimeSettingsDeps): Promise<RuntimeSettings & { problems: SettingProblem[] }> {
  const { db, log, config: base, pollMs = defaultPollMs } = deps
  let current = await readSnapshot(deps)
  const refresh = async () => {
    if ((await readRevision(db)) === current.revision) return
    const next = await readSnapshot(deps)
    const config = keepEqualParts(current.config, next.config)
    const isChanged = config !== current.config
    current = { ...next, config }
    log.info({ revision: next.revision }, 'settings were changed in the console')
    if (isChanged) await deps.onChange?.(config)
  }
  // When the database does not answer, the host keeps running with the settings it has.
  const polling = systemClock.every(pollMs, () =>
    refresh().catch(error => log.warn({ reason: messageOf(error) }, 'the stored settings could not be read; they are read again soon')),
  )
  return {
    config: following(base, () => current.config),
    problems: current.problems,
    maintenance: () => current.maintenance,
    announcements: () => current.announcements,
    stored: () => current.stored,
    rejected: () => current.rejected,
    preview(changes) {
      const stored = { ...current.stored, ...changes }
      const texts = Object.fromEntries(Object.entries(stored).flatMap(([key, text]) => (text === null ? [] : [[key, text]])))
      return inspectConfig({ ...texts, ...base.provided })
    },
    refresh,
    stop: () => polling.stop(),
  }
}

/** The configuration including stored settings, for commands that run once. Does not create a missing master key. */
export async function readStoredConfig(deps: Omit<RuntimeSettingsDeps, 'master'>): Promise<Pick<Snapshot, 'config' | 'problems'>> {
  const { masterKeyFile, provided } = deps.config
  if (!existsSync(masterKeyFile)) return inspectConfig(provided)
  const { config, problems } = await readSnapshot({ ...deps, master: openMasterKey(masterKeyFile) })
  return { config, problems }
}

async function readSnapshot({ db, master, log, config: { provided } }: RuntimeSettingsDeps): Promise<Snapshot> {
  const rows = await readSettings(db)
  const revision = rows.reduce((sum, { version }) => sum + version, 0)
  const values = new Map(rows.flatMap((row): [string, unknown][] => (isUnset(row) ? [] : readOrSkip(master, log, row))))
  const stored = Object.fromEntries(
    [...values].flatMap(([key, value]) => (findDefinition(key) && typeof value === 'string' ? [[key, value]] : [])),
  )
  const { texts, rejected } = mergeSettings(provided, stored, merged => inspectConfig(merged))
  for (const one of rejected) log.error(one, 'stored settings do not go with the environment, so they are not used')
  const maintenance = Maintenance.safeParse(values.get(noticeKeys.maintenance) ?? noMaintenance)
  const announcements = ServiceAnnouncements.safeParse(values.get(noticeKeys.announcements) ?? [])
  return {
    ...{ revision, stored, rejected, ...inspectMerged(texts, provided) },
    maintenance: maintenance.data ?? noMaintenance,
    announcements: announcements.data ?? [],
  }
}

/** `provided` stays what the environment says. */
function inspectMerged(texts: SettingTexts, provided: SettingTexts): Pick<Snapshot, 'config' | 'problems'> {
  const { config, problems } = inspectConfig(texts)
  return { config: { ...config, provided }, problems }
}

const isUnset = ({ value, sealed_value }: SettingVersion): boolean => value === null && sealed_value === null

/** A setting sealed with another master key is ignored, so that the host can still start. */
function readOrSkip(master: SealKey, log: Log, row: SettingVersion): [string, unknown][] {
  try {
    return [[row.key, readStored(master, row)]]
  } catch {
    log.error(
      { key: row.key },
      'a stored setting was sealed with another master key: set it again in the console, or put the right key back',
    )
    return []
  }
}

/** Equal parts stay the same objects, so that only clients whose part has changed are rebuilt. */
function keepEqualParts(before: Config, after: Config): Config {
  const kept = { ...after }
  let isSame = true
  for (const name of Object.keys(after)) {
    const old: unknown = Reflect.get(before, name)
    if (isDeepStrictEqual(old, Reflect.get(after, name))) Reflect.set(kept, name, old)
    else isSame = false
  }
  return isSame ? before : kept
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
