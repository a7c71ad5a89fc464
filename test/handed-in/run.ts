// `npm run corpus -- add FILE [--name WORD …]` makes a test case of an email after replacing what is private in it.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { viewed } from '../render-viewed.ts'
import { disguiseMail } from './disguise-mail.ts'
import { listNames } from './names.ts'
import { readHandedIn } from './reading.ts'

const folder = join(import.meta.dirname, 'mails')
const usage = 'Usage: npm run corpus -- add FILE [--name WORD ...]'

async function add(file: string, more: string[]): Promise<void> {
  const raw = readFileSync(file)
  const names = new Set([...listNames(await viewed(raw)), ...more.map(word => word.toLowerCase())])
  const disguised = disguiseMail(raw, { salt: randomBytes(32).toString('hex'), names })
  const path = freePath(basename(file).replace(/\.[^.]*$/, ''))
  const reading = await readHandedIn(disguised)
  writeFileSync(`${path}.eml`, disguised)
  writeFileSync(`${path}.json`, `${JSON.stringify(reading, null, 2)}\n`)
  const left = new Set(reading.ownText.match(/(?<=\p{Ll}[,\s]\s*)\p{Lu}[\p{L}\p{M}]{2,}/gu) ?? [])
  process.stdout.write(
    [
      `Written: ${path}.eml and ${path}.json.`,
      `Read the email once more: names that its headers don't hold are still there. ${left.size === 0 ? '' : `Look at: ${[...left].join(', ')}.`}`,
      'Replace one with --name WORD. Then correct in the .json what was read wrong: the test expects it.',
      '',
    ].join('\n'),
  )
}

/** The name of the file may be private too: only its letters before a digit are kept. */
function freePath(name: string): string {
  const plain = /^[a-z][a-z-]{0,30}/i.exec(name)?.[0].toLowerCase() ?? 'mail'
  for (let n = 1; ; n++) {
    const path = join(folder, `${plain}-${n}`)
    if (!existsSync(`${path}.eml`)) return path
  }
}

const [verb, file, ...rest] = process.argv.slice(2)
if (verb !== 'add' || file === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else
  await add(
    file,
    rest.filter((_, i) => rest[i - 1] === '--name'),
  )
