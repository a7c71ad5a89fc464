// Runs the doctor's checks in order, each only after what it depends on has passed.
import type { DoctorDeps } from './deps.ts'
import { type DoctorCheck, type DoctorFinding, failing } from './finding.ts'
import { consoleGroups, type DoctorStep, realWhatsApp } from './steps.ts'

/** Yields each finding as soon as it is known, whichever group it comes from. */
export async function* runConsoleChecks(deps: DoctorDeps): AsyncGenerator<DoctorFinding> {
  const [first = [], ...others] = consoleGroups
  const unmet = findUnmet(deps)
  yield* runSteps(deps, first, unmet)
  yield* mergeFindings(others.map(steps => runSteps(deps, steps, unmet)))
}

async function* mergeFindings(sources: AsyncGenerator<DoctorFinding>[]): AsyncGenerator<DoctorFinding> {
  const next = async (source: AsyncGenerator<DoctorFinding>) => ({ source, result: await source.next() })
  const waiting = new Map(sources.map(source => [source, next(source)]))
  while (waiting.size > 0) {
    const { source, result } = await Promise.race(waiting.values())
    if (result.done) waiting.delete(source)
    else {
      waiting.set(source, next(source))
      yield result.value
    }
  }
}

/** Yields each finding as soon as it is known. */
export const runChecks = (deps: DoctorDeps, steps: readonly DoctorStep[]): AsyncGenerator<DoctorFinding> =>
  runSteps(deps, steps, findUnmet(deps))

function findUnmet({ problems, config }: DoctorDeps): Set<string> {
  const unmet = new Set(problems.filter(problem => problem.problem === 'missing').map(problem => problem.name))
  const { graphUrl } = config.whatsapp
  // Only the running server knows the URL of its sandbox's stand-in.
  if (!URL.canParse(graphUrl)) unmet.add(graphUrl === '' ? realWhatsApp : 'WHATSAPP_GRAPH_URL')
  return unmet
}

/** What fails is added to `unmet`. */
async function* runSteps(deps: DoctorDeps, steps: readonly DoctorStep[], unmet: Set<string>): AsyncGenerator<DoctorFinding> {
  for (const step of steps) {
    const missing = step.needs.find(need => unmet.has(need))
    const findings = missing === undefined ? await runStep(deps, step) : [skipped(step.check, missing)]
    if (findings.some(({ state }) => state === 'failing' || state === 'skipped')) unmet.add(step.check)
    yield* findings
  }
}

/** A check that breaks must not hide what the others find. */
async function runStep(deps: DoctorDeps, { check, run }: DoctorStep): Promise<DoctorFinding[]> {
  try {
    return [await run(deps)].flat()
  } catch (error) {
    return [failing(check, 'broke', { why: error instanceof Error ? error.message : String(error) })]
  }
}

const skipped = (check: DoctorCheck, needs: string): DoctorFinding => ({
  check,
  state: 'skipped',
  found: 'skipped',
  fix: null,
  values: { needs },
})
