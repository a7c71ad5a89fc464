// Lists and restores earlier versions of a filter.
import type * as api from '../../../core/api/filters.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { changeFilter } from '../change/store.ts'
import type { FilterDeps } from '../deps.ts'
import { filterUnknown, versionUnknown } from '../errors.ts'
import { saveValidated } from '../save.ts'
import { getFilter } from '../store.ts'
import { listVersions, readVersion } from './store.ts'

export function historyHandlers(deps: FilterDeps) {
  const { db, clock, words } = deps

  const versions: UserHandler<typeof api.listVersionsApi> = async ({ userId, params: { id } }) => {
    if (!(await getFilter(db, userId, id))) throw filterUnknown(words)
    return { items: await listVersions(db, userId, id), next: null }
  }

  /** A restored version is validated again, because its phones and lists may be gone. */
  const restore: UserHandler<typeof api.restoreVersionApi> = async ({ userId, sessionId, params: { id }, body: { from } }) => {
    if (!(await getFilter(db, userId, id))) throw filterUnknown(words)
    const draft = await readVersion(db, userId, id, from)
    if (!draft) throw versionUnknown(words)
    const isThisFilter = (filter: { id: string }) => filter.id === id
    const restored = await saveValidated(deps, { userId, sessionId }, [draft], isThisFilter, tx =>
      changeFilter(tx, userId, id, draft, clock.now(), from),
    )
    if (!restored) throw filterUnknown(words)
    return restored
  }

  return { versions, restore }
}
