// Plans changes of filters and lists: all filters change together, in the order of the file.
import { diffFilters } from '../filters/exchange/diff.ts'
import { diffLists } from '../filters/exchange/diff-lists.ts'
import type { ImportedFilter } from '../filters/exchange/imported.ts'
import { nameAction, type PhoneNames } from '../filters/exchange/phone-names.ts'
import { nameEntries } from './names.ts'
import type { SettingsFile } from './shape.ts'
import { namesIn, type SettingsState } from './state.ts'
import { noteOf, nothing, type PlanOptions, type SettingsPlan, type SettingsStep, stepOf, sum } from './steps.ts'

type Wanted = ImportedFilter & { id?: string }

/** `waiting`: the ids that stand for phones and rotas that are missing. A filter that names one stays as it is on the server. */
export function planFilters(
  file: SettingsFile,
  state: SettingsState,
  waiting: ReadonlyMap<string, string>,
  options: PlanOptions,
): SettingsPlan {
  if (!file.filters) return nothing
  const wanted = file.filters
  const held = wanted.flatMap(filter => {
    const target = forwardTargets(filter).find(id => waiting.has(id))
    return target === undefined ? [] : [{ filter: filter.name, phone: waiting.get(target) ?? '' }]
  })
  const find = (name: string) => state.filters.find(filter => filter.name === name)
  const listed = wanted.flatMap((filter): Wanted[] => {
    const existing = find(filter.name)
    if (!held.some(one => one.filter === filter.name)) return [{ ...filter, ...(existing && { id: existing.id }) }]
    return existing ? [existing] : []
  })
  const extra = state.filters.filter(filter => !wanted.some(one => one.name === filter.name))
  const after = options.deletes ? listed : [...listed, ...extra]
  const notes = sum(
    ...held.map(({ filter, phone }) => noteOf('wait.filter', { name: filter, phone })),
    ...(options.deletes ? [] : extra.map(({ name }) => noteOf('keep.filter', { name }))),
  )
  const names = nameEntries(namesIn(state), file.phones ?? [], file.rotas ?? [])
  const changes = diffFilters(state.filters.map(named(names)), after.map(named(names)))
  if (changes.length === 0) return notes
  const steps = changes.map(({ kind, name, lines }): SettingsStep => ({ kind, section: 'filter', name, lines }))
  const body = { filters: after.map(toDraft), sureOfMany: options.sureOfMany }
  return sum({ ...nothing, steps, calls: [{ method: 'PUT', path: '/api/filters', body }] }, notes)
}

const forwardTargets = ({ actions }: ImportedFilter): string[] =>
  actions.flatMap(action => (action.kind === 'forward' ? [...action.destinationIds, ...(action.rotaId ? [action.rotaId] : [])] : []))

const named = (names: PhoneNames) => (filter: ImportedFilter) => ({
  ...filter,
  actions: filter.actions.map(action => nameAction(action, names)),
})

const toDraft = ({ id, name, paused, condition, actions }: Wanted): Wanted => ({ ...(id && { id }), name, paused, condition, actions })

export function planLists(
  file: SettingsFile,
  state: SettingsState,
  { deletes }: PlanOptions,
): { made: SettingsPlan; removed: SettingsPlan } {
  const { lists } = file
  if (!lists) return { made: nothing, removed: nothing }
  const changes = diffLists([...state.lists], lists)
  const extra = changes.filter(({ kind }) => kind === 'removed')
  return {
    made: sum(
      ...changes
        .filter(({ kind }) => kind !== 'removed')
        .map(({ kind, name, more, less }) =>
          stepOf(
            {
              kind,
              section: 'list',
              name,
              lines: [...less.map(text => ({ sign: '-' as const, text })), ...more.map(text => ({ sign: '+' as const, text }))],
            },
            { method: 'PUT', path: listPath(name), body: { entries: lists.find(list => list.name === name)?.entries ?? [] } },
          ),
        ),
      ...(deletes ? [] : extra.map(({ name }) => noteOf('keep.list', { name }))),
    ),
    removed: sum(
      ...(deletes ? extra : []).map(({ name }) =>
        stepOf({ kind: 'removed', section: 'list', name, lines: [] }, { method: 'DELETE', path: listPath(name) }),
      ),
    ),
  }
}

const listPath = (name: string): string => `/api/filters/lists/${encodeURIComponent(name)}`
