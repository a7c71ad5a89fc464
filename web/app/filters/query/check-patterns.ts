// Validates the regular expressions of a query; the parser is loaded with the first one.
import type { LookAtPattern } from '../../../../core/filters/query/cursor.ts'

let fetched: LookAtPattern | null = null

/** Null until it is here. */
export const lookAtPattern = (): LookAtPattern | null => fetched

/** Where it cannot be had, the server looks when the filter is saved. */
export async function fetchLook(): Promise<LookAtPattern> {
  fetched ??= (await import('../../../../core/filters/pattern.ts').catch(() => null))?.patternProblem ?? null
  return fetched ?? (() => null)
}
