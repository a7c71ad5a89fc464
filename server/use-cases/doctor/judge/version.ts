// Judges whether a newer version of Mailferry exists than the one that runs.
import { type DoctorFinding, needsAttention, ok } from '../finding.ts'

/** What the address that the operator named says. */
export type NewestVersion = { version: string } | { problem: string }

export function judgeVersion(own: string, newest: NewestVersion): DoctorFinding {
  if ('problem' in newest) return needsAttention('version', 'version.unknown', { why: newest.problem })
  const values = { version: own, newest: newest.version }
  return isNewer(newest.version, own) ? needsAttention('version', 'version.newer', values) : ok('version', 'version.ok', values)
}

/** By Semantic Versioning: a version comes after its own pre-releases. Pre-releases of one version are not told apart. */
function isNewer(version: string, than: string): boolean {
  const [a, b] = [toParts(version), toParts(than)]
  const differing = a.numbers.findIndex((part, n) => part !== b.numbers[n])
  if (differing >= 0) return (a.numbers[differing] ?? 0) > (b.numbers[differing] ?? 0)
  return b.isPreRelease && !a.isPreRelease
}

function toParts(version: string): { numbers: number[]; isPreRelease: boolean } {
  const [numbers = '', preRelease] = version.split('+')[0]?.split(/-(.*)/s) ?? []
  return { numbers: numbers.split('.').map(Number), isPreRelease: preRelease !== undefined }
}
