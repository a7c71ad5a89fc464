// A miniature repository for testing the scripts: the real scripts with fakes of npm, Vite and the server that log their calls.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

export interface Project {
  root: string
  /** What npm, Vite and the parts wrote down, in order. */
  happened(): string[]
  write(file: string, text: string): void
  /** Runs a program in the project; what it prints can be read while it runs. */
  run(words: string[], env?: Record<string, string>): Running
}

export interface Running {
  process: ChildProcess
  said(): string
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

const repository = join(import.meta.dirname, '..', '..')

/** What a part does: says it is ready, and on the way out writes down when it stopped. */
const part = (name: string, line: string, stopMs: number) => `
import { appendFileSync } from 'node:fs'
const note = what => appendFileSync(process.env.HAPPENED, '${name} ' + what + '\\n')
const stop = why => { note('told by ' + why); setTimeout(() => { note('stopped'); process.exit(0) }, ${stopMs}) }
process.on('SIGTERM', () => stop('SIGTERM'))
process.on('SIGINT', () => stop('SIGINT'))
process.on('disconnect', () => stop('disconnect'))
if (process.env.FAIL === '${name}') process.exit(7)
note('started ' + process.pid + ' ' + JSON.stringify(process.env, ['PORT', 'DATA_DIR', 'SERVER_URL', 'SANDBOX_URL', 'STRIPE_URL']))
console.log(${line})
setInterval(() => {}, 1000)
`

export function buildProject(): Project {
  const root = mkdtempSync(join(tmpdir(), 'mailferry-project-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const record = join(root, 'happened')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  cpSync(join(repository, 'scripts'), join(root, 'scripts'), { recursive: true })
  const noteArguments = `import { appendFileSync } from 'node:fs'\nappendFileSync(process.env.HAPPENED, 'vite ' + process.argv.slice(2).join(' ') + '\\n')\n`
  write('package-lock.json', '{}')
  write('web/main.tsx', '')
  write('scripts/prerender.mjs', '')
  write('server/main.ts', part('server', `'ready http://localhost:' + process.env.PORT`, 300))
  write(
    'sandbox/main.ts',
    part('sandbox', `(process.env.BILLING_PROVIDER ? 'stripe http://127.0.0.1:4343\\n' : '') + 'sandbox http://127.0.0.1:4242'`, 10),
  )
  write('bin/npm', `#!/bin/sh\necho "npm $* $npm_lifecycle_event $PATH" >> "$HAPPENED"\nmkdir -p node_modules\nexit \${NPM_EXIT:-0}\n`)
  chmodSync(join(root, 'bin', 'npm'), 0o755)
  write('node_modules/vite/package.json', '{ "bin": { "vite": "vite.mjs" } }')
  write('node_modules/vite/vite.mjs', `${noteArguments}import { mkdirSync } from 'node:fs'\nmkdirSync('dist', { recursive: true })\n`)
  return {
    root,
    write,
    happened: () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []),
    run: (words, env = {}) => run(root, words, { HAPPENED: record, ...env }),
  }
}

/** The checkers and test runners of `npm test`, each of which does what its lines of JavaScript say (nothing: it is content). */
export function addTools(project: Project, tools: Record<string, string> = {}): void {
  const programs = {
    typescript: 'tsc',
    oxlint: 'oxlint',
    '@biomejs/biome': 'biome',
    knip: 'knip',
    vitest: 'vitest',
    '@playwright/test': 'playwright',
  }
  for (const [name, program] of Object.entries(programs)) {
    project.write(`node_modules/${name}/package.json`, JSON.stringify({ type: 'module', bin: { [program]: 'program.js' } }))
    project.write(`node_modules/${name}/program.js`, tools[program] ?? reports[program] ?? '')
  }
  for (const room of ['core', 'server', 'web']) project.write(`${room}/tsconfig.json`, '{}')
  project.write('.env.example', 'PORT=8080\n# DATABASE_URL=\n')
}

const writeReport = (variable: string, report: object) =>
  `if (process.env.${variable}) process.getBuiltinModule('fs').writeFileSync(process.env.${variable}, ${JSON.stringify(JSON.stringify(report))});`

/** Ten tests that passed, and `more` files. */
export const vitestReport = (...more: object[]): string =>
  vitestReportOf(testFile('core/all.test.ts', Array(10).fill({ status: 'passed' })), ...more)

export const vitestReportOf = (...testResults: object[]): string => writeReport('VITEST_JSON', { testResults })

export const testFile = (name: string, assertionResults: { status: string }[]) => ({
  name,
  status: assertionResults.some(one => one.status === 'failed') ? 'failed' : 'passed',
  assertionResults,
})

export const playwrightReport = (more: object = {}): string =>
  writeReport('PLAYWRIGHT_JSON_OUTPUT_FILE', { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }, ...more })

const reports: Record<string, string> = { vitest: vitestReport(), playwright: playwrightReport() }

/** Waits until something that was written down contains `text`. */
export async function untilHappened(project: Project, text: string): Promise<void> {
  await expect.poll(() => project.happened().join('\n'), { interval: 20 }).toContain(text)
}

function run(root: string, words: string[], env: Record<string, string>): Running {
  const path = [join(root, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter)
  const [program = '', ...rest] = words
  const child = spawn(program, rest, { cwd: root, env: { PATH: path, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      text += String(chunk)
    })
  const ended = once(child, 'close').then(([code, signal]) => Number(code ?? Number.NaN) || String(signal ?? code))
  return { process: child, said: () => text, ended: ended.then(end => (end === '0' ? 0 : end)) }
}
