// Finds the ids of phones and rotas by name, and stands in for those that the server does not have yet.
import type { PhoneNames } from '../filters/exchange/phone-names.ts'

/** Ids that stand for what a file names and the server does not have; no other id begins like these. */
const placeholder = (group: number, n: number): string => `00000000-0000-4000-800${group}-${String(n).padStart(12, '0')}`

export function nameEntries({ phones, rotas }: PhoneNames, phoneEntries: { name: string }[], rotaEntries: { name: string }[]): PhoneNames {
  const complete = (known: ReadonlyMap<string, string>, entries: { name: string }[], group: number) =>
    new Map([...entries.map(({ name }, n) => [name, placeholder(group, n)] as const), ...known])
  return { phones: complete(phones, phoneEntries, 0), rotas: complete(rotas, rotaEntries, 1) }
}

/** @returns the names that occur twice. */
export const findTwins = (names: string[]): string[] => [...new Set(names.filter((name, i) => names.indexOf(name) < i))]
