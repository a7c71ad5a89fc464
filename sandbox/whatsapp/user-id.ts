// The business-scoped user id of a number: one for each person and business, and nothing of the number to be read from it.
import { createHash } from 'node:crypto'
import { wabaId } from './credentials.ts'

export function userIdOf(wa: string): string {
  const hash = createHash('sha256').update(`${wabaId}:${wa}`).digest()
  return `US.${hash.readBigUInt64BE(0).toString().padStart(20, '1').slice(0, 20)}`
}
