// Reads random threads of every mail program: `-- COUNT SEED`; the last line counts own lines lost and quoted lines leaked.
import { seeded } from '../faults/chance.ts'
import { findFaults, makeThread } from '../threads/threads.ts'

const [count = 20_000, seed = 1] = process.argv.slice(2).map(Number)
const shownFaults = 20

const random = seeded(seed)
const faults: string[] = []
let ownLines = 0
let quotedLines = 0
for (let i = 0; i < count; i++) {
  const thread = makeThread(random)
  ownLines += thread.own.length
  quotedLines += thread.quoted.length
  faults.push(...(await findFaults(thread)))
}
for (const fault of faults.slice(0, shownFaults)) console.info(fault)
const lost = faults.filter(fault => fault.includes(' lost ')).length
console.info(`threads=${count} seed=${seed} own=${ownLines} quoted=${quotedLines} lost=${lost} leaked=${faults.length - lost}`)
process.exitCode = faults.length > 0 ? 1 : 0
