// Builds a data export: each module's sections, one after the other, into a sealed archive.
import { Readable } from 'node:stream'
import type { Translate } from '../../../core/words/words.ts'
import { maxExportAttempts, versionOf } from '../../files/exports/attempt.ts'
import { claimExport, giveUpSpent } from '../../files/exports/owners.ts'
import { dropChunks, type ExportRow, finishExport, giveUpExport, noteDone, renewClaim, saveExportChunk } from '../../files/exports/store.ts'
import { sealChunks } from '../../files/objects/chunks.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { CopyFrom, CopyPart } from '../../foundation/db/person-rows.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import { openNames } from './names.ts'
import { mostZipFiles, type ZipEntry, ZipTooLarge, zip } from './zip.ts'

export interface BuildExportDeps {
  db: Db
  log: Log
  now(): Date
  keys: Pick<PersonKeys, 'contentKeyOf'>
  parts: CopyPart[]
  /** The words for whoever will read it. */
  sayTo(userId: string): Promise<Translate<'exports'>>
  /** Writes to the person that it is ready. */
  tell(tx: Tx, userId: string, ready: { sizeBytes: number; until: Date }): Promise<void>
  wake(): void
  /** Of the archive; a browser takes it in as a whole. */
  mostBytes?: number
}

const claimMs = 10 * 60_000
export const exportKeptMs = 7 * 86_400_000
const usuallyMost = 2 * 1024 ** 3

/** Another host has it, or its person no longer wants it. */
class TakenAway extends Error {}

/** For a job: until nobody waits any more. */
export async function makeExports(deps: BuildExportDeps): Promise<void> {
  for (;;) {
    const now = deps.now()
    await giveUpSpent(deps.db, now)
    const next = await claimExport(deps.db, now, claimEnd(deps))
    if (!next) return
    await makeOne(deps, next)
  }
}

async function makeOne(deps: BuildExportDeps, row: ExportRow): Promise<void> {
  const { db, log } = deps
  try {
    const sizeBytes = await fill(deps, row)
    const until = new Date(deps.now().getTime() + exportKeptMs)
    await db.transaction().execute(async tx => {
      if (!(await finishExport(tx, row.user_id, row, sizeBytes, until))) throw new TakenAway()
      await deps.tell(tx, row.user_id, { sizeBytes, until })
    })
    deps.wake()
  } catch (error) {
    if (error instanceof TakenAway) return dropChunks(db, row.user_id, row)
    if (error instanceof ZipTooLarge) return giveUpExport(db, row.user_id, row, error.why, false)
    log.error({ err: error, exportId: row.id, tries: row.tries }, 'a copy of everything could not be made')
    await giveUpExport(db, row.user_id, row, 'broken', row.tries < maxExportAttempts)
  }
}

/** Returns how large it has become. */
async function fill(deps: BuildExportDeps, row: ExportRow): Promise<number> {
  const { db, keys } = deps
  const userId = row.user_id
  const from: CopyFrom = { db, userId, contentKey: await keys.contentKeyOf(db, userId) }
  if ((await countFiles(deps, from)) > mostZipFiles) throw new ZipTooLarge('too_many')
  let sizeBytes = 0
  const measured = async function* () {
    for await (const bytes of zip(entriesOf(deps, row, from), deps.mostBytes ?? usuallyMost)) {
      sizeBytes += bytes.length
      yield bytes
    }
  }
  for await (const { n, sealed } of sealChunks(from.contentKey, userId, versionOf(row), measured())) {
    // One part may take longer than a claim lasts.
    if (!(await renewClaim(db, userId, row, claimEnd(deps)))) throw new TakenAway()
    await saveExportChunk(db, userId, row, n, sealed)
  }
  return sizeBytes
}

const claimEnd = ({ now }: BuildExportDeps): Date => new Date(now().getTime() + claimMs)

/** Before the work, since its end would be too late to find out; what is few counts as one. */
async function countFiles({ parts }: BuildExportDeps, from: CopyFrom): Promise<number> {
  let count = 1
  for (const part of parts) count += part.kind === 'files' && part.count ? await part.count(from) : 1
  return count
}

async function* entriesOf(making: BuildExportDeps, row: ExportRow, from: CopyFrom): AsyncGenerator<ZipEntry> {
  const { db, parts, sayTo } = making
  const say = await sayTo(row.user_id)
  const nameOf = openNames()
  yield { name: 'README.txt', bytes: Readable.from([Buffer.from(`${say('readme')}\n`)]) }
  for (const [done, part] of parts.entries()) {
    if (!(await noteDone(db, row.user_id, row, done, claimEnd(making)))) throw new TakenAway()
    if (part.kind === 'rows') yield { name: `${part.name}.jsonl`, bytes: linesOf(part.rows(from)) }
    else for await (const { name, bytes } of part.files(from)) yield { name: nameOf(part.name, name), bytes }
  }
}

async function* linesOf(rows: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}
