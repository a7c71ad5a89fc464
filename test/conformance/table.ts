// Reads the table in docs/auth-conformance.md and compares it with the client and the tests.
import type { Version } from './surfaces.ts'

interface TableRow {
  call: string
  versions: Version[]
  kind: Kind
  tests: string[]
}

const kinds = ['as documented', 'refused', 'asks nothing'] as const
type Kind = (typeof kinds)[number]

const line = /^\| `([^`]+)` \| (both|2\.119|2\.49\.8) \| ([^|]+) \| ([^|]+) \|$/

/** Throws for a row that is not of the table's form. */
export function readTable(text: string): TableRow[] {
  const lines = text.split('\n').filter(one => one.startsWith('| `'))
  return lines.map(one => {
    const [, call = '', client = '', answer = '', tested = ''] = line.exec(one) ?? []
    const kind = kinds.find(known => new RegExp(`^${known}(?=[:;]|$)`).test(answer))
    if (!kind) throw new Error(`This row of the table cannot be read: ${one}`)
    const versions: Version[] = client === 'both' ? ['2.119', '2.49.8'] : [client === '2.119' ? '2.119' : '2.49.8']
    return { call, versions, kind, tests: [...tested.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) }
  })
}

/** What is wrong, in sentences. `textOf` gives a test file, or null where there is none. */
export function wrongIn(rows: TableRow[], calls: Record<Version, Set<string>>, textOf: (file: string) => string | null): string[] {
  const listed = Map.groupBy(rows, row => row.call)
  const all = new Set([...calls['2.119'], ...calls['2.49.8']])
  return [
    ...[...all].filter(call => !listed.has(call)).map(call => `${call} has no row.`),
    ...[...listed].filter(([, same]) => same.length > 1).map(([call]) => `${call} has more than one row.`),
    ...rows.flatMap(row => [...wrongCall(row, calls), ...wrongTests(row, textOf)]),
  ]
}

function wrongCall({ call, versions }: TableRow, calls: Record<Version, Set<string>>): string[] {
  const found = (['2.119', '2.49.8'] as const).filter(version => calls[version].has(call))
  if (found.join() === versions.join()) return []
  return [`${call} is in ${found.join(' and ') || 'no client'}, not in ${versions.join(' and ')}.`]
}

function wrongTests({ call, tests }: TableRow, textOf: (file: string) => string | null): string[] {
  const method = call.split('.').at(-1) ?? ''
  if (tests.length === 0) return [`${call} names no test.`]
  return tests.flatMap(file => {
    const text = textOf(file)
    if (text === null) return [`${call} names ${file}, which is not there.`]
    return new RegExp(`\\.${method}\\b`).test(text) ? [] : [`${file} does not make the call ${call}.`]
  })
}

/** The rows of the counts at the head of the page: client, calls, and how many of each kind. */
export const countsOf = (rows: TableRow[], version: Version): string => {
  const own = rows.filter(row => row.versions.includes(version))
  const numbers = [own.length, ...kinds.map(kind => own.filter(row => row.kind === kind).length)]
  return `| ${version} | ${numbers.join(' | ')} |`
}
