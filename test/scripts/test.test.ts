// How `npm test` counts: nothing that went wrong may end in a line that looks well.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries } from '../../server/db/embedded/binaries.ts'
import { placeOf } from '../../server/db/embedded/place.ts'
import { addTools, buildHouse, type House, playwrightReport, vitestReport } from './house.ts'

// Three checks of types, lint, format, unused, build; Vitest's ten in Node, on the system's PostgreSQL and in the browser; Playwright's five.
const all = 7 + 30 + 5

async function runTests(tools: Record<string, string>, env: Record<string, string> = {}, programsOf = pretendPostgres) {
  const house = buildHouse()
  addTools(house, tools)
  chmodSync(house.root, 0o755)
  const running = house.run(['node', 'scripts/test.mjs'], { POSTGRES_PROGRAMS: programsOf(house), ...env })
  const code = await running.ended
  const said = running.said().trim()
  return { code, said, last: said.split('\n').at(-1), house }
}

/** The PostgreSQL from npm stands in for the system's, which this machine may not have. */
const packagedPostgres = ({ root }: House): string => join(findBinaries(placeOf(root)).folder, 'bin')

/** Makes a cluster and says that it is ready; there is nothing behind it. */
function pretendPostgres(house: House): string {
  const ready = `printf '\\n\\n\\n\\n\\n\\n\\nready\\n' > "$2/postmaster.pid"`
  const programs = { initdb: `echo 15 > "$2/PG_VERSION"`, postgres: `${ready}\nexec sleep 600` }
  for (const [name, lines] of Object.entries(programs)) {
    house.write(`postgres/${name}`, `#!/bin/sh\n${lines}\n`)
    chmodSync(join(house.root, 'postgres', name), 0o755)
  }
  return join(house.root, 'postgres')
}

test('when all is well the last line counts everything and the exit code is 0', async () => {
  const { code, last, house } = await runTests({}, {}, packagedPostgres)
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

test('what failed is named again at the end, with the reason', async () => {
  const failed = {
    status: 'failed',
    fullName: 'a mail is kept',
    failureMessages: ['\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at x'],
  }
  const vitest = vitestReport({
    numFailedTests: 1,
    testResults: [{ status: 'failed', name: 'core/a.test.ts', assertionResults: [failed] }],
  })
  const spec = {
    file: 'a.spec.ts',
    line: 7,
    title: 'a page opens',
    tests: [{ status: 'unexpected', results: [{ errors: [{ message: 'Too late.' }, { message: 'no page' }] }] }],
  }
  const playwright = playwrightReport({
    stats: { expected: 4, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ suites: [{ specs: [spec] }] }],
  })
  const end = (await runTests({ vitest, playwright })).said.split('\n').slice(-6)
  expect(end.filter(line => line.startsWith('FAILED'))).toEqual([
    ...Array(3).fill('FAILED core/a.test.ts a mail is kept: AssertionError: expected 1 to be 2     at x'),
    'FAILED a.spec.ts:7 a page opens: Too late. no page',
  ])
})

test('what passed at the second try is named; more than three of them count as failed', async () => {
  const late = { status: 'passed', fullName: 'a mail is kept', failureMessages: ['Error: too late'] }
  const vitest = vitestReport({ testResults: [{ status: 'passed', name: 'core/a.test.ts', assertionResults: [late] }] })
  const few = await runTests({ vitest })
  expect(few).toMatchObject({ code: 0, last: `${all} passed, 0 failed` })
  expect(few.said.match(/^SECOND TRY core\/a\.test\.ts a mail is kept: Error: too late$/gm)).toHaveLength(3)
  const playwright = playwrightReport({
    stats: { expected: 4, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [{ specs: [{ file: 'a.spec.ts', line: 7, title: 'a page opens', tests: [{ status: 'flaky', results: [{ errors: [] }] }] }] }],
  })
  expect(await runTests({ vitest, playwright })).toMatchObject({ code: 1, last: `${all} passed, 4 failed` })
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
