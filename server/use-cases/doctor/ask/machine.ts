// Checks this machine and its surroundings: the database, the master key, and mail servers.
import { existsSync, statSync } from 'node:fs'
import { isRightMaster } from '../../../foundation/db/keys.ts'
import { compareSchema } from '../../../foundation/db/migrate.ts'
import { checkSmtp } from '../../../foundation/mailer.ts'
import { newKey, openMasterKey } from '../../../foundation/seal.ts'
import type { DoctorDeps } from '../deps.ts'
import type { DoctorFinding } from '../finding.ts'
import { type DatabaseFacts, judgeDatabase, judgeKey, judgeMx, judgeRelay, judgeSmtp, type KeyFacts } from '../judge/machine.ts'

export const checkDatabase = async (deps: DoctorDeps): Promise<DoctorFinding> => judgeDatabase(await readDatabaseFacts(deps))

async function readDatabaseFacts({ db, config }: DoctorDeps): Promise<DatabaseFacts> {
  if (!db) return { kind: 'off', folder: config.dataDir }
  try {
    const { missing, isReadable, isUnreleased } = await compareSchema(db)
    if (isUnreleased) return { kind: 'unreleased' }
    return !isReadable ? { kind: 'newer' } : { kind: 'answers', missing: missing.length }
  } catch (error) {
    return { kind: 'away', why: error instanceof Error ? error.message : String(error) }
  }
}

export async function checkKey({ db, config: { masterKeyFile: file } }: DoctorDeps): Promise<DoctorFinding> {
  // Any fresh key shows whether something is sealed: null means that there is nothing to open.
  const isNeeded = db !== null && (await isRightMaster(db, newKey())) !== null
  if (!existsSync(file)) return judgeKey({ file, isReadableByOthers: false, state: 'no_file', isNeeded })
  const isReadableByOthers = (statSync(file).mode & 0o077) !== 0
  return judgeKey({ file, isReadableByOthers, isNeeded, state: await readKeyState(db, file) })
}

async function readKeyState(db: DoctorDeps['db'], file: string): Promise<KeyFacts['state']> {
  try {
    const master = openMasterKey(file)
    return { opens: db && (await isRightMaster(db, master)) }
  } catch {
    return 'malformed'
  }
}

export async function checkSmtpPort({ config: { roles, smtp }, outside }: DoctorDeps): Promise<DoctorFinding> {
  if (!roles.includes('mail')) return judgeSmtp('not_here', smtp.port)
  const host = ['0.0.0.0', '::', ''].includes(smtp.host) ? '127.0.0.1' : smtp.host
  const own = { host, port: smtp.port, secure: false, user: null, password: null, ignoreTLS: true } as const
  return judgeSmtp(await checkSmtp(outside, own), smtp.port)
}

export async function checkMx({ config: { smtp }, dns }: DoctorDeps): Promise<DoctorFinding> {
  const found = await dns?.mx(smtp.domain)
  const hosts = found?.toSorted((a, b) => a.priority - b.priority).map(record => record.exchange)
  return judgeMx(smtp.domain, hosts ?? null, smtp.port)
}

export async function checkRelay({ config: { mailer }, outside }: DoctorDeps): Promise<DoctorFinding> {
  return judgeRelay(mailer.relay ? await checkSmtp(outside, mailer.relay) : 'outbox', mailer.relay)
}
