// Names phones and rotas in files, where ids would be those of one server only.
import type { Action } from '../action.ts'

/** Ids by name. */
export interface PhoneNames {
  phones: ReadonlyMap<string, string>
  rotas: ReadonlyMap<string, string>
}

type Forward = Extract<Action, { kind: 'forward' }>
export type NamedAction =
  | Exclude<Action, Forward>
  | (Omit<Forward, 'destinationIds' | 'rotaId'> & { phones?: string[] | undefined; rota?: string | undefined })

/** What has no name keeps its id. */
export function nameAction(action: Action, { phones, rotas }: PhoneNames): NamedAction {
  if (action.kind !== 'forward') return action
  const { destinationIds, rotaId, ...rest } = action
  return {
    ...rest,
    ...(destinationIds.length > 0 && { phones: destinationIds.map(id => nameOf(phones, id)) }),
    ...(rotaId !== undefined && { rota: nameOf(rotas, rotaId) }),
  }
}

export const nameOf = (names: ReadonlyMap<string, string>, id: string): string => [...names].find(([, known]) => known === id)?.[0] ?? id
