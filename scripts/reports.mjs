// Reads what Vitest and Playwright report; a runner that ends badly without a failed test counts as one failure.
import { readFileSync } from 'node:fs'

const nothing = { passed: 0, failed: 0, skipped: 0 }

/** `ok` is whether the runner itself ended well: unhandled errors make it end badly with every test passed. */
export function vitestCounts(file, ok) {
  const report = read(file)
  if (!report) return { ...nothing, failed: 1 }
  // A file whose set-up failed has no results of its own.
  const brokenFiles = report.testResults.filter(result => result.status === 'failed' && result.assertionResults.length === 0).length
  const failed = report.numFailedTests + brokenFiles
  return { passed: report.numPassedTests, failed: Math.max(failed, ok ? 0 : 1), skipped: report.numPendingTests + report.numTodoTests }
}

export function playwrightCounts(file, ok) {
  const stats = read(file)?.stats
  if (!stats) return { ...nothing, failed: 1 }
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: Math.max(failed, ok ? 0 : 1), skipped: stats.skipped }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
