// A doctor's finding: the check, its state, and the keys of the texts that say what was found and what to do.
import type { WordKey } from '../../../core/words/catalogs.ts'

type Word = WordKey<'doctor'>
type Named<Prefix extends string, W = Word> = W extends `${Prefix}.${infer Rest}` ? Rest : never

export type DoctorCheck = Named<'check'>
/** Words of something found that also say what to do about it. */
type Mendable<W = Word> = W extends `${infer Found}.fix` ? Found : never

export interface DoctorFinding {
  check: DoctorCheck
  /** note: it works, but somebody should know. skipped: what it needs is not there. */
  state: 'ok' | 'note' | 'failing' | 'skipped'
  found: Word
  fix: Word | null
  values: FindingValues
}

export type FindingValues = Record<string, string | number>

export const ok = (check: DoctorCheck, found: Word, values: FindingValues = {}): DoctorFinding => ({
  check,
  state: 'ok',
  found,
  fix: null,
  values,
})

export const note = (check: DoctorCheck, found: Mendable, values: FindingValues = {}): DoctorFinding => ({
  check,
  state: 'note',
  found,
  fix: `${found}.fix`,
  values,
})

export const failing = (check: DoctorCheck, found: Mendable, values: FindingValues = {}): DoctorFinding => ({
  check,
  state: 'failing',
  found,
  fix: `${found}.fix`,
  values,
})

/** `found` needs nobody, such as a part that this host has not. */
export const passed = (check: DoctorCheck, found: Word, values: FindingValues = {}): DoctorFinding => ({
  check,
  state: 'skipped',
  found,
  fix: null,
  values,
})

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
/** "23 November 2026": what the doctor says is English alone. */
export const dayIn = (at: Date): string => days.format(at)
