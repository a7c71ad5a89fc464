// Runs `npm run admin -- rotate-key …`: replaces the master key while the server runs. Each step can be run again after it was interrupted.
import { accountSealedColumns } from '../../../account/sealed-columns.ts'
import { recordCommandAction } from '../../../account/staff-log.ts'
import { authSealedColumns } from '../../../auth/sealed-columns.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { type Rewrapped, rewrap, type SealedColumn } from '../../../foundation/db/rewrap.ts'
import type { MasterKeys } from '../../../foundation/master-file.ts'
import { newKey, openMasterKey, readMasterKeys, writeMasterKeys } from '../../../foundation/seal.ts'
import { foundationSealedColumns } from '../../../foundation/sealed-columns.ts'

export const sealedColumns: readonly SealedColumn[] = [...foundationSealedColumns, ...authSealedColumns, ...accountSealedColumns]

export interface RotateKeyDeps {
  db: Db
  /** MASTER_KEY_FILE. */
  file: string
  now(): Date
  /** Resolves when every running server has read the file again. */
  untilFollowed(): Promise<void>
  onBatch?(sum: Rewrapped): void
}

const command = 'npm run admin -- rotate-key'
const usage = `Usage: ${command} start, then ${command} finish, and much later ${command} forget.`

/** Returns a message for the operator; throws an Error that says what to do instead. */
export async function runRotateKeyCommand(deps: RotateKeyDeps, args: string[]): Promise<string> {
  const [verb = '', ...rest] = args
  if (rest.length > 0 || !['start', 'finish', 'forget'].includes(verb)) throw new Error(usage)
  const keys = readMasterKeys(deps.file)
  if (verb === 'start') return start(deps, keys)
  return verb === 'finish' ? finish(deps, keys) : forget(deps, keys)
}

async function start({ db, file, now }: RotateKeyDeps, keys: MasterKeys): Promise<string> {
  if (keys.next) throw new Error(`${file} already has a next key. Run: ${command} finish`)
  writeFile(file, { ...keys, next: newKey() })
  await log(db, now(), 'master_key.rotation_started', {})
  return [
    `${file} now also has the next key, which isn’t used yet. Copy the file to the safe place where you keep the key.`,
    'If other hosts have a copy of this file, replace it on all of them now. Running servers read it within 10 seconds.',
    `Then run: ${command} finish`,
  ].join('\n')
}

async function finish(deps: RotateKeyDeps, { current, next, old }: MasterKeys): Promise<string> {
  const { db, file, now, untilFollowed, onBatch } = deps
  if (!next && old.length === 0) throw new Error(`${file} has no next key. Run: ${command} start`)
  if (next) {
    writeFile(file, { current: next, next: null, old: [current, ...old] })
    // What a server seals with the old key until then is sealed again below.
    await untilFollowed()
  }
  const { changed, unreadable } = await rewrap(db, openMasterKey(file), sealedColumns, onBatch)
  await log(db, now(), 'master_key.rotated', { changed, unreadable })
  return [
    `${changed} values were sealed again with the new key${unreadable > 0 ? `; ${unreadable} can’t be opened with any key in the file, and were left alone` : ''}.`,
    `If other hosts have a copy of ${file}, replace it on all of them, then run this again, until it says 0.`,
    `The old key stays in the file for links in emails that were sent before. When those may stop working, run: ${command} forget`,
  ].join('\n')
}

async function forget({ db, file, now, onBatch }: RotateKeyDeps, { current, next, old }: MasterKeys): Promise<string> {
  if (next) throw new Error(`${file} has a next key. Run: ${command} finish`)
  if (old.length === 0) return `${file} has no old key.`
  // An old key that still seals something must not go.
  await rewrap(db, openMasterKey(file), sealedColumns, onBatch)
  writeFile(file, { current, next, old: [] })
  await log(db, now(), 'master_key.forgotten', {})
  return [
    `${file} now has one key. Links in emails from before the rotation no longer work.`,
    'Keep the old file as long as you keep backups from before the rotation: only the old key opens them.',
  ].join('\n')
}

function writeFile(file: string, keys: MasterKeys): void {
  try {
    writeMasterKeys(file, keys)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(`${file} can’t be written (${why}). Run this as the user who owns the file and its folder.`, { cause: error })
  }
}

const log = (db: Db, now: Date, name: string, after: Record<string, unknown>) =>
  recordCommandAction(db, now, { name, resourceType: 'master_key', resourceId: null, after })
