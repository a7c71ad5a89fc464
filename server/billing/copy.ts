// Which tables of a user's usage a data export contains.
import { type CopyPart, rowsPart } from '../foundation/db/person-rows.ts'

export const billingCopy: CopyPart[] = [rowsPart('usage', 'usage', { key: ['month'] })]
