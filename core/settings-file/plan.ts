// Compares a settings file with what a server has, and plans the calls that make the server match.
import { planFilters, planLists } from './plan-filters.ts'
import { planMailboxes } from './plan-mailboxes.ts'
import { planPhones, planRotas } from './plan-phones.ts'
import { planPreferences } from './plan-preferences.ts'
import type { SettingsFile } from './shape.ts'
import { namesIn, type SettingsState } from './state.ts'
import { type PlanOptions, type SettingsPlan, sum } from './steps.ts'

/** What the file doesn't mention stays. Steps are in the order in which they can be made: what others refer to comes first, and is removed last. */
export function planSettings(file: SettingsFile, state: SettingsState, options: PlanOptions): SettingsPlan {
  const names = namesIn(state)
  const rotas = planRotas(file, state, names, options)
  const lists = planLists(file, state, options)
  const mailboxes = planMailboxes(file, state, options)
  const made = sum(
    planPreferences(file, state, options),
    mailboxes.made,
    planPhones(file, state, names, options),
    lists.made,
    rotas.made,
    planFilters(file, state, rotas.waiting, options),
  )
  return sum(made, rotas.removed, lists.removed, mailboxes.removed)
}
