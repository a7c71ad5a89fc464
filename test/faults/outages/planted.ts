// Plants bugs into the hosts of a run, and tells which of them their faults show.
import type { Findings } from '../checker.ts'
import { noFindings } from '../mail/progress.ts'
import { bugs, type OutageBug } from './bugs.ts'
import { type OutageRun, runOutages } from './suite.ts'

/** Each in a run of its own; `names` null: all of them. A bug that nobody notices is a finding. */
export async function runPlanted(run: OutageRun, names: string[] | null): Promise<Findings & { report: string[] }> {
  const found = { ...noFindings(), report: [] as string[] }
  for (const bug of names ? findBugs(names) : bugs) {
    const noticed = await noticeBugs([bug], run).catch((error: unknown) => {
      found.sentences.push(`the run of "${bug.name}" broke off: ${String(error)}`)
      return [] as string[]
    })
    const isCaught = noticed.includes(bug.name)
    found.report.push(`bug="${bug.name}" fault=${bug.fault} caught=${isCaught ? 'yes' : 'no'}`)
    run.progress?.(found.report.at(-1) ?? '')
    if (!isCaught) found.sentences.push(`nobody noticed that ${bug.name}`)
  }
  return found
}

export const findBugs = (names: string[]): OutageBug[] =>
  names.map(name => {
    const bug = bugs.find(known => known.name === name)
    if (!bug) throw new Error(`There is no bug "${name}". Choose from:\n${bugs.map(known => known.name).join('\n')}`)
    return bug
  })

/** Plants them together, and returns the names of those that the judge puts into words as expected. */
export async function noticeBugs(planted: OutageBug[], run: OutageRun): Promise<string[]> {
  const quietMs = run.quietMs ?? Math.min(...planted.map(bug => bug.quietMs ?? 45_000))
  const { sentences } = await runOutages({
    ...run,
    faults: planted.map(bug => bug.fault),
    bugs: planted.map(bug => bug.name),
    quietMs,
  })
  for (const sentence of sentences.slice(0, 3)) run.progress?.(sentence)
  const isShown = ({ fault, shows }: OutageBug) => sentences.some(sentence => sentence.startsWith(`${fault}: `) && shows.test(sentence))
  return planted.filter(isShown).map(bug => bug.name)
}
