// The command `npm run settings -- plan|apply FILE | export`: keeps a user's settings in a file, through the API.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { askOnTerminal } from '../../filters/command/terminal.ts'
import { environment } from '../../foundation/config.ts'
import { loadWords } from '../../foundation/words.ts'
import { runSettingsCommand } from './run.ts'

const env = environment()
const result = await runSettingsCommand({
  words: process.argv.slice(2),
  env,
  t: loadWords(),
  // npm runs in the package's folder, but file names are relative to the caller's folder.
  read: file => readFile(resolve(env['INIT_CWD'] ?? '.', file), 'utf8'),
  ask: askOnTerminal,
})
if (result.notes) console.error(result.notes)
if (result.failed) console.error(result.text)
else process.stdout.write(result.text.endsWith('\n') ? result.text : `${result.text}\n`)
process.exitCode = result.failed ? 1 : 0
