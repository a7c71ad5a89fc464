// Computes the values in the sentence that describes a digest.
import type { DigestSchedule } from '../../../../core/filters/action.ts'
import { weekdayName } from '../../../ui/text/ConditionText.tsx'

export const digestValues = ({ every, at, on = 'mon' }: DigestSchedule, language: string) => ({
  every,
  at: at ?? 'none',
  on: every === 'week' ? weekdayName(on, language) : 'none',
})
