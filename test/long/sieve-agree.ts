// Compares random conditions on random emails with sieve-test: `node test/long/sieve-agree.ts [pairs] [seed]`; resumable.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openParser } from '../../server/mail/parsing/parse.ts'
import { agreeOn } from '../sieve/agree.ts'
import { openJudge, skipWithoutSieveTest } from '../sieve/pigeonhole.ts'

const wanted = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? 1)
const each = 20
const folder = join(import.meta.dirname, '../../test-results')
const file = join(folder, `sieve-agree-${seed}.json`)

if (skipWithoutSieveTest()) process.exit(0)
mkdirSync(folder, { recursive: true })
const fresh = { pairs: 0, held: 0, disagreements: 0 }
const sum: typeof fresh = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : fresh
if (sum.pairs > 0) console.log(`going on after ${sum.pairs} pairs`)
const judge = openJudge()
const parser = openParser({ workers: 1, timeoutMs: 10_000 })
while (sum.pairs < wanted) {
  const batch = await agreeOn(seed * 1_000_000 + sum.pairs, each, judge, parser)
  for (const one of batch.disagreements.slice(0, sum.disagreements > 20 ? 0 : 3))
    console.log(`ours ${one.ours}: ${one.test}\n${one.mail}\n----`)
  sum.pairs += batch.pairs
  sum.held += batch.held
  sum.disagreements += batch.disagreements.length
  writeFileSync(file, JSON.stringify(sum))
  if (sum.pairs % 1000 === 0) console.log(`${sum.pairs} pairs, ${sum.held} held, ${sum.disagreements} disagreements`)
}
judge.close()
await parser.stop()
console.log(`sieve-agree seed=${seed} pairs=${sum.pairs} held=${sum.held} disagreements=${sum.disagreements}`)
process.exitCode = sum.disagreements === 0 ? 0 : 1
