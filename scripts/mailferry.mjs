// The command `mailferry`: starts the server, or runs one of the commands beside it, in a release and in a clone alike.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { fail, innerEnvironment, install, pinnedNode, readVersion, root } from './bootstrap.mjs'
import { onStop } from './signals.mjs'

const commands = {
  start: ['scripts/start.mjs', 'starts the server, and in sandbox mode the stand-ins'],
  doctor: ['server/use-cases/doctor/doctor-command.ts', 'checks everything, and says what to do'],
  admin: ['server/use-cases/admin/command.ts', 'administrators, keys of the service, templates, plans, maintenance'],
  backup: ['server/foundation/db/backup.ts', 'writes the database to a sealed file, while the server runs'],
  restore: ['server/foundation/db/restore.ts', 'reads such a file into an empty database'],
  upgrade: ['scripts/upgrade.mjs', 'replaces the version that runs with this one, and goes back if that fails'],
  migrate: ['server/foundation/db/schema-command.ts', 'migrates the database, for setups that do it before they start', ['migrate']],
  health: ['scripts/health.mjs', 'exits with 0 while the server answers'],
  filters: ['server/filters/filters-command.ts', 'plans and applies filters from a file'],
  'send-mail': ['scripts/send-mail.mjs', 'sends one email to the running server'],
}

const usage = [
  'Usage: mailferry COMMAND [--settings FILE] …',
  '',
  ...Object.entries(commands).map(([name, [, text]]) => `  ${name.padEnd(10)} ${text}`),
  `  ${'version'.padEnd(10)} prints the version`,
].join('\n')

const [name, ...given] = process.argv.slice(2)
if (name === 'version' || name === '--version') {
  console.log(readVersion())
  process.exit(0)
}
const [file, , fixed = []] = commands[name] ?? []
if (!file) {
  console.log(usage)
  process.exit(name && name !== 'help' && name !== '--help' ? 1 : 0)
}
const parameters = readSettings(given)
install()
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
const child = spawn(pinnedNode(), [join(root, file), ...fixed, ...parameters], { stdio, env: innerEnvironment() })
onStop(() => child.kill('SIGTERM'))
child.on('exit', code => process.exit(code ?? 1))

/** What the environment says already wins over the file. Not called --env-file: Node reads that one itself, wherever it stands. */
function readSettings(words) {
  const at = words.findIndex(word => word === '--settings' || word.startsWith('--settings='))
  if (at < 0) return words
  const [, joined] = words[at].split(/=(.*)/s)
  const path = joined ?? words[at + 1]
  try {
    loadEnvFile(path)
  } catch {
    fail(`The settings in ${path} cannot be read.`)
  }
  return words.toSpliced(at, joined === undefined ? 2 : 1)
}
