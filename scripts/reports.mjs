// Reads the reports of Vitest and Playwright; a runner that crashes without a failed test counts as one failure.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const noTests = { passed: 0, failed: 0, skipped: 0 }

/** What one run of Vitest left: its files with their tests, and whether the runner itself ended well. */
export function vitestRun(file, ok) {
  return { files: readJson(file)?.testResults, ok }
}

/** The files that failed, by a test or by their set-up. */
export const failedFiles = run => (run.files ?? []).filter(isFailed).map(file => file.name)

/** `retry` is a run of only the failed files. Its results replace the first ones, and the files that passed in it are named. */
export function vitestCounts(first, retry) {
  if (!first.files) return { ...noTests, failed: 1 }
  const retriedFiles = new Map(retry?.files?.map(file => [file.name, file]))
  const files = first.files.map(file => retriedFiles.get(file.name) ?? file)
  const names = files.filter(isFailed).flatMap(describeFailures)
  const tests = files.flatMap(file => file.assertionResults)
  const count = status => tests.filter(test => test.status === status).length
  const passed = count('passed')
  const failed = files.reduce((sum, file) => sum + countFailures(file), 0)
  return {
    passed,
    // Unhandled errors make the runner end badly with every test passed.
    failed: Math.max(failed, (retry ?? first).ok ? 0 : 1),
    skipped: tests.length - passed - count('failed'),
    names,
    // One name a file: what came after its first failure may have been its consequence.
    retried: first.files
      .filter(file => isFailed(file) && !isFailed(retriedFiles.get(file.name) ?? file))
      .map(file => describeFailures(file)[0]),
  }
}

const isFailed = file => file.status === 'failed'

const failedTests = file => file.assertionResults.filter(test => test.status === 'failed')

/** A file whose set-up failed has no failed test of its own. */
const countFailures = file => (isFailed(file) ? Math.max(failedTests(file).length, 1) : 0)

function describeFailures(file) {
  const tests = failedTests(file)
  if (tests.length === 0) return [describe(relativePath(file.name), file.message)]
  return tests.map(({ fullName, failureMessages }) => describe(`${relativePath(file.name)} ${fullName}`, failureMessages?.[0]))
}

export function playwrightCounts(file, ok) {
  const { stats, suites = [] } = readJson(file) ?? {}
  if (!stats) return { ...noTests, failed: 1 }
  const specs = suites.flatMap(collectSpecs)
  const describeSpecs = status =>
    specs
      .filter(spec => spec.tests.some(test => test.status === status))
      .map(spec => describe(`${spec.file}:${spec.line} ${spec.title}`, errorOf(spec)))
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, ok ? 0 : 1),
    skipped: stats.skipped,
    names: describeSpecs('unexpected'),
    retried: describeSpecs('flaky'),
  }
}

const collectSpecs = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(collectSpecs)]

/** The first says often no more than that the time was up, the next what was waited for. */
const errorOf = spec =>
  spec.tests
    .flatMap(test => test.results.flatMap(result => result.errors))
    .slice(0, 2)
    .map(error => error.message)
    .join('\n')

const relativePath = (file = '') => relative(process.cwd(), file)

/** What failed and why, short enough for the end of a long output. */
const describe = (name, reason = '') => `${name}: ${stripColors(reason).split('\n').filter(Boolean).slice(0, 4).join(' ')}`.slice(0, 400)

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors begin with one.
const stripColors = text => text.replaceAll(/\u001b\[\d+m/g, '')

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
