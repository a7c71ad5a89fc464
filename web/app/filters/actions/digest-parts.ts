// A digest as the parts that its sentences are made of.
import type { Digest } from '../../../../core/filters/action.ts'
import { weekdayName } from '../../../ui/TestWords.tsx'

export const digestParts = ({ every, at, on = 'mon' }: Digest, language: string) => ({
  every,
  at: at ?? 'none',
  on: every === 'week' ? weekdayName(on, language) : 'none',
})
