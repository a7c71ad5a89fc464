// Makes the copies that people wait for: each part of each room, one after the other, into a sealed archive.
import { Readable } from 'node:stream'
import type { Translate } from '../../core/words/words.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { CopyFrom, CopyPart } from '../db/person-rows.ts'
import type { Db, Tx } from '../db/pool.ts'
import { claimExport, giveUpSpent } from '../files/exports/owners.ts'
import { dropChunks, type ExportRow, finishExport, giveUpExport, noteDone, renewClaim, saveExportChunk } from '../files/exports/store.ts'
import { mostTries, versionOf } from '../files/exports/try.ts'
import { sealChunks } from '../files/objects/chunks.ts'
import type { Log } from '../log.ts'
import { openNames } from './names.ts'
import { type Entry, mostZipFiles, ZipTooLarge, zip } from './zip.ts'

export interface MakeParts {
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
export async function makeExports(parts: MakeParts): Promise<void> {
  for (;;) {
    const now = parts.now()
    await giveUpSpent(parts.db, now)
    const next = await claimExport(parts.db, now, claimEnd(parts))
    if (!next) return
    await makeOne(parts, next)
  }
}

async function makeOne(parts: MakeParts, row: ExportRow): Promise<void> {
  const { db, log } = parts
  try {
    const sizeBytes = await fill(parts, row)
    const until = new Date(parts.now().getTime() + exportKeptMs)
    await db.transaction().execute(async tx => {
      if (!(await finishExport(tx, row.user_id, row, sizeBytes, until))) throw new TakenAway()
      await parts.tell(tx, row.user_id, { sizeBytes, until })
    })
    parts.wake()
  } catch (error) {
    if (error instanceof TakenAway) return dropChunks(db, row.user_id, row)
    if (error instanceof ZipTooLarge) return giveUpExport(db, row.user_id, row, error.why, false)
    log.error({ err: error, exportId: row.id, tries: row.tries }, 'a copy of everything could not be made')
    await giveUpExport(db, row.user_id, row, 'broken', row.tries < mostTries)
  }
}

/** Returns how large it has become. */
async function fill(parts: MakeParts, row: ExportRow): Promise<number> {
  const { db, keys } = parts
  const userId = row.user_id
  const from: CopyFrom = { db, userId, contentKey: await keys.contentKeyOf(db, userId) }
  if ((await countFiles(parts, from)) > mostZipFiles) throw new ZipTooLarge('too_many')
  let sizeBytes = 0
  const measured = async function* () {
    for await (const bytes of zip(entriesOf(parts, row, from), parts.mostBytes ?? usuallyMost)) {
      sizeBytes += bytes.length
      yield bytes
    }
  }
  for await (const { n, sealed } of sealChunks(from.contentKey, userId, versionOf(row), measured())) {
    // One part may take longer than a claim lasts.
    if (!(await renewClaim(db, userId, row, claimEnd(parts)))) throw new TakenAway()
    await saveExportChunk(db, userId, row, n, sealed)
  }
  return sizeBytes
}

const claimEnd = ({ now }: MakeParts): Date => new Date(now().getTime() + claimMs)

/** Before the work, since its end would be too late to find out; what is few counts as one. */
async function countFiles({ parts }: MakeParts, from: CopyFrom): Promise<number> {
  let count = 1
  for (const part of parts) count += part.kind === 'files' && part.count ? await part.count(from) : 1
  return count
}

async function* entriesOf(making: MakeParts, row: ExportRow, from: CopyFrom): AsyncGenerator<Entry> {
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
