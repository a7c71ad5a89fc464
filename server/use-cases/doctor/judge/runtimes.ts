// Judges whether Node and PostgreSQL have the last patch that was known when this version of Mailferry was made.
import { type DoctorFinding, needsAttention, ok } from '../finding.ts'

/** By major version. Update with each release: nodejs.org/en/about/previous-releases, postgresql.org/support/versioning. */
const lastPatches = {
  node: { 24: '24.21.0' },
  postgres: { 15: '15.18', 16: '16.14', 17: '17.10', 18: '18.4' },
} satisfies Record<string, Record<number, string>>

type Runtime = keyof typeof lastPatches

interface RuntimeFacts {
  runtime: Runtime
  /** As it says itself, such as "v24.1.0" or "18.1 (Debian 18.1-1)". */
  version: string
}

/** The last known patch of its major version, if this one is older; null if it isn't, or nothing is known about it. */
export function newerPatch({ runtime, version }: RuntimeFacts): string | null {
  const own = toNumbers(version)
  const known = Object.entries(lastPatches[runtime]).find(([major]) => Number(major) === own[0])?.[1]
  return known !== undefined && isOlder(own, toNumbers(known)) ? known : null
}

export function judgeRuntime(facts: RuntimeFacts): DoctorFinding {
  const newest = newerPatch(facts)
  const values = { runtime: facts.runtime, version: toNumbers(facts.version).join('.'), newest: newest ?? '' }
  return {
    ...(newest ? needsAttention('runtimes', 'runtimes.behind', values) : ok('runtimes', 'runtimes.ok', values)),
    subject: facts.runtime,
  }
}

const toNumbers = (version: string): number[] => (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)

function isOlder(own: readonly number[], known: readonly number[]): boolean {
  const differing = known.findIndex((part, n) => part !== (own[n] ?? 0))
  return differing >= 0 && (own[differing] ?? 0) < (known[differing] ?? 0)
}
