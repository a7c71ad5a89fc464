// Tests how `npm test` counts: no failure may end in a last line that looks like success.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries } from '../../server/foundation/db/embedded/binaries.ts'
import { locateCluster } from '../../server/foundation/db/embedded/location.ts'
import { addTools, buildProject, type Project, playwrightReport, testFile, vitestReport, vitestReportOf } from './project.ts'

// Three checks of types, lint, format, two of what is unused, build; Vitest's ten in Node, on the system's PostgreSQL and in the browser; Playwright's five.
const all = 8 + 30 + 5

async function runTests(tools: Record<string, string>, env: Record<string, string> = {}, programsOf = pretendPostgres) {
  const project = buildProject()
  addTools(project, tools)
  chmodSync(project.root, 0o755)
  const running = project.run(['node', 'scripts/test.mjs'], { POSTGRES_PROGRAMS: programsOf(project), ...env })
  const code = await running.ended
  const said = running.said().trim()
  return { code, said, last: said.split('\n').at(-1), project }
}

/** The PostgreSQL from npm stands in for the system's, which this machine may not have. */
const packagedPostgres = ({ root }: Project): string => join(findBinaries(locateCluster(root)).folder, 'bin')

/** Makes a cluster and says that it is ready; there is nothing behind it. */
function pretendPostgres(project: Project): string {
  const ready = `printf '\\n\\n\\n\\n\\n\\n\\nready\\n' > "$2/postmaster.pid"`
  const programs = { initdb: `echo 15 > "$2/PG_VERSION"`, postgres: `${ready}\nexec sleep 600` }
  for (const [name, lines] of Object.entries(programs)) {
    project.write(`postgres/${name}`, `#!/bin/sh\n${lines}\n`)
    chmodSync(join(project.root, 'postgres', name), 0o755)
  }
  return join(project.root, 'postgres')
}

test('when all is well the last line counts everything and the exit code is 0', async () => {
  const { code, last, project } = await runTests({}, {}, packagedPostgres)
  expect({ code, last }).toEqual({ code: 0, last: `${all} passed, 0 failed` })
  expect(project.happened().at(-1)).toBe('sandbox stopped')
})

test('a check that fails shows what it said', async () => {
  const { code, said, last } = await runTests({ oxlint: `console.log('a floating promise'); process.exitCode = 1` })
  expect(said).toContain('a floating promise')
  expect(said).toMatch(/^FAIL lint: 0 passed, 1 failed in /m)
  expect({ code, last }).toEqual({ code: 1, last: `${all - 1} passed, 1 failed` })
})

const failing = { status: 'failed', fullName: 'a mail is kept', failureMessages: ['\u001b[31mError\u001b[39m: too late\n    at x'] }
const brokenSetUp = { name: 'core/b.test.ts', status: 'failed', message: 'no set-up', assertionResults: [] }
const badly = (report: string) => `${report} process.exitCode = 1`
const twoFailed = [testFile('core/a.test.ts', [failing]), testFile('core/b.test.ts', [failing])]
const sixFailed = Array.from({ length: 6 }, (_, i) => testFile(`core/${i}.test.ts`, [failing]))

test.each([
  ['an unhandled error beside passed tests', badly(vitestReport()), all, 3],
  ['a file whose set-up failed', badly(vitestReport(brokenSetUp)), all, 3],
  ['two failed tests', badly(vitestReport(...twoFailed)), all, 6],
  ['a runner that ended before it reported', 'process.exitCode = 1', all - 30, 3],
])('%s counts as failed', async (_, vitest, passed, failed) => {
  const { code, last } = await runTests({ vitest })
  expect({ code, last }).toEqual({ code: 1, last: `${passed} passed, ${failed} failed` })
})

test('what failed is named again at the end, with the reason', async () => {
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
  const end = (await runTests({ vitest: badly(vitestReport(testFile('core/a.test.ts', [failing]), brokenSetUp)), playwright })).said
  const twice = ['FAILED core/a.test.ts a mail is kept: Error: too late     at x', 'FAILED core/b.test.ts: no set-up']
  expect(end.match(/^FAILED.*$/gm)).toEqual([...twice, ...twice, ...twice, 'FAILED a.spec.ts:7 a page opens: Too late. no page'])
})

test('what passed at the second try is named; more than five of them count as failed', async () => {
  const late = testFile('core/a.test.ts', [failing, failing])
  const alone = vitestReportOf(testFile('core/a.test.ts', [{ status: 'passed' }, { status: 'passed' }]))
  const vitest = `if (process.argv.includes('core/a.test.ts')) { ${alone} } else { ${badly(vitestReport(late))} }`
  const few = await runTests({ vitest })
  expect(few).toMatchObject({ code: 0, last: `${all + 6} passed, 0 failed` })
  expect(few.said.match(/^SECOND TRY core\/a\.test\.ts a mail is kept: Error: too late {5}at x$/gm)).toHaveLength(3)
  const specs = [7, 8, 9].map(line => ({
    file: 'a.spec.ts',
    line,
    title: 'a page opens',
    tests: [{ status: 'flaky', results: [{ errors: [] }] }],
  }))
  const playwright = playwrightReport({ stats: { expected: 2, unexpected: 0, flaky: 3, skipped: 0 }, suites: [{ specs }] })
  expect(await runTests({ vitest, playwright })).toMatchObject({ code: 1, last: `${all + 6} passed, 6 failed` })
})

test('when too much failed nothing is tried again', async () => {
  const { said, last } = await runTests({ vitest: badly(vitestReport(...sixFailed)) })
  expect(said).not.toContain('once more')
  expect(last).toBe(`${all} passed, 18 failed`)
})

test('skipped tests are named, and count as failed where CI forbids them', async () => {
  const vitest = vitestReport(testFile('core/a.test.ts', [{ status: 'skipped' }]))
  expect(await runTests({ vitest })).toMatchObject({ code: 0, last: `${all} passed, 0 failed, 3 skipped` })
  expect(await runTests({ vitest }, { CI: 'true' })).toMatchObject({ code: 1, last: `${all} passed, 3 failed` })
})

test('a server that does not start, or stops badly, fails the tests of the whole product and shows what it said', async () => {
  const absent = await runTests({}, { FAIL: 'server' })
  expect(absent).toMatchObject({ code: 1, last: `${all - 5} passed, 1 failed` })
  expect(absent.said).toContain('it exited with 7')
})

test('no setting of an installation reaches the tests', async () => {
  const vitest = `${vitestReport()} if (process.env.PORT || process.env.DATABASE_URL?.includes('precious')) process.exitCode = 1`
  expect(await runTests({ vitest }, { PORT: '8080', DATABASE_URL: 'postgres://precious' })).toMatchObject({ code: 0 })
})
