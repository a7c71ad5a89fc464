// Runs `npm run admin -- plans …`: lists, exports and publishes plans.
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'
import { PlanTerms } from '../../../core/plans/plans.ts'
import { formatMoney } from '../../../core/text/money.ts'
import type { Translate } from '../../../core/words/words.ts'
import { allPlans, type PublishedPlan, publishPlan } from '../../billing/plans/owners.ts'
import { findPlanProblem, seedPlans } from '../../billing/plans/publish.ts'
import type { Db } from '../../foundation/db/pool.ts'

export interface PlansCommandDeps {
  db: Db
  now: Date
  say: Translate<'billing'>
}

const usage =
  'Say what to do: npm run admin -- plans list, npm run admin -- plans export, or npm run admin -- plans import FILE with a file as export prints it'

/** Plans as they are exported and imported; `isSold` is true unless it says otherwise. */
const PlanFile = z.array(z.extend(PlanTerms, { isSold: z._default(z.boolean(), true) }))

/** Throws an Error with a sentence that says what to do instead. */
export async function runPlansCommand(deps: PlansCommandDeps, [verb, file]: string[]): Promise<string> {
  await seedPlans(deps.db, deps.now)
  if (verb === 'list') return listAll(await allPlans(deps.db))
  if (verb === 'export') return exportNewest(await allPlans(deps.db))
  if (verb === 'import' && file) return importAll(deps, file)
  throw new Error(usage)
}

const listAll = (plans: PublishedPlan[]): string =>
  plans
    .map(({ id, version, names, prices, isSold, publishedAt }) => {
      const shown = prices.map(price => `${formatMoney(price, 'en')} a ${price.interval}`).join(', ')
      return [
        `${id} ${version}`,
        names['en'] ?? id,
        shown || 'no price',
        isSold ? 'sold' : 'not sold',
        publishedAt.toISOString().slice(0, 10),
      ]
    })
    .map(parts => parts.join(' · '))
    .join('\n')

/** The newest version of each. */
function exportNewest(plans: PublishedPlan[]): string {
  const newest = Map.groupBy(plans, plan => plan.id).values()
  const terms = [...newest].map(versions => versions.toSorted((a, b) => b.version - a.version)[0])
  const shown = terms.flatMap(plan => (plan ? [{ ...PlanTerms.parse(plan), isSold: plan.isSold }] : []))
  return JSON.stringify(shown, null, 2)
}

async function importAll({ db, now, say }: PlansCommandDeps, file: string): Promise<string> {
  const plans = readPlans(file)
  for (const { isSold, ...terms } of plans) {
    const problem = findPlanProblem(terms, isSold)
    if (problem) throw new Error(say(problem))
  }
  const lines: string[] = []
  for (const { isSold, ...terms } of plans) {
    const { before, plan } = await publishPlan(db, terms, isSold, null, now)
    const name = `${plan.id} ${plan.version}`
    if (before?.version !== plan.version) lines.push(`${name} was published.`)
    else if (before.isSold === plan.isSold) lines.push(`${name} is as it was.`)
    else lines.push(plan.isSold ? `${name} is sold from now on.` : `${name} is no longer sold.`)
  }
  return lines.join('\n')
}

function readPlans(file: string): z.output<typeof PlanFile> {
  let text: unknown
  try {
    text = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} could not be read as JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const plans = PlanFile.safeParse(text)
  if (plans.success) return plans.data
  const [issue] = plans.error.issues
  throw new Error(`${file} is no list of plans: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}. See npm run admin -- plans export`)
}
