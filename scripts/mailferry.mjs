// The command `mailferry`: starts the server, or runs one of the commands beside it, in a release and in a clone alike.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { fail, innerEnvironment, install, pinnedNode, readVersion, root } from './bootstrap.mjs'
import { onStop } from './signals.mjs'

const commands = {
  start: { file: 'scripts/start.mjs', text: 'starts the server, and in sandbox mode the stand-ins' },
  doctor: { file: 'server/use-cases/doctor/doctor-command.ts', text: 'checks everything, and says what to do' },
  admin: { file: 'server/use-cases/admin/command.ts', text: 'administrators, keys of the service, templates, plans, maintenance' },
  backup: { file: 'server/foundation/db/backup.ts', text: 'writes the database to a sealed file, while the server runs' },
  restore: { file: 'server/foundation/db/restore.ts', text: 'reads such a file into an empty database' },
  upgrade: { file: 'scripts/upgrade.mjs', text: 'replaces the version that runs with this one, and goes back if that fails' },
  migrate: {
    file: 'server/foundation/db/schema-command.ts',
    text: 'migrates the database, for setups that do it before they start',
    fixed: ['migrate'],
  },
  health: { file: 'scripts/health.mjs', text: 'exits with 0 while the server answers' },
  filters: { file: 'server/filters/filters-command.ts', text: 'plans and applies filters from a file' },
  settings: { file: 'server/use-cases/settings-file/settings-command.ts', text: 'plans, applies and exports a user’s settings as a file' },
  'send-mail': { file: 'scripts/send-mail.mjs', text: 'sends one email to the running server' },
}

const usage = [
  'Usage: mailferry COMMAND [--settings FILE] …',
  '',
  ...Object.entries(commands).map(([name, { text }]) => `  ${name.padEnd(10)} ${text}`),
  `  ${'version'.padEnd(10)} prints the version`,
].join('\n')

const [name, ...given] = process.argv.slice(2)
if (name === 'version' || name === '--version') {
  console.log(readVersion())
  process.exit(0)
}
const { file, fixed = [] } = commands[name] ?? {}
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
