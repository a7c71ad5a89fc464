// Takes a near miss in: the draft is mended so that it matches that mail too.
import type { NearMiss } from '../../../../core/api/filter-trials.ts'
import type { Group } from '../../../../core/filters/edit.ts'

export function useInclude(_root: Group, _onChange: (root: Group) => void): (near: NearMiss) => void {
  return () => {}
}
