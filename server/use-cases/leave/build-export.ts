// Builds a data export: writes each module's sections into a sealed archive.
import { Readable } from 'node:stream'
import type { Translate } from '../../../core/words/words.ts'
import { exportVersion, maxExportAttempts } from '../../files/exports/attempt.ts'
import { claimExport, failSpentExports } from '../../files/exports/owners.ts'
import {
  dropExportChunks,
  type ExportRow,
  failExport,
  finishExport,
  recordProgress,
  renewClaim,
  saveExportChunk,
} from '../../files/exports/store.ts'
import { sealChunks } from '../../files/objects/chunks.ts'
import type { ExportContext, ExportPart } from '../../foundation/db/export-rows.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import { uniqueNamer } from './names.ts'
import { maxZipFiles, type ZipEntry, ZipTooLargeError, zip } from './zip.ts'

export interface BuildExportDeps {
  db: Db
  log: Log
  now(): Date
  keys: Pick<UserKeys, 'contentKeyOf'>
  parts: ExportPart[]
  /** Texts in the user's language. */
  sayTo(userId: string): Promise<Translate<'exports'>>
  /** Emails the user that the export is ready. */
  notifyReady(tx: Tx, userId: string, ready: { sizeBytes: number; until: Date }): Promise<void>
  wake(): void
  /** The archive's size limit; browsers download it in one piece. */
  mostBytes?: number
}

const claimMs = 10 * 60_000
export const exportKeptMs = 7 * 86_400_000
const defaultMaxBytes = 2 * 1024 ** 3

/** Another host has claimed the export, or the user deleted it. */
class ClaimLost extends Error {}

/** Called by a job; builds exports until none is waiting. */
export async function makeExports(deps: BuildExportDeps): Promise<void> {
  for (;;) {
    const now = deps.now()
    await failSpentExports(deps.db, now)
    const next = await claimExport(deps.db, now, claimEnd(deps))
    if (!next) return
    await buildExport(deps, next)
  }
}

async function buildExport(deps: BuildExportDeps, row: ExportRow): Promise<void> {
  const { db, log } = deps
  try {
    const sizeBytes = await writeArchive(deps, row)
    const until = new Date(deps.now().getTime() + exportKeptMs)
    await db.transaction().execute(async tx => {
      if (!(await finishExport(tx, row.user_id, row, sizeBytes, until))) throw new ClaimLost()
      await deps.notifyReady(tx, row.user_id, { sizeBytes, until })
    })
    deps.wake()
  } catch (error) {
    if (error instanceof ClaimLost) return dropExportChunks(db, row.user_id, row)
    if (error instanceof ZipTooLargeError) return failExport(db, row.user_id, row, error.why, false)
    log.error({ err: error, exportId: row.id, tries: row.tries }, 'a data export could not be built')
    await failExport(db, row.user_id, row, 'broken', row.tries < maxExportAttempts)
  }
}

/** Returns the archive's size in bytes. */
async function writeArchive(deps: BuildExportDeps, row: ExportRow): Promise<number> {
  const { db, keys } = deps
  const userId = row.user_id
  const source: ExportContext = { db, userId, contentKey: await keys.contentKeyOf(db, userId) }
  if ((await countFiles(deps, source)) > maxZipFiles) throw new ZipTooLargeError('too_many')
  let sizeBytes = 0
  const measured = async function* () {
    for await (const bytes of zip(archiveEntries(deps, row, source), deps.mostBytes ?? defaultMaxBytes)) {
      sizeBytes += bytes.length
      yield bytes
    }
  }
  for await (const { n, sealed } of sealChunks(source.contentKey, userId, exportVersion(row), measured())) {
    // One section may take longer than a claim lasts.
    if (!(await renewClaim(db, userId, row, claimEnd(deps)))) throw new ClaimLost()
    await saveExportChunk(db, userId, row, n, sealed)
  }
  return sizeBytes
}

const claimEnd = ({ now }: BuildExportDeps): Date => new Date(now().getTime() + claimMs)

/** Counted before the work, to fail early; a section with few files counts as one. */
async function countFiles({ parts }: BuildExportDeps, source: ExportContext): Promise<number> {
  let count = 1
  for (const part of parts) count += part.kind === 'files' && part.count ? await part.count(source) : 1
  return count
}

async function* archiveEntries(deps: BuildExportDeps, row: ExportRow, source: ExportContext): AsyncGenerator<ZipEntry> {
  const { db, parts, sayTo } = deps
  const say = await sayTo(row.user_id)
  const uniqueName = uniqueNamer()
  yield { name: 'README.txt', bytes: Readable.from([Buffer.from(`${say('readme')}\n`)]) }
  for (const [done, part] of parts.entries()) {
    if (!(await recordProgress(db, row.user_id, row, done, claimEnd(deps)))) throw new ClaimLost()
    if (part.kind === 'rows') yield { name: `${part.name}.jsonl`, bytes: toJsonLines(part.rows(source)) }
    else for await (const { name, bytes } of part.files(source)) yield { name: uniqueName(part.name, name), bytes }
  }
}

async function* toJsonLines(rows: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}
