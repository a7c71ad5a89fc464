// Reads what Vitest and Playwright report; a runner that ends badly without a failed test counts as one failure.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const nothing = { passed: 0, failed: 0, skipped: 0 }

/** What one run of Vitest left: its files with their tests, and whether the runner itself ended well. */
export function vitestRun(file, ok) {
  return { files: read(file)?.testResults, ok }
}

/** The files that failed, by a test or by their set-up. */
export const failedFiles = run => (run.files ?? []).filter(isFailed).map(file => file.name)

/** `again` is a run of the failed files alone: what it says of them stands, and those that it passed are named. */
export function vitestCounts(first, again) {
  if (!first.files) return { ...nothing, failed: 1 }
  const retried = new Map(again?.files?.map(file => [file.name, file]))
  const files = first.files.map(file => retried.get(file.name) ?? file)
  const names = files.filter(isFailed).flatMap(namesOf)
  const tests = files.flatMap(file => file.assertionResults)
  const count = status => tests.filter(test => test.status === status).length
  const passed = count('passed')
  const failed = files.reduce((sum, file) => sum + failuresOf(file), 0)
  return {
    passed,
    // Unhandled errors make the runner end badly with every test passed.
    failed: Math.max(failed, (again ?? first).ok ? 0 : 1),
    skipped: tests.length - passed - count('failed'),
    names,
    // One name a file: what came after its first failure may have been its consequence.
    late: first.files.filter(file => isFailed(file) && !isFailed(retried.get(file.name) ?? file)).map(file => namesOf(file)[0]),
  }
}

const isFailed = file => file.status === 'failed'

const failedTests = file => file.assertionResults.filter(test => test.status === 'failed')

/** A file whose set-up failed has no failed test of its own. */
const failuresOf = file => (isFailed(file) ? Math.max(failedTests(file).length, 1) : 0)

function namesOf(file) {
  const tests = failedTests(file)
  if (tests.length === 0) return [line(placeOf(file.name), file.message)]
  return tests.map(({ fullName, failureMessages }) => line(`${placeOf(file.name)} ${fullName}`, failureMessages?.[0]))
}

export function playwrightCounts(file, ok) {
  const { stats, suites = [] } = read(file) ?? {}
  if (!stats) return { ...nothing, failed: 1 }
  const specs = suites.flatMap(specsOf)
  const linesOf = status =>
    specs
      .filter(spec => spec.tests.some(test => test.status === status))
      .map(spec => line(`${spec.file}:${spec.line} ${spec.title}`, errorOf(spec)))
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, ok ? 0 : 1),
    skipped: stats.skipped,
    names: linesOf('unexpected'),
    late: linesOf('flaky'),
  }
}

const specsOf = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** The first says often no more than that the time was up, the next what was waited for. */
const errorOf = spec =>
  spec.tests
    .flatMap(test => test.results.flatMap(result => result.errors))
    .slice(0, 2)
    .map(error => error.message)
    .join('\n')

const placeOf = (file = '') => relative(process.cwd(), file)

/** What failed and why, short enough for the end of a long output. */
const line = (name, why = '') => `${name}: ${stripColours(why).split('\n').filter(Boolean).slice(0, 4).join(' ')}`.slice(0, 400)

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
const stripColours = text => text.replaceAll(/\u001b\[\d+m/g, '')

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
