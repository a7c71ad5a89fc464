// Runs a file from the repository on the pinned Node, after installing the packages: `node scripts/run.mjs FILE …`.
import { spawn } from 'node:child_process'
import { fail, innerEnvironment, install, pinnedNode, root } from './bootstrap.mjs'
import { dovecotEnvironment } from './machine.mjs'
import { onStop } from './signals.mjs'

const [file, ...parameters] = process.argv.slice(2)
if (!file) fail('Name the file to run: node scripts/run.mjs FILE …')
install()
const needsMailServer = /^(test|bench)\//.test(file)
const baseEnvironment = innerEnvironment()
const env = { ...baseEnvironment, ...(needsMailServer && dovecotEnvironment(baseEnvironment)) }
const child = spawn(pinnedNode(), [file, ...parameters], { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
onStop(() => child.kill('SIGTERM'))
child.on('exit', code => process.exit(code ?? 1))
