// Defines a plan: steps that the server can be asked for, and what is left to a person.
import type { DiffLine } from '../filters/exchange/diff.ts'
import { diffLines } from '../filters/exchange/diff.ts'
import type { WordKey } from '../words/catalogs.ts'

/** A request to the API. `stands`: the id by which later requests name what this one makes. */
export interface ApiCall {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  stands?: string
  /** The variable that holds the password, which joins the body when the call is made. */
  passwordEnv?: string
}

export interface SettingsStep {
  kind: 'added' | 'changed' | 'moved' | 'removed'
  section: 'preferences' | 'mailbox' | 'phone' | 'rota' | 'filter' | 'list'
  name: string
  lines: DiffLine[]
}

/** What the command does not do, and what a person can do about it. */
export interface PlanNote {
  key: WordKey<'settingsfile'>
  values: Record<string, string>
}

export interface SettingsPlan {
  steps: SettingsStep[]
  calls: ApiCall[]
  notes: PlanNote[]
}

export interface PlanOptions {
  /** Also removes what the file's sections do not hold. */
  deletes: boolean
  /** An API key may not change everything that its owner may. */
  isKey: boolean
  /** The user confirmed how many emails a day the filters forward. */
  sureOfMany: boolean
}

export const nothing: SettingsPlan = { steps: [], calls: [], notes: [] }

export const sum = (...plans: SettingsPlan[]): SettingsPlan => ({
  steps: plans.flatMap(plan => plan.steps),
  calls: plans.flatMap(plan => plan.calls),
  notes: plans.flatMap(plan => plan.notes),
})

export const stepOf = (step: SettingsStep, call: ApiCall): SettingsPlan => ({ ...nothing, steps: [step], calls: [call] })
export const noteOf = (key: PlanNote['key'], values: PlanNote['values'] = {}): SettingsPlan => ({ ...nothing, notes: [{ key, values }] })

/** The fields of `wanted` that differ from `current`. */
export function changedFields<T extends object>(wanted: T, current: object): Partial<T> {
  const now = new Map(Object.entries(current))
  const changed = Object.entries(wanted).filter(([name, value]) => value !== undefined && print(value) !== print(now.get(name)))
  return Object.fromEntries(changed) as Partial<T>
}

/** One line for each changed field, before and after. */
export const fieldLines = (current: object, wanted: object): DiffLine[] =>
  diffLines(describe(pick(current, Object.keys(wanted))), describe(wanted))

const describe = (fields: object): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${print(value)}`]))

const pick = (from: object, names: string[]): object => Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

/** JSON with the keys of objects in order, so that equal values print alike. */
const print = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? ''
