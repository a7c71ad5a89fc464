// Reads what Vitest and Playwright report; a runner that ends badly without a failed test counts as one failure.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const nothing = { passed: 0, failed: 0, skipped: 0 }

/** `ok` is whether the runner itself ended well: unhandled errors make it end badly with every test passed. */
export function vitestCounts(file, ok) {
  const report = read(file)
  if (!report) return { ...nothing, failed: 1 }
  // A file whose set-up failed has no results of its own.
  const broken = report.testResults.filter(result => result.status === 'failed' && result.assertionResults.length === 0)
  const failed = report.numFailedTests + broken.length
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(one => one.status === 'failed').map(one => named(name, one)),
  )
  return {
    passed: report.numPassedTests,
    failed: Math.max(failed, ok ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
    names: [...broken.map(one => line(placeOf(one.name), one.message)), ...tests],
    late: report.testResults.flatMap(({ name, assertionResults }) => assertionResults.filter(isLate).map(one => named(name, one))),
  }
}

/** Passed, though not the first time: what was wrong then is kept. */
const isLate = ({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0

const named = (file, { fullName, failureMessages }) => line(`${placeOf(file)} ${fullName}`, failureMessages?.[0])

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
