// Compares two filters by what they say, not by when they were saved.
import { isDeepStrictEqual } from 'node:util'
import type { FilterDraft } from '../../core/api/filters.ts'

export const hasSameContent = (a: FilterDraft, b: FilterDraft): boolean => isDeepStrictEqual(contentOf(a), contentOf(b))

const contentOf = ({ name, paused, condition, actions }: FilterDraft) => ({ name, paused, condition, actions })
