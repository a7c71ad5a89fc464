// What a copy of everything holds of what a person used.
import { type CopyPart, rowsPart } from '../db/person-rows.ts'

export const billingCopy: CopyPart[] = [rowsPart('usage', 'usage', { key: ['month'] })]
