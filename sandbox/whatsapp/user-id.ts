// Derives the business-scoped user id of a number: unique for each person and business, without revealing the number.
import { createHash } from 'node:crypto'
import { wabaId } from './credentials.ts'

export function makeUserId(wa: string): string {
  const hash = createHash('sha256').update(`${wabaId}:${wa}`).digest()
  return `US.${hash.readBigUInt64BE(0).toString().padStart(20, '1').slice(0, 20)}`
}
