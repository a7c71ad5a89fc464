// Asks this machine and its neighbours: the database, the master key, and mail servers.
import { existsSync, statSync } from 'node:fs'
import { isRightMaster } from '../../db/keys.ts'
import { compareSchema } from '../../db/migrate.ts'
import { greet } from '../../mailer.ts'
import { newKey, openMasterKey } from '../../seal.ts'
import type { Finding } from '../finding.ts'
import { type DatabaseTold, judgeDatabase, judgeKey, judgeMx, judgeRelay, judgeSmtp, type KeyTold } from '../judge/machine.ts'
import type { DoctorParts } from '../parts.ts'

export const askDatabase = async (parts: DoctorParts): Promise<Finding> => judgeDatabase(await lookAtDatabase(parts))

async function lookAtDatabase({ db, config }: DoctorParts): Promise<DatabaseTold> {
  if (!db) return { kind: 'off', folder: config.dataDir }
  try {
    const { missing, newer } = await compareSchema(db)
    return newer.length > 0 ? { kind: 'newer' } : { kind: 'answers', missing: missing.length }
  } catch (error) {
    return { kind: 'away', why: error instanceof Error ? error.message : String(error) }
  }
}

export async function askKey({ db, config: { masterKeyFile: file } }: DoctorParts): Promise<Finding> {
  // A key that was never used opens nothing: its answer says whether there is anything to open.
  const isNeeded = db !== null && (await isRightMaster(db, newKey())) !== null
  if (!existsSync(file)) return judgeKey({ file, isShown: false, state: 'no_file', isNeeded })
  const isShown = (statSync(file).mode & 0o077) !== 0
  return judgeKey({ file, isShown, isNeeded, state: await stateOfKey(db, file) })
}

async function stateOfKey(db: DoctorParts['db'], file: string): Promise<KeyTold['state']> {
  try {
    const master = openMasterKey(file)
    return { opens: db && (await isRightMaster(db, master)) }
  } catch {
    return 'malformed'
  }
}

export async function askSmtp({ config: { roles, smtp }, outside }: DoctorParts): Promise<Finding> {
  if (!roles.includes('mail')) return judgeSmtp('not_here', smtp.port)
  const host = ['0.0.0.0', '::', ''].includes(smtp.host) ? '127.0.0.1' : smtp.host
  const own = { host, port: smtp.port, secure: false, user: null, password: null, ignoreTLS: true } as const
  return judgeSmtp(await greet(outside, own), smtp.port)
}

export async function askMx({ config: { smtp }, dns }: DoctorParts): Promise<Finding> {
  const found = await dns?.mx(smtp.domain)
  const hosts = found?.toSorted((a, b) => a.priority - b.priority).map(one => one.exchange)
  return judgeMx(smtp.domain, hosts ?? null, smtp.port)
}

export async function askRelay({ config: { mailer }, outside }: DoctorParts): Promise<Finding> {
  return judgeRelay(mailer.relay ? await greet(outside, mailer.relay) : 'outbox', mailer.relay)
}
