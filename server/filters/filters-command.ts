// The command `npm run filters -- plan|apply FILE.yaml`: makes a user's filters match a file, through the API.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { environment } from '../foundation/config.ts'
import { loadWords } from '../foundation/words.ts'
import { runCommand } from './command/run.ts'
import { askOnTerminal } from './command/terminal.ts'

const env = environment()
const result = await runCommand({
  words: process.argv.slice(2),
  env,
  t: loadWords(),
  // npm runs in the package's folder, but file names are relative to the caller's folder.
  read: file => readFile(resolve(env['INIT_CWD'] ?? '.', file), 'utf8'),
  ask: askOnTerminal,
})
;(result.failed ? console.error : console.log)(result.text)
process.exitCode = result.failed ? 1 : 0
