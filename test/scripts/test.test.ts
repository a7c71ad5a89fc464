// How `npm test` counts: nothing that went wrong may end in a line that looks well.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries } from '../../server/db/embedded/binaries.ts'
import { placeOf } from '../../server/db/embedded/place.ts'
import { addTools, buildHouse, vitestReport } from './house.ts'

// Three checks of types, lint, format, unused, build; Vitest's ten in Node, on the system's PostgreSQL and in the browser; Playwright's five.
const all = 7 + 30 + 5

async function runTests(tools: Record<string, string>, env: Record<string, string> = {}) {
  const house = buildHouse()
  addTools(house, tools)
  chmodSync(house.root, 0o755)
  // The PostgreSQL from npm stands in for the system's, which this machine may not have.
  const programs = join(findBinaries(placeOf(house.root)).folder, 'bin')
  const running = house.run(['node', 'scripts/test.mjs'], { POSTGRES_PROGRAMS: programs, ...env })
  const code = await running.ended
  const said = running.said().trim()
  return { code, said, last: said.split('\n').at(-1), house }
}

test('when all is well the last line counts everything and the exit code is 0', async () => {
  const { code, last, house } = await runTests({})
  expect({ code, last }).toEqual({ code: 0, last: `${all} passed, 0 failed` })
  expect(house.happened().at(-1)).toBe('sandbox stopped')
})

test('a check that fails shows what it said', async () => {
  const { code, said, last } = await runTests({ oxlint: `console.log('a floating promise'); process.exitCode = 1` })
  expect(said).toContain('a floating promise')
  expect(said).toMatch(/^FAIL lint: 0 passed, 1 failed in /m)
  expect({ code, last }).toEqual({ code: 1, last: `${all - 1} passed, 1 failed` })
})

test.each([
  ['an unhandled error beside passed tests', `${vitestReport()} process.exitCode = 1`, all, 3],
  [
    'a file whose set-up failed',
    `${vitestReport({ testResults: [{ status: 'failed', assertionResults: [] }] })} process.exitCode = 1`,
    all,
    3,
  ],
  ['two failed tests', `${vitestReport({ numFailedTests: 2 })} process.exitCode = 1`, all, 6],
  ['a runner that ended before it reported', 'process.exitCode = 1', all - 30, 3],
])('%s counts as failed', async (_, vitest, passed, failed) => {
  const { code, last } = await runTests({ vitest })
  expect({ code, last }).toEqual({ code: 1, last: `${passed} passed, ${failed} failed` })
})

test('skipped tests are named, and count as failed where CI forbids them', async () => {
  const vitest = vitestReport({ numPendingTests: 1 })
  expect(await runTests({ vitest })).toMatchObject({ code: 0, last: `${all} passed, 0 failed, 3 skipped` })
  expect(await runTests({ vitest }, { CI: 'true' })).toMatchObject({ code: 1, last: `${all} passed, 3 failed` })
})

test('a server that does not start, or stops badly, fails the tests of the whole product and shows what it said', async () => {
  const absent = await runTests({}, { FAIL: 'server' })
  expect(absent).toMatchObject({ code: 1, last: `${all - 5} passed, 1 failed` })
  expect(absent.said).toContain('it ended with 7')
})

test('no setting of an installation reaches the tests', async () => {
  const vitest = `${vitestReport()} if (process.env.PORT || process.env.DATABASE_URL?.includes('precious')) process.exitCode = 1`
  expect(await runTests({ vitest }, { PORT: '8080', DATABASE_URL: 'postgres://precious' })).toMatchObject({ code: 0 })
})
