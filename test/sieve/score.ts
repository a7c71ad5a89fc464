// Prints the score of our Sieve import: `node test/sieve/score.ts [cases.json]`.
import { openParser } from '../../server/mail/parsing/parse.ts'
import { readCases, scoreOf, scoreText, tryCase } from './cases.ts'

const cases = readCases(process.argv[2])?.filter(one => one.group !== 'script') ?? []
const parser = openParser({ workers: 1, timeoutMs: 10_000 })
const tried = []
for (const one of cases) tried.push(await tryCase(one, parser))
await parser.stop()
for (const group of ['base', 'rules']) console.log(scoreText(scoreOf(group, tried)))
