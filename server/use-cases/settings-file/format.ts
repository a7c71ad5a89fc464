// Prints a plan for people: what would change, and what is left to them.
import type { SettingsPlan } from '../../../core/settings-file/steps.ts'
import type { Translate } from '../../../core/words/words.ts'

const signs = { added: '+', changed: '~', moved: '>', removed: '-' } as const

export const formatPlan = (t: Translate<'settingsfile'>, { steps }: SettingsPlan): string[] =>
  steps.flatMap(({ kind, section, name, lines }) => [
    `${signs[kind]} ${t(`step.${section}`, { kind, name })}`,
    ...lines.map(({ sign, text }) => `    ${sign} ${text}`),
  ])

export const formatNotes = (t: Translate<'settingsfile'>, { notes }: SettingsPlan): string[] =>
  notes.map(({ key, values }) => `! ${t(key, values)}`)
