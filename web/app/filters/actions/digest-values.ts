// The values that a digest's sentence is formatted with.
import type { Digest } from '../../../../core/filters/action.ts'
import { weekdayName } from '../../../ui/text/TestWords.tsx'

export const digestValues = ({ every, at, on = 'mon' }: Digest, language: string) => ({
  every,
  at: at ?? 'none',
  on: every === 'week' ? weekdayName(on, language) : 'none',
})
