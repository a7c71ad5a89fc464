// A filter in a person's own words.
import type { Group } from '../../../../core/filters/edit.ts'

export function SaidBox(_: { onUse(root: Group, name: string | null): void }) {
  return null
}
