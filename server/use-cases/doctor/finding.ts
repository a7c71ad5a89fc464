// A finding of the doctor: the check, its state, and the keys of the texts for what was found and what to do.
import type { WordKey } from '../../../core/words/catalogs.ts'

export type DoctorWord = WordKey<'doctor'>
type Word = DoctorWord
type Named<Prefix extends string, W = Word> = W extends `${Prefix}.${infer Rest}` ? Rest : never

export type DoctorCheck = Named<'check'>
/** Keys of findings that also have a text on how to fix them. */
type FixableWord<W = Word> = W extends `${infer Found}.fix` ? Found : never

export interface DoctorFinding {
  check: DoctorCheck
  /** note: it works, but needs attention. skipped: something that the check needs is missing. */
  state: 'ok' | 'note' | 'failing' | 'skipped'
  found: Word
  fix: Word | null
  values: FindingValues
  /** What it is about where a check finds several things: a host, a certificate. */
  subject?: string
  /** A page of the console that shows more. */
  link?: string
  since?: Date
}

export type FindingValues = Record<string, string | number>

export const ok = (check: DoctorCheck, found: Word, values: FindingValues = {}): DoctorFinding => ({
  check,
  state: 'ok',
  found,
  fix: null,
  values,
})

export const needsAttention = (check: DoctorCheck, found: FixableWord, values: FindingValues = {}): DoctorFinding => ({
  check,
  state: 'note',
  found,
  fix: `${found}.fix`,
  values,
})

export const failing = (check: DoctorCheck, found: FixableWord, values: FindingValues = {}): DoctorFinding => ({
  check,
  state: 'failing',
  found,
  fix: `${found}.fix`,
  values,
})

/** A check that does not apply, such as for a role that this host lacks. */
export const skip = (check: DoctorCheck, found: Word, values: FindingValues = {}): DoctorFinding => ({
  check,
  state: 'skipped',
  found,
  fix: null,
  values,
})

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
/** "23 November 2026"; the doctor's report is in English only. */
export const formatDay = (at: Date): string => days.format(at)
