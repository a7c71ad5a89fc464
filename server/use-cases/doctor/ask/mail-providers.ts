// Asks the database which mail providers are in trouble, and the hosts whom they can't reach.
import type { DoctorDeps } from '../deps.ts'
import type { DoctorFinding } from '../finding.ts'
import { judgeMailProviders } from '../judge/mail-providers.ts'
import { judgeReach } from '../judge/reach.ts'
import { listHosts, listTroubledProviders } from '../service-owners.ts'

export async function checkMailProviders({ db }: DoctorDeps): Promise<DoctorFinding[]> {
  if (!db) return []
  return judgeMailProviders(await listTroubledProviders(db))
}

export const checkReach = async ({ db }: DoctorDeps): Promise<DoctorFinding[]> => (db ? (await listHosts(db)).map(judgeReach) : [])
