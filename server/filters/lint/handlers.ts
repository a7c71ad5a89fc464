// Reports problems in a user's filters.
import type * as api from '../../../core/api/filter-trials.ts'
import type { Finding } from '../../../core/api/filter-trials.ts'
import { type LintFinding, lintEach } from '../../../core/filters/lint/lint.ts'
import { yieldToEventLoop } from '../../foundation/clock.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { listsIn } from '../condition-tests.ts'
import type { FilterDeps } from '../deps.ts'
import { foldedLists } from '../lists/store.ts'
import { readMatched } from '../matches-store.ts'
import { listFilters } from '../store.ts'
import { matchedTogether } from './store.ts'

export function lintHandlers(deps: FilterDeps) {
  const lint: UserHandler<typeof api.lintFiltersApi> = async ({ userId }) => {
    const names = new Map((await listFilters(deps.db, userId)).map(({ id, name }) => [id, name]))
    const findings = await findAll(deps, userId)
    return { items: findings.map(finding => toFinding(deps, finding, names)), next: null }
  }
  return { lint }
}

async function findAll({ db, clock, keys }: FilterDeps, userId: string): Promise<LintFinding[]> {
  const now = clock.now()
  const contentKey = await keys.contentKeyOf(db, userId)
  const [filters, matched] = [await listFilters(db, userId), await readMatched(db, userId, now)]
  const lists = await foldedLists(db, userId, contentKey, new Set(filters.flatMap(({ condition }) => listsIn(condition))))
  const together = await matchedTogether(db, userId, contentKey)
  const linted = filters.map(filter => ({
    ...filter,
    changedAt: new Date(filter.updatedAt),
    lastMatchedAt: matched.get(filter.id)?.lastAt ?? null,
  }))
  const findings: LintFinding[] = []
  for (const batch of lintEach(linted, { now, together }, lists)) {
    findings.push(...batch)
    // Each filter is compared with all before it; hundreds take so long that other requests would wait.
    await yieldToEventLoop()
  }
  return findings
}

const toFinding = ({ words }: FilterDeps, { filterId, kind, other, text, values }: LintFinding, names: Map<string, string>): Finding => ({
  filterId,
  kind,
  other,
  message: words.of('lint')(text, { ...values, other: (other && names.get(other)) ?? '' }),
})
