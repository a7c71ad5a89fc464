// The name a person may have meant.
import { offeredNames } from './names.ts'

/** The offered name that is one slip away; null where none is. */
export function nearestName(typed: string): string | null {
  return typed.length < 3 || typed.length > 30 ? null : (offeredNames.find(name => isOneSlip(typed, name)) ?? null)
}

/** One letter more, less, other, or two that changed places. */
function isOneSlip(typed: string, name: string): boolean {
  if (Math.abs(typed.length - name.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === name[start]) start += 1
  const rests = [typed.slice(start), name.slice(start)]
  const [a = '', b = ''] = rests
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
}
