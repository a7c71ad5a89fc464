// Runs Debian's sieve-test as the reference: Pigeonhole's result for many tests on one email.
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Judge {
  /** The verdict of each test, in order; throws with the compiler's words where one is no Sieve. */
  verdicts(tests: string[], mail: Uint8Array, envelope: { from: string; to: string }): Promise<boolean[]>
  close(): void
}

const program = 'sieve-test'
const nobody = 65_534
const run = promisify(execFile)

/** Says plainly that sieve-test is missing; with CI=true its absence is a failure. */
export function skipWithoutSieveTest(): boolean {
  if (spawnSync(program, ['-h']).error === undefined) return false
  if (process.env['CI'] === 'true') throw new Error('sieve-test is missing. Install dovecot-sieve.')
  console.warn('Skipped: sieve-test is not installed (dovecot-sieve), so exported scripts were not tried on another engine.')
  return true
}

export function openJudge(): Judge {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-sieve-'))
  chmodSync(folder, 0o777)
  mkdirSync(join(folder, 'home'))
  chmodSync(join(folder, 'home'), 0o777)
  const config = join(folder, 'dovecot.conf')
  writeFileSync(config, configOf(folder))
  let count = 0
  return {
    async verdicts(tests, mail, envelope) {
      const name = join(folder, String(count++))
      writeFileSync(`${name}.sieve`, scriptOf(tests))
      writeFileSync(`${name}.eml`, mail)
      const addresses = ['-f', envelope.from, '-r', envelope.to, '-a', envelope.to]
      const { stdout } = await run(program, ['-c', config, ...addresses, `${name}.sieve`, `${name}.eml`], {
        maxBuffer: 64 * 1024 * 1024,
        env: { PATH: process.env['PATH'], TZ: 'UTC' },
      })
      rmSync(`${name}.sieve`)
      rmSync(`${name}.eml`)
      const flags = new Set(Array.from(stdout.matchAll(/\bheld(\d+)\b/g), found => Number(found[1])))
      return tests.map((_, i) => flags.has(i))
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const extensions = [
  'body',
  'comparator-i;ascii-numeric',
  'date',
  'encoded-character',
  'envelope',
  'imap4flags',
  'index',
  'mime',
  'foreverypart',
  'regex',
  'relational',
  'subaddress',
]

const scriptOf = (tests: string[]): string =>
  [
    `require [${extensions.map(name => `"${name}"`).join(', ')}];`,
    ...tests.map((test, i) => `if ${test} { addflag "held${i}"; }`),
    'keep;',
  ].join('\r\n')

const configOf = (folder: string): string => {
  const user = process.getuid?.() === 0 ? nobody : process.getuid?.()
  return `mail_uid = ${user}
mail_gid = ${user}
first_valid_uid = 1
mail_home = ${folder}/home
mail_location = maildir:${folder}/home/mail
log_path = /dev/stderr
ssl = no
plugin {
  sieve_extensions = +imap4flags +relational +regex +mime +foreverypart +index
}
`
}
