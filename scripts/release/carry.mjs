// Copies what a release runs: the server, the stand-ins, the built pages and the commands; no tests and no tools.
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { root } from '../bootstrap.mjs'

const folders = ['server', 'core', 'sandbox', 'dist/web', 'dist/ssr', 'deploy', 'docs', 'bin']
const files = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', '.env.example', 'package-lock.json', '.npmrc']
const scripts = ['bootstrap', 'health', 'mailferry', 'product', 'run', 'machine', 'send-mail', 'signals', 'start', 'upgrade']
const scriptFolders = ['scripts/upgrade']

/** The commands that `npm run` offers in a release; each runs what `bin/mailferry` runs. */
const commands = ['start', 'send-mail', 'admin', 'doctor', 'backup', 'restore', 'filters', 'upgrade']

const isForTests = name => /\.(test|fixture|spec)\.tsx?$|\.tsbuildinfo$|^tsconfig.*\.json$|\.d\.mts$/.test(name)
/** The sign-in stand-in needs a development package; the stand-in of mail servers is for tests. */
const leftOut = new Set(['sandbox/oidc', 'sandbox/imap', 'docs/dashboard.png', 'core/filters/corpora'])

/** Copies everything but the packages into `target`. */
export function carry(target) {
  for (const folder of [...folders, ...scriptFolders]) copy(folder, target)
  for (const file of [...files, ...scripts.map(name => `scripts/${name}.mjs`)]) copy(file, target)
  chmodSync(join(target, 'bin', 'mailferry'), 0o755)
}

/** A package.json without what only development needs. */
export function writePackage(target, version) {
  const { name, type, engines, scripts, dependencies, optionalDependencies, license, description } = readPackage()
  const kept = Object.fromEntries(commands.map(command => [command, scripts[command]]))
  const released = { name, private: true, version, type, engines, scripts: kept, dependencies, optionalDependencies, license, description }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(released, null, 2)}\n`)
}

export const readPackage = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function copy(path, target) {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  const filter = file => !isForTests(basename(file)) && !leftOut.has(relative(root, file).split(sep).join('/'))
  cpSync(join(root, path), join(target, path), { recursive: true, filter })
}
