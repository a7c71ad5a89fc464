// Judges how well a host reaches others: name servers, sign-in providers, and the mail servers of its users.
import { type DoctorFinding, needsAttention, ok, skip } from '../finding.ts'
import type { HostFound } from '../service-owners.ts'

/** Single ones are the name servers of a user's own domain. */
const manyLookups = 10

export function judgeReach({ id, load: { reach } }: HostFound): DoctorFinding {
  const about = { subject: id }
  if (!reach) return { ...skip('reach', 'reach.unknown', { host: id }), ...about }
  const { slowLookups, signIns, mailServers } = reach
  const values = { host: id, n: slowLookups, providers: signIns.join(', '), servers: mailServers }
  if (signIns.length > 0) return { ...needsAttention('reach', 'reach.signIns', values), ...about }
  if (slowLookups >= manyLookups) return { ...needsAttention('reach', 'reach.lookups', values), ...about }
  return { ...ok('reach', 'reach.ok', values), ...about }
}
