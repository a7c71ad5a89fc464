// Answers what is wrong with a person's filters.
import type * as api from '../../../core/api/filter-trials.ts'
import type { Finding } from '../../../core/api/filter-trials.ts'
import { type Found, lintEach } from '../../../core/filters/lint/lint.ts'
import { breathe } from '../../clock.ts'
import type { PersonHandler } from '../../http/route.ts'
import { readMatched } from '../days/store.ts'
import { foldedLists } from '../lists/store.ts'
import type { FilterParts } from '../parts.ts'
import { listFilters } from '../store.ts'
import { listsIn } from '../tests.ts'
import { matchedTogether } from './store.ts'

export function lintHandlers(parts: FilterParts) {
  const lint: PersonHandler<typeof api.lintFilters> = async ({ userId }) => {
    const names = new Map((await listFilters(parts.db, userId)).map(({ id, name }) => [id, name]))
    const found = await findAll(parts, userId)
    return { items: found.map(one => asFinding(parts, one, names)), next: null }
  }
  return { lint }
}

async function findAll({ db, clock, keys }: FilterParts, userId: string): Promise<Found[]> {
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
  const found: Found[] = []
  for (const some of lintEach(linted, { now, together }, lists)) {
    found.push(...some)
    // Each filter is held against all before it; hundreds take a while, in which others would find no server.
    await breathe()
  }
  return found
}

const asFinding = ({ words }: FilterParts, { filterId, kind, other, text, values }: Found, names: Map<string, string>): Finding => ({
  filterId,
  kind,
  other,
  message: words.of('lint')(text, { ...values, other: (other && names.get(other)) ?? '' }),
})
