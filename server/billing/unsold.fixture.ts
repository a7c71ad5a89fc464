// What an app context has where nothing is sold, for tests.
import { selfHosted } from '../../core/plans/plans.ts'
import { openAllowance } from './allowance.ts'

export const unsold = {
  allowance: openAllowance({ sells: false, graceDays: 0 }),
  limitsOf: async () => selfHosted.limits,
}
